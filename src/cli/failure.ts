import { EXIT, GateError } from '../core/error.ts'
import { jsonText, visible } from '../report/escape.ts'
import { type Failure, reporters } from '../report/index.ts'
import { explainFileFailure } from '../store/file-failure.ts'
import type { Io } from './command.ts'
import { VERSION } from './version.ts'

/** Says why a command could not do its work: for a person and, where `--json` was asked for, for a program. Returns the exit code. */
export function explainFailure(thrown: unknown, argv: readonly string[], io: Io): number {
  const error = explainFileFailure(thrown)
  const failure = failureOf(error)
  if (asksForJson(argv))
    io.out(argv[0] === 'check' ? reporters.json.failure(failure, PLAIN) : describe(failure))
  io.err(error instanceof GateError ? refusal(error, io) : bug(error, io))
  return failure.exit
}

const PLAIN = { colour: 'never', layout: 'lines', width: 80, unicode: 'no' } as const

function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const flags = end === -1 ? argv : argv.slice(0, end)
  return flags.some(
    (flag, at) =>
      ['--json', '--format=json'].includes(flag) || (flag === '--format' && flags[at + 1] === 'json'),
  )
}

/** What a report says in place of a verdict. */
export function failureOf(thrown: unknown): Failure {
  const error = explainFileFailure(thrown)
  if (error instanceof GateError) return error
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'BUG', message, remedy: 'report it, with the stack on stderr', exit: EXIT.bug }
}

function describe({ code, message, remedy }: Failure): string {
  return jsonText({ version: 1, error: { code, message, remedy } })
}

// Error texts quote paths, names and git's own words, so every line is made harmless.
function refusal({ message, remedy }: GateError, { style }: Io): string {
  return `${style.red('intentgate:')} ${block(message)}\n  ${style.bold('fix:')} ${block(remedy)}\n`
}

function bug(error: unknown, { style }: Io): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `${style.red('intentgate:')} this is a bug in intentgate ${VERSION}; nothing was judged.\n  ${block(stack)}\n`
}

function block(text: string): string {
  return text.split('\n').map(visible).join('\n  ')
}
