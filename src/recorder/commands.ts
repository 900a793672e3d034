/** One word of a command line as the shell would pass it; null = only known when it runs. */
export type Argument = string | null

/** Whatever they are given, they only read and print. */
const READERS = new Set(
  `: [ arch b2sum basename cat cd cksum cmp column comm cut df diff dirname dirs du echo egrep exit expand expr
  false fgrep fmt fold free getconf grep groups head hexdump id jq join locale ls md5sum nl nproc od paste popd
  printenv ps pushd pwd readlink realpath return rev seq sha1sum sha224sum sha256sum sha384sum sha512sum
  shift sleep stat strings sum tac tail test tr true tty type uname uptime wc whereis which who whoami
  zcat zgrep`.split(/\s+/),
)

type Rule = (args: readonly string[]) => boolean

/** They only read, unless one of these options stands among the arguments. */
const without =
  (...options: readonly string[]): Rule =>
  (args) =>
    !args.some((arg) => options.some((option) => isOption(arg, option)))

// Long options may be shortened, short ones stand together and may carry their value: `-ro out`, `--outp=x`.
function isOption(arg: string, option: string): boolean {
  if (option.startsWith('--')) {
    const name = arg.split('=')[0]!
    return name.length > 2 && option.startsWith(name)
  }
  return arg.startsWith('-') && !arg.startsWith('--') && arg.includes(option.slice(1))
}

const operands = (args: readonly string[]) => args.filter((arg) => !arg.startsWith('-'))
const only = (...words: readonly string[]): Rule => {
  return (args) => args.every((arg) => words.includes(arg))
}
const asksVersion: Rule = (args) =>
  args.length === 1 && ['--version', '-v', '-V', '--help', '-h', 'version', 'help'].includes(args[0]!)

