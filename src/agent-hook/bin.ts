import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Inspected } from '../recorder/classify.ts'
import type { Full, Parts, Recorder } from './parts.ts'
import { agentNamed, answerHook } from './run.ts'
import { readStdin, writeText } from './stdio.ts'

declare const __dirname: string
declare const require: (file: string) => unknown

// Built beside this file, and loaded only by the events that need them.
const parts: Parts = {
  recorder: async () => require('./agent-record.cjs') as Recorder,
  full: async () => (await import(/* @vite-ignore */ join(__dirname, 'agent-full.js'))) as Full,
  async inspect(command) {
    const { inspectCommand } = require('./shell.cjs') as { inspectCommand(command: string): Inspected }
    return inspectCommand(command)
  },
  async matchGlobs(patterns, path) {
    const { matchGlobs } = require('./glob.cjs') as {
      matchGlobs(patterns: readonly string[], path: string): boolean
    }
    return matchGlobs(patterns, path)
  },
}

async function main(args: string[]): Promise<void> {
  const { agent, event, mode } = readArgs(args)
  const call = { agent, payload: readStdin(), event, mode, cwd: process.cwd(), env: process.env }
  const { stdout, stderr, exit } = await answerHook(call, parts)
  writeText(2, stderr)
  writeText(1, stdout)
  // At once: what was said is written, and node would first tidy up a heap that is to be thrown away.
  process.exit(exit)
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

main(process.argv.slice(2)).catch((error: unknown) => {
  // 0: to many agents any other status is a refusal, and a recorder that fails must not stop them.
  process.stderr.write(`intentgate: ${error instanceof Error ? error.message : String(error)}\n`)
})
