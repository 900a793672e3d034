import { type Command, forEachChild, parse, type Redirect, type SyntaxNode, type Word } from 'unbash'
import { type Argument, isHarmlessName, isReader, isReading, nameOf } from './commands.ts'

/** SAFE: it reads and searches. DESTRUCTIVE: it may write, delete or execute. Nothing in between, and in doubt the latter. */
export type CommandClass = 'SAFE' | 'DESTRUCTIVE'

export interface Inspected {
  readonly class: CommandClass
  /** The intent that `intentgate intent select ID` in it names; null = it selects none. */
  readonly selects: string | null
  /** What it prints of, as the words stand there: an agent without a tool for it reads files so. */
  readonly reads: readonly string[]
}

const DEEPEST = 8
const LONGEST = 64 * 1024

/** Reads a shell command without running it. What cannot be parsed or is not known is DESTRUCTIVE. */
export function inspectCommand(command: string): Inspected {
  const found: Found = { selects: null, reads: [] }
  const isSafe = command.length <= LONGEST && !mayEvaluate(command) && isSafeScript(command, found, 0)
  return { class: isSafe ? 'SAFE' : 'DESTRUCTIVE', selects: found.selects, reads: found.reads }
}

const EVALUATES = /\btest\s|\[\s|\(\(/
const ESCAPED = /\[[^\]]{0,200}\\[$`]/

/** A test evaluates what stands in an index, quoted or not: `[[ 'a[$(rm x)]' -eq 0 ]]` removes it. */
function mayEvaluate(command: string): boolean {
  if (!EVALUATES.test(command)) return false
  const quoted = [...command.matchAll(/'([^']*)'/g)].map(([, text = '']) => text)
  return ESCAPED.test(command) || quoted.some((text) => /\[[\s\S]*(?:\$\(|`)/.test(text))
}

export function classifyCommand(command: string): CommandClass {
  return inspectCommand(command).class
}

interface Found {
  selects: string | null
  readonly reads: string[]
}

function isSafeScript(text: string, found: Found, depth: number): boolean {
  if (depth > DEEPEST) return false
  const script = parse(text)
  let isSafe = (script.errors ?? []).length === 0
  const visit = (node: SyntaxNode): void => {
    if (!isSafeNode(node, found, depth)) isSafe = false
    forEachChild(node, visit)
  }
  forEachChild(script, visit)
  return isSafe
}

function isSafeNode(node: SyntaxNode, found: Found, depth: number): boolean {
  switch (node.type) {
    case 'Command':
      return isSafeCommand(node, found, depth)
    case 'Redirect':
      return isSafeRedirect(node)
    case 'Assignment':
      return isHarmlessName(node.name)
    case 'For':
    case 'Select':
      return isHarmlessName(node.name.value)
    case 'Script':
      return (node as { errors?: readonly unknown[] }).errors === undefined // a substitution reports its own
    // A function may take the name of anything.
    case 'Function':
    case 'Coproc':
      return false
    default:
      return true
  }
}

const SINKS = ['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/tty']

function isSafeRedirect({ operator, target }: Redirect): boolean {
  if (operator === '<' || operator === '<&') return true
  const word = target === undefined ? null : argumentOf(target)
  if (operator === '>&' && word !== null && /^(?:\d+|-)$/.test(word)) return true
  return word !== null && SINKS.includes(word)
}

function isSafeCommand({ name, args }: Command, found: Found, depth: number): boolean {
  if (name === undefined) return true
  const words = [argumentOf(name), ...args.map((arg) => (arg.type === 'Word' ? argumentOf(arg) : arg.text))]
  return isSafeCall(words, found, depth)
}

/** null where the shell decides when it runs: a variable, a substitution, a pattern that may begin with a dash. */
function argumentOf({ value, parts = [] }: Word): Argument {
  const isOpen = parts.some(
    (part, at) =>
      !['Literal', 'SingleQuoted', 'AnsiCQuoted', 'DoubleQuoted', 'Glob'].includes(part.type) ||
      (part.type === 'Glob' && at === 0) ||
      (part.type === 'DoubleQuoted' && part.parts.some((child) => child.type !== 'Literal')),
  )
  return isOpen ? null : value
}

function isSafeCall(words: readonly Argument[], found: Found, depth: number): boolean {
  const [first, ...args] = words
  const name = typeof first === 'string' ? nameOf(first) : null
  if (name === null) return false
  if (Object.hasOwn(WRAPPERS, name))
    return isSafeWrapped(WRAPPERS[name]!(args), found, depth) && !(name === 'npx' && mayInstall(args))
  if (name === 'xargs') return isSafeXargs(args)
  if (SHELLS.includes(name)) return isSafeShell(args, found, depth)
  found.selects ??= selectedBy(name, args)
  if (PRINTERS.includes(name))
    found.reads.push(...args.filter((arg) => arg !== null && !arg.startsWith('-')).map(String))
  return isReading(name, args)
}

// Whatever the registry has by that name.
function mayInstall(args: readonly Argument[]): boolean {
  return args[0] === '-y' || args[0] === '--yes'
}

function isSafeWrapped(words: readonly Argument[] | null, found: Found, depth: number): boolean {
  return words !== null && (words.length === 0 || isSafeCall(words, found, depth))
}

function selectedBy(name: string, [command, verb, id]: readonly Argument[]): string | null {
  return name === 'intentgate' && command === 'intent' && verb === 'select' ? (id ?? null) : null
}

const PRINTERS = ['cat', 'nl', 'head', 'tail', 'sed', 'less', 'more', 'bat']
const SHELLS = ['sh', 'bash', 'dash', 'zsh', 'ksh']

function isSafeShell(args: readonly Argument[], found: Found, depth: number): boolean {
  const [option, script] = args
  // Other letters may stand with the c; anything else reads a script or its input.
  const isLiteral = typeof option === 'string' && /^-[eulx]*c$/.test(option) && typeof script === 'string'
  return isLiteral && isSafeScript(script, found, depth + 1)
}

function isSafeXargs(args: readonly Argument[]): boolean {
  const rest = skip(args, /^-(?:[0rtx]+|-null|-no-run-if-empty)$/, /^-[InLPsd]$/)
  if (rest === null) return false
  const [name] = rest
  // What comes from the pipe may be any option.
  return name === undefined || (name !== null && isReader(nameOf(name) ?? ''))
}

type Wrapper = (args: readonly Argument[]) => readonly Argument[] | null

/** They run what follows; null where it cannot be told what that is. */
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  builtin: (args) => args,
  command: (args) => (args[0] === '-v' || args[0] === '-V' ? [] : skip(args, /^-p$/)),
  env: (args) => afterAssignments(skip(args, /^-(?:i|0)$/, /^-u$/)),
  nice: (args) => skip(args, /^-\d+$/, /^-n$/),
  npx: (args) =>
    skip(args, /^(?:-y|--yes|--no|--no-install)$/)?.[0] === 'intentgate' ? skip(args, /^-/) : null,
  stdbuf: (args) => skip(args, /^-[ioe][0LK\d]+$/),
  time: (args) => skip(args, /^-p$/),
  timeout: (args) => skip(args, /^--(?:foreground|preserve-status)$/, /^-[sk]$/)?.slice(1) ?? null,
}

/** What stands after the options; null at one that is not known. `valued` ones take the next word with them. */
function skip(args: readonly Argument[], alone: RegExp, valued?: RegExp): readonly Argument[] | null {
  let at = 0
  for (; typeof args[at] === 'string' && args[at]!.startsWith('-'); at++) {
    const arg = args[at]!
    if (valued?.test(arg) === true) at++
    else if (!alone.test(arg)) return null
  }
  return args.slice(at)
}

function afterAssignments(args: readonly Argument[] | null): readonly Argument[] | null {
  if (args === null) return null
  const at = args.findIndex((arg) => arg === null || !/^[A-Za-z_]\w*=/.test(arg))
  const assigned = at === -1 ? args : args.slice(0, at)
  if (!assigned.every((arg) => isHarmlessName(arg!.split('=')[0]!))) return null
  return at === -1 ? [] : args.slice(at)
}