const FIND_ACTS = /^-(?:delete|exec(?:dir)?|ok(?:dir)?|fprint(?:0|f)?|fls)$/
const SED_OPTION = /^(?:-[nErsuz]+|--quiet|--silent|--regexp-extended|--separate|--null-data)$/
// Addresses, then p, d, q, = or a substitution without the flags that write a file or run a command.
const SED_SCRIPT =
  /^(?:(?:\d+|\$|\/[^/]*\/I?)(?:,(?:\+?\d+|\$|\/[^/]*\/I?))?)?\s*!?\s*(?:[pdq=]|s([/|#,])(?:(?!\1)[^\\;]|\\.)*\1(?:(?!\1)[^\\;]|\\.)*\1[gpiI\d]*)$/

function isReadingSed(args: readonly string[]): boolean {
  const { scripts, rest } = sedScripts(args)
  const isPlain = scripts.every((script) => script.split(';').every((part) => SED_SCRIPT.test(part.trim())))
  return isPlain && rest.every((arg) => !arg.startsWith('-'))
}

function sedScripts(args: readonly string[]): { scripts: readonly string[]; rest: readonly string[] } {
  const given = args.filter((arg) => !SED_OPTION.test(arg))
  const named = given.filter((_, at) => given[at - 1] === '-e')
  if (named.length === 0) return { scripts: given.slice(0, 1), rest: given.slice(1) }
  return { scripts: named, rest: given.filter((arg, at) => arg !== '-e' && given[at - 1] !== '-e') }
}

function isReadingAwk(args: readonly string[]): boolean {
  const [program, ...rest] = args[0]?.startsWith('-F') === true ? args.slice(args[0] === '-F' ? 2 : 1) : args
  if (program === undefined || program.startsWith('-') || rest.some((arg) => arg.startsWith('-')))
    return false
  return !/[>|@]|system|getline|close|fflush/.test(program)
}

/** They only read, if their arguments say so. */
const RULES: Readonly<Record<string, Rule>> = {
  ag: without('--pager'),
  awk: isReadingAwk,
  date: (args) => without('-s', '--set')(args) && operands(args).every((arg) => arg.startsWith('+')),
  fd: without('-x', '-X', '--exec', '--exec-batch'),
  file: without('-C', '--compile'),
  find: (args) => !args.some((arg) => FIND_ACTS.test(arg)),
  git: (args) => isReadingGit(args),
  hostname: (args) => operands(args).length === 0 && without('-F', '-b', '--file', '--boot')(args),
  intentgate: (args) => isReadingIntentgate(args),
  npm: (args) => asksVersion(args) || ['ls', 'list', 'view', 'outdated', 'explain', 'why'].includes(args[0]!),
  read: (args) => args.every((arg) => arg === '-r' || isHarmlessName(arg)),
  rg: without('--pre', '--hostname-bin'),
  sed: isReadingSed,
  sort: without('-o', '-T', '--output', '--compress-program', '--temporary-directory'),
  tree: without('-o', '-R'),
  uniq: (args) => operands(args).length <= 1,
  xxd: (args) => operands(args).length <= 1 && without('-r')(args),
  ...Object.fromEntries(
    'bun cargo deno gcc go java make node php pip pip3 pnpm python python3 ruby rustc tsc yarn'
      .split(' ')
      .map((name) => [name, asksVersion]),
  ),
}

const GIT_READS = new Set(
  `annotate blame cat-file check-attr check-ignore cherry count-objects describe diff diff-files diff-index diff-tree
  for-each-ref grep log ls-files ls-tree merge-base name-rev range-diff rev-list rev-parse shortlog show
  show-branch show-ref status var version whatchanged`.split(/\s+/),
)
// Each of these writes a file or starts a program.
const GIT_ACTS = without('--output', '--ext-diff', '--textconv', '--open-files-in-pager', '--filters', '-O')

// A pattern may follow, another option may be one that deletes.
const lists =
  (...options: readonly string[]): Rule =>
  (args) =>
    args.length === 0 ||
    only(...options)(args) ||
    (only(...options)(args.slice(0, 1)) && args.slice(1).every((arg) => !arg.startsWith('-')))

const GIT_LISTS: Readonly<Record<string, Rule>> = {
  branch: (args) =>
    only('-a', '-r', '-v', '-vv', '--all', '--remotes', '--show-current')(args) ||
    lists('--list', '-l')(args),
  tag: lists('-l', '--list'),
  remote: (args) => args.length === 0 || args[0] === '-v' || args[0] === 'show' || args[0] === 'get-url',
  stash: (args) => args[0] === 'list' || args[0] === 'show',
  config: (args) => /^(?:--get(?:-all|-regexp)?|--list|-l|get|list)$/.test(args[0] ?? ''),
  worktree: (args) => args[0] === 'list',
  submodule: (args) => args[0] === 'status',
  reflog: (args) => args.length === 0 || args[0] === 'show',
  notes: (args) => args[0] === 'list' || args[0] === 'show',
}

const GIT_PRELUDE = ['--no-pager', '-P']

function isReadingGit([command, ...given]: readonly string[]): boolean {
  if (command === undefined) return false
  if (command === '-C') return isReadingGit(given.slice(1))
  if (GIT_PRELUDE.includes(command)) return isReadingGit(given)
  if (command === '--version') return true
  const isKnown = Object.hasOwn(GIT_LISTS, command) ? GIT_LISTS[command]!(given) : GIT_READS.has(command)
  return isKnown && GIT_ACTS(given)
}

// What these write, they write for the ledger.
const OWN = new Set(['blame', 'check', 'explain', 'log', 'record', 'status'])

// Whoever says that a person wrote it has to ask the person.
const OWN_ACTS = /^(?:--output(?:=.*)?|(?:--by=)?human)$/

function isReadingIntentgate(args: readonly string[]): boolean {
  const [command = '', verb = ''] = args
  if (args.some((arg) => OWN_ACTS.test(arg))) return false
  if (command === 'intent') return ['list', 'show', 'select'].includes(verb)
  if (command === 'ledger') return verb === 'verify'
  return OWN.has(command) || command === '--version' || command === '--help'
}

const TRUSTED_FOLDER = /^\/(?:usr\/(?:local\/)?)?bin\//

/** The name to look a command up by; null for a program by path: whatever it is, it is none that we know. */
export function nameOf(word: string): string | null {
  const name = word.replace(TRUSTED_FOLDER, '')
  return name.includes('/') ? null : name
}

/** May a variable of this name be set? Others change what the next command is or does: PATH, LD_PRELOAD, NODE_OPTIONS … */
export function isHarmlessName(name: string): boolean {
  return /^(?:[a-z_][a-z0-9_]*|LC_[A-Z]+|LANG|LANGUAGE|TZ|TERM|NO_COLOR|FORCE_COLOR|CLICOLOR|COLUMNS|LINES|CI)$/.test(
    name,
  )
}

/** Is it one that only reads, whatever follows? `xargs` may run no other. */
export function isReader(name: string): boolean {
  return READERS.has(name)
}

/** Does this command, with these arguments, only read? What is not known here does not. */
export function isReading(name: string, args: readonly Argument[]): boolean {
  if (READERS.has(name)) return true
  // `-v` sets a variable, and only stands first.
  if (name === 'printf') return args[0]?.startsWith('-') === false
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined
  const known = args.filter((arg) => arg !== null)
  // An argument that is only known when it runs may be any option.
  return rule !== undefined && known.length === args.length && rule(known)
}
