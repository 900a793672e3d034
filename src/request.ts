/** What is judged, and for whom. */
export type Target =
  | { readonly kind: 'staged'; readonly message?: string | null; readonly base?: 'HEAD' | 'HEAD^' }
  | { readonly kind: 'commit'; readonly rev: string }
  | { readonly kind: 'range'; readonly base: string; readonly head: string; readonly commits: 'net' | 'each' }
  | { readonly kind: 'tree' }

export interface CheckRequest {
  readonly what: Target
  /** ci: the verdict binds. local: a person's own machine, before it is shared. */
  readonly place: 'local' | 'ci'
  /** YYYY-MM-DD, UTC; today when absent. */
  readonly today?: string
  /** The pull request's author by the forge's event. */
  readonly author?: string | null
  /** What git runs with, hardened in any case; this process's environment when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly onProgress?: (done: number, total: number) => void
  /** The folder where the findings are read, '' or 'sub/' below the root; that of `cwd` when absent. */
  readonly readIn?: string
  /** Absolute: the folder whose package.json installs the gate; null when absent, which is anywhere. */
  readonly gateIn?: string | null
  /** Absolute path of the built parser. Without it nothing is covered by its structure, and the report says so. */
  readonly parser?: string
}

export interface RangeRequest extends Omit<CheckRequest, 'what'> {
  readonly base: string
  readonly head: string
  /** Above so many commits, those of a net that passes are not judged one by one; no limit when absent. */
  readonly mostCommits?: number
}
