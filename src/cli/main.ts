import { EXIT } from '../core/error.ts'
import { didYouMean } from '../store/did-you-mean.ts'
import type { Command, Io } from './command.ts'
import { commands } from './commands/index.ts'
import { explainFailure } from './failure.ts'
import { usageError } from './flags.ts'
import { VERSION } from './version.ts'

/** Runs one command line (without node and the script) and returns its exit code. Never throws, never exits. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await Promise.race([dispatch(argv, io), interruption(io.signal)])
  } catch (error) {
    if (io.signal.aborted) return EXIT.interrupted
    return explainFailure(error, argv, io)
  }
}

function interruption(signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(EXIT.interrupted)
    else signal.addEventListener('abort', () => resolve(EXIT.interrupted), { once: true })
  })
}

async function dispatch([name, ...args]: readonly string[], io: Io): Promise<number> {
  if (name === undefined) throw usageError('no command given', 'see: npx intentgate --help')
  if (['--version', '-v'].includes(name)) return print(io, VERSION)
  if (['--help', '-h', 'help'].includes(name)) return print(io, await help(args[0], io))
  const command = await load(name)
  if (asksForHelp(args)) return print(io, command.usage)
  return command.run(args, io)
}

async function help(name: string | undefined, io: Io): Promise<string> {
  return name === undefined ? overview(io) : (await load(name)).usage
}

async function load(name: string): Promise<Command> {
  const loader = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (loader !== undefined) return loader()
  const meant = didYouMean(name, Object.keys(commands))
  throw usageError(
    `'${name}' is not a command`,
    meant === null ? 'see: npx intentgate --help' : `did you mean ${meant}?`,
  )
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

function print(io: Io, text: string): number {
  io.out(text.endsWith('\n') ? text : `${text}\n`)
  return EXIT.pass
}

async function overview({ style }: Io): Promise<string> {
  const names = Object.keys(commands)
  const width = Math.max(...names.map((name) => name.length))
  const rows = await Promise.all(
    names.map(async (name) => `  ${style.bold(name.padEnd(width))}  ${(await load(name)).summary}\n`),
  )
  return [
    'Usage: intentgate COMMAND [OPTIONS]\n\n',
    'Holds every committed change against the intent it was declared for, and the trace of how it was written.\n\n',
    ...rows,
    '\nMore about one: intentgate COMMAND --help\n',
    'Exit codes: 0 pass, 1 violations, 2 configuration or usage, 3 cannot determine what to judge, 70 bug, 130 interrupted.\n',
  ].join('')
}
