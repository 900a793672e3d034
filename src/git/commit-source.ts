/** Where the commits that are judged come from: a complete clone that is only read, or a bare repository of our own that fetches. */
export interface CommitSource {
  readonly kind: 'workspace' | 'scratch'
  /** Absolute: what `check` opens. */
  readonly dir: string
  /** What git runs with here: nothing of this machine but the way to its programs, and never the token. */
  readonly env: NodeJS.ProcessEnv
  /**
   * The commit that a full ref name (`refs/heads/main`, `refs/pull/7/merge`) stands at; null = there is none.
   * Throws INVALID_REVISION, FETCH_FAILED.
   */
  tip(ref: string): Promise<string | null>
  /** The recorded parents of a commit, beyond a shallow edge too; null = the commit cannot be had. Throws as `complete` does for an id. */
  parents(commit: string): Promise<readonly string[] | null>
  /**
   * Makes every commit of `base...head`, what they change and what they are judged by readable. `expected` is how many commits
   * the event speaks of, a hint for the first fetch. Throws INVALID_REVISION for what is no full id, NULL_REVISION, UNKNOWN_REVISION,
   * SHALLOW, FETCH_FAILED.
   */
  complete(base: string, head: string, expected: number): Promise<void>
  /** Fetches the whole history and every object: when judging asked for more than `complete` brought. `nothing` = it is whole already. */
  deepen(): Promise<'more' | 'nothing'>
  close(): Promise<void>
}
