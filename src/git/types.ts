import type { Entry } from '../core/change.ts'
import type { Content, DiffHunk } from '../core/evidence.ts'
import type { Snapshot } from '../core/snapshot.ts'

export interface RunOptions {
  readonly input?: Uint8Array | string
  /** On top of the hardened environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Exit statuses other than 0 that are an answer and not a failure. */
  readonly allow?: readonly number[]
}

export interface RunResult {
  readonly status: number
  readonly stdout: Buffer
  readonly stderr: string
}

export interface ObjectInfo {
  readonly oid: string
  readonly type: 'blob' | 'tree' | 'commit' | 'tag'
  /** Bytes. */
  readonly size: number
}

/** One repository, opened once per run. Judging only reads: objects that git must make go to a scratch store. */
export interface Repository {
  /** Absolute, no trailing slash. In a bare repository, where only commits can be judged: the git directory. */
  readonly top: string
  readonly bare: boolean
  /** Absolute; of this worktree. */
  readonly gitDir: string
  /** Absolute; shared by all worktrees. */
  readonly commonDir: string
  /** Absolute; the one that git names in GIT_INDEX_FILE, else this worktree's. */
  readonly indexFile: string
  /** The current folder inside `top`: '' or 'sub/folder/'. */
  readonly prefix: string
  readonly objectFormat: 'sha1' | 'sha256'
  readonly shallow: boolean
  readonly emptyTree: string
  /** Runs git at `top`, bytes out, status checked. Throws GIT_FAILED. */
  git(args: readonly string[], options?: RunOptions): Promise<RunResult>
  /** As `git`, and objects it writes land in a temporary store that disappears with `close`. */
  scratch(args: readonly string[], options?: RunOptions): Promise<RunResult>
  /** As `scratch`, with stdout handed over as it comes; told 'enough', git is ended. */
  stream(
    args: readonly string[],
    onOutput: (chunk: Buffer) => 'more' | 'enough',
    options?: RunOptions,
  ): Promise<void>
  /** Resolves `<oid>`, `<commit>:<path>` … through one long-lived `cat-file`; null = no such object. */
  info(spec: string): Promise<ObjectInfo | null>
  /** Bytes of a blob, whether in the repository or in the scratch store. Over `limit` bytes: 'large'. */
  content(oid: string, limit?: number): Promise<Content>
  /** As `content`, of many at once: a promise each costs more than what git does for them. */
  contents(oids: readonly string[]): Promise<ReadonlyMap<string, Content>>
  /** Raw bytes of the tree that `spec` is or, for a commit, holds; from the scratch store too. null = no such tree. */
  tree(spec: string): Promise<Uint8Array | null>
  close(): Promise<void>
}

/** A tree that is judged or judged by: a commit's, the index, or one that git merged in scratch. */
export interface View {
  /** Full id of the commit or tree; null = the index; '' = nothing at all (before the first commit). */
  readonly id: string | null
  /** For messages: 'the index', 'HEAD', '3f2a1b…'. */
  readonly label: string
  entry(path: string): Promise<Entry | null>
  /** Every file below a folder, by root-relative path. */
  list(folder: string): Promise<ReadonlyMap<string, Entry>>
  /** Every path. */
  names(): Promise<readonly string[]>
  /** What lies directly in a folder ('' or 'src/lib/'): files by path, folders with a `/` at their end; none if there is none. */
  children(folder: string): Promise<readonly string[]>
}

/** A snapshot, and the trees that its evidence comes from. */
export interface Comparison {
  readonly snapshot: Snapshot
  /** Policy, waivers and base intents come from here; spent records too. */
  readonly base: View
  /**
   * What the changes are measured from, where that is not the base: the merge as git redoes it, the merge base of a range that does
   * not merge cleanly, the baseline of an audit. Records are spent if they stand in its ledger.
   */
  readonly origin?: View
  /** What would land: head intents and the ledger come from here. */
  readonly target: View
  /** The ledger must not lose a line of this (merge base for a range, else the base). */
  readonly ledgerBase: View
  /** More trees whose ledger may serve as evidence (the range's head, when one commit of it is judged). */
  readonly moreEvidence: readonly View[]
  /** The commit whose history holds the base's past states; null before the first commit. */
  readonly historyFrom: string | null
  /** More of them where the origin is a merge: the redone merge's other parents. */
  readonly historyAlsoFrom?: readonly string[]
  /** The commits of a range, oldest first; empty otherwise. */
  readonly commits: readonly string[]
}

export interface BlobPair {
  readonly from: string | null
  readonly to: string | null
}

export type Diffs = ReadonlyMap<string, readonly DiffHunk[]>
