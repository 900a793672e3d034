/** 0 pass · 1 violations · 2 configuration or usage · 3 cannot determine what to judge · 70 bug · 130 interrupted. */
export const EXIT = { pass: 0, violations: 1, usage: 2, undetermined: 3, bug: 70, interrupted: 130 } as const

export interface Problem {
  readonly exit: 2 | 3
  readonly message: string
  readonly remedy: string
}

const usage = (message: string, remedy: string): Problem => ({ exit: EXIT.usage, message, remedy })
const undetermined = (message: string, remedy: string): Problem => ({
  exit: EXIT.undetermined,
  message,
  remedy,
})

/** Every way the tool can be unable to judge, in one place: what happened, and what to do about it. */
const problems = {
  USAGE: (on: { message: string; remedy: string }) => usage(on.message, on.remedy),
  NOT_A_REPOSITORY: (on: { cwd: string }) =>
    usage(`${on.cwd} is not inside a git working tree`, 'run this from a repository (git init makes one)'),
  BARE_REPOSITORY: (on: { gitDir: string; remedy?: string }) =>
    usage(
      `${on.gitDir} is a bare repository: nothing can be staged in it`,
      on.remedy ?? 'judge commits: check --commit or --range',
    ),
  UNTRUSTED_REPOSITORY: (on: { cwd: string }) =>
    usage(
      `git does not trust the repository around ${on.cwd}: it belongs to another user`,
      'if it is yours: git config --global --add safe.directory <its top folder>',
    ),
  GIT_MISSING: (on: { message: string }) =>
    usage(`git could not be started: ${on.message}`, 'install git 2.38 or newer and make sure it is on PATH'),
  GIT_TOO_OLD: (on: { version: string }) =>
    usage(`git ${on.version} cannot redo a merge (git merge-tree --write-tree)`, 'install git 2.38 or newer'),
  NO_ORCHESTRATION: (on: { where: string }) =>
    usage(
      `${on.where} has no .orchestration/: there is nothing to judge by`,
      'start with: npx intentgate init',
    ),
  INVALID_FILE: (on: { path: string; issues: string }) =>
    usage(
      `${on.path} is not valid\n${on.issues}`,
      `correct ${on.path}; editors read its shape from .orchestration/schema/`,
    ),
  BASE_INVALID: (on: { detail: string }) =>
    usage(
      `${on.detail}\nthis change corrects it, but what it is held against is still the base, and nobody can judge by that`,
      'a person commits the correction, and nothing else, past the hooks: git -c core.hooksPath=/dev/null commit; whoever may bypass the required check merges it',
    ),
  UNSUPPORTED: (on: { path: string; setting: string; remedy: string }) =>
    usage(`${on.path}: ${on.setting} is not supported by this version`, `${on.remedy}; nothing was judged`),
  AMBIGUOUS_REVISION: (on: { name: string; readings: string }) =>
    usage(
      `'${on.name}' is ambiguous: ${on.readings}`,
      `write refs/heads/${on.name}, refs/tags/${on.name} or the commit id`,
    ),
  INVALID_REVISION: (on: { name: string; why: string }) =>
    usage(`'${on.name}' is not a revision: ${on.why}`, 'give a branch, a tag or a commit id'),
  UNKNOWN_REVISION: (on: { name: string }) =>
    undetermined(
      `'${on.name}' names no commit in this repository`,
      'fetch it, or give a commit that is here',
    ),
  NULL_REVISION: (on: { name: string }) =>
    undetermined(
      `'${on.name}' is git's null id, not a commit`,
      'give both ends of the range as commits that exist',
    ),
  EVENT_UNREADABLE: (on: { why: string }) =>
    undetermined(
      `what happened cannot be read from the event: ${on.why}`,
      'run this in a GitHub Actions workflow, which names the event in GITHUB_EVENT_NAME and GITHUB_EVENT_PATH',
    ),
  NO_MERGE_BASE: (on: { base: string; head: string }) =>
    undetermined(
      `${on.base} and ${on.head} have no commit in common`,
      'fetch the whole history, or check the two ends of the range',
    ),
  SHALLOW: (on: { what: string }) =>
    undetermined(
      `this clone is shallow, and ${on.what} lies beyond its edge`,
      'run: git fetch --unshallow   (actions/checkout: fetch-depth: 0)',
    ),
  MISSING_OBJECT: (on: { oid: string; what: string }) =>
    undetermined(
      `object ${on.oid} (${on.what}) is missing from this repository`,
      'run: git fetch --refetch   or: git fsck',
    ),
  FETCH_FAILED: (on: { url: string; why: string }) =>
    undetermined(
      `the commits could not be fetched from ${on.url}\n${on.why}`,
      'check the token (the job needs permissions: contents: read), the address, which must not redirect, and the network',
    ),
  UNMERGED: (on: { paths: string }) =>
    undetermined(`these paths are unmerged: ${on.paths}`, 'resolve the conflict and git add them'),
  INCOMPATIBLE_LEDGER: (on: { path: string; message: string }) =>
    undetermined(`${on.path} cannot be read as a ledger: ${on.message}`, 'run: npx intentgate ledger verify'),
  LEDGER_BUSY: (on: { path: string; seconds: number }) =>
    undetermined(
      `another process has held ${on.path} for ${on.seconds} seconds`,
      `end that process, then remove ${on.path}`,
    ),
  LEDGER_UNWRITABLE: (on: { path: string; why: string }) =>
    usage(
      `${on.path} cannot be written: ${on.why}`,
      `make ${on.path} a plain file or folder of this working tree`,
    ),
  FILE_SYSTEM: (on: { verb: 'read' | 'write'; path: string; why: string; remedy: string }) =>
    usage(`cannot ${on.verb} ${on.path}: ${on.why}`, on.remedy),
  UNNAMEABLE_PATH: (on: { path: string; rename: string }) =>
    usage(
      `${on.path} is not valid UTF-8: the ledger cannot name it`,
      `rename it, and record it again: ${on.rename}`,
    ),
  INDEX_DAMAGED: (on: { detail: string }) =>
    undetermined(
      `git cannot read its index, which holds what is staged\n${on.detail}`,
      'put it aside and make it anew; the working tree and the commits stay as they are, what was staged has to be staged again: mv "$(git rev-parse --git-path index)" "$(git rev-parse --git-path index.damaged)" && git reset',
    ),
  GIT_FAILED: (on: { command: string; status: string; stderr: string }) =>
    undetermined(
      `git ${on.command} failed (${on.status})\n${on.stderr}`,
      'run the command by hand to see why; nothing was judged',
    ),
  GIT_OUTPUT: (on: { command: string; detail: string }) =>
    undetermined(
      `git ${on.command} answered something unexpected: ${on.detail}`,
      'report this with your git version',
    ),
} satisfies Record<string, (on: never) => Problem>

export type Code = keyof typeof problems
export type Context<C extends Code> = Parameters<(typeof problems)[C]>[0]

/** "I cannot judge" — never a pass. `exit` is 2 (configuration, usage) or 3 (cannot determine what to judge). */
export class GateError<C extends Code = Code> extends Error {
  override readonly name = 'GateError'
  readonly code: C
  readonly exit: 2 | 3
  readonly remedy: string

  constructor(code: C, on: Context<C>, options?: { cause?: unknown }) {
    // The table's functions differ only in their context type, which the parameter list ties to the code.
    const problem = (problems[code] as (on: Context<C>) => Problem)(on)
    super(problem.message, options)
    this.code = code
    this.exit = problem.exit
    this.remedy = problem.remedy
  }
}
