import { parseArgs } from 'node:util'
import type { Inspected } from '../recorder/classify.ts'
import type { Parts, Recorder } from './parts.ts'
import { agentNamed, answerHook } from './run.ts'
import { writeText } from './stdio.ts'

declare const require: (file: string) => unknown

export interface Main {
  readonly runHook: typeof runHook
}

/** What lies beside this script. */
interface Rest extends Pick<Parts, 'full'> {
  load(name: string): unknown
}

/** One call of the hook, its answer to stdout and stderr. Returns the exit status. */
export async function runHook(args: string[], payload: string, rest: Rest): Promise<number> {
  const { agent, event, mode } = readArgs(args)
  const call = { agent, payload, event, mode, cwd: process.cwd(), env: process.env }
  const { stdout, stderr, exit } = await answerHook(call, partsOf(rest))
  writeText(2, stderr)
  writeText(1, stdout)
  return exit
}

// Loaded only by the events that need them.
function partsOf({ load, full }: Rest): Parts {
  return {
    recorder: async () => load('agent-record') as Recorder,
    full,
    async inspect(command) {
      const { inspectCommand } = load('shell') as { inspectCommand(command: string): Inspected }
      return inspectCommand(command)
    },
    async matchGlobs(patterns, path) {
      const { matchGlobs } = require('./glob.cjs') as {
        matchGlobs(patterns: readonly string[], path: string): boolean
      }
      return matchGlobs(patterns, path)
    },
  }
}

function readArgs(args: string[]) {
  // A name alone is what most agents start us with.
  const { name, event = null, mode = null } = args.length === 1 ? { name: args[0] } : parseFlags(args)
  const agent = agentNamed(name)
  if (agent === null) throw new Error(`'${name}' is not an agent that is known`)
  return { agent, event, mode }
}

function parseFlags(args: string[]) {
  const options = { event: { type: 'string' }, mode: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: false })
  return { name: positionals[0], event: text(values.event), mode: text(values.mode) }
}

function text(value: string | boolean | undefined): string | null {
  return typeof value === 'string' ? value : null
}
