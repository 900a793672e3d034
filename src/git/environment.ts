import { delimiter } from 'node:path'

export type Environment = Readonly<Record<string, string>>

/** As `process.env` is: of whoever started us. */
export type Inherited = Readonly<Record<string, string | undefined>>

/** Where git found the repository. Every path is absolute. */
export interface Places {
  readonly bare: boolean
  /** Of the working tree; the git directory in a bare repository. */
  readonly top: string
  readonly gitDir: string
  readonly commonDir: string
  readonly indexFile: string
  readonly objects: string
}

// Each of these changes what git says, or where it says it.
const misleading = [
  'GIT_EXTERNAL_DIFF', // a program that speaks instead of the diff
  'GIT_DIFF_OPTS',
  'GIT_ATTR_SOURCE',
  'GIT_PAGER',
  'GIT_GLOB_PATHSPECS', // these three contradict GIT_LITERAL_PATHSPECS, and git refuses both at once
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
  'GIT_REDIRECT_STDIN', // Git for Windows: files instead of our pipes
  'GIT_REDIRECT_STDOUT',
  'GIT_REDIRECT_STDERR',
]

const forced = {
  GIT_NO_REPLACE_OBJECTS: '1', // refs/replace shows another object than the one that is pushed
  GIT_GRAFT_FILE: '/dev/null/none', // as above, for parents; below a file, so it can never exist
  GIT_OPTIONAL_LOCKS: '0', // judging never writes
  GIT_LITERAL_PATHSPECS: '1', // a file may be named `*` or `:!src`
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1', // a missing object is an answer, not a reason to call the network; git >= 2.45
  GIT_ALLOW_PROTOCOL: 'none', // the same for older git: every transport is refused
  LC_ALL: 'C', // error texts are recognised by their wording
}

/** The inherited environment without what bends git's answers. Index, repository, object stores and configuration stay. */
export function hardened(inherited: Inherited): Environment {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(inherited)) {
    if (value === undefined || misleading.includes(name) || isTraceIntoPipe(name, value)) continue
    kept[name] = value
  }
  return { ...kept, ...forced }
}

// GIT_TRACE=1 writes into stderr, GIT_TRACE=3 into whatever that descriptor is; only a file of its own does no harm.
function isTraceIntoPipe(name: string, value: string): boolean {
  return name.startsWith('GIT_TRACE') && !value.startsWith('/')
}

/**
 * Every inherited place made absolute: GIT_INDEX_FILE is relative to the top in hooks, GIT_DIR to the current folder. GIT_DIR and
 * GIT_WORK_TREE are always named, since from `top` git would not find a repository whose `core.worktree` points there.
 */
export function located(env: Environment, places: Places): Environment {
  const named: Record<string, string> = {
    GIT_COMMON_DIR: places.commonDir,
    GIT_INDEX_FILE: places.indexFile,
    GIT_OBJECT_DIRECTORY: places.objects,
  }
  const inherited = Object.entries(named).filter(([name]) => env[name] !== undefined && env[name] !== '')
  const workTree = places.bare ? {} : { GIT_WORK_TREE: places.top }
  return { ...env, ...Object.fromEntries(inherited), GIT_DIR: places.gitDir, ...workTree }
}

/** New objects go to `folder`; all others are still found. */
export function writingTo(folder: string, env: Environment, objects: string): Environment {
  const inherited = env.GIT_ALTERNATE_OBJECT_DIRECTORIES
  const alternates = [quoteAlternate(objects), ...(inherited === undefined ? [] : [inherited])]
  return {
    ...env,
    GIT_OBJECT_DIRECTORY: folder,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: alternates.join(delimiter),
  }
}

/** A path as GIT_ALTERNATE_OBJECT_DIRECTORIES wants it: the delimiter would split it, a leading `"` or `#` would be syntax. */
export function quoteAlternate(path: string): string {
  if (!path.includes(delimiter) && !/^["#]/.test(path)) return path
  return `"${path.replace(/["\\]/g, '\\$&')}"`
}
