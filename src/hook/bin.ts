import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchSimpleGlobs } from '../core/simple-glob.ts'
import { judgeFast } from './fast.ts'
import { parseInput } from './input.ts'
import { markPassed } from './pass-marker.ts'
import { placeOf } from './place.ts'
import { readSettledConfig } from './settled-config.ts'

declare const __dirname: string
declare const require: (file: string) => unknown
const VERSION = process.env.INTENTGATE_VERSION ?? ''

/** The git events whose shim gathers, on stdin, what an ordinary commit is judged by. */
const GATHERED = ['pre-commit', 'prepare-commit-msg']

async function main(event: string, args: readonly string[]): Promise<void> {
  const input = GATHERED.includes(event) ? readFileSync(0) : null
  if (input !== null && passesUnlessBarred(event, args, input)) return
  // Everything else — a finding, a first commit, a merge, a YAML file that has changed — is judged in full.
  const full = (await import(/* @vite-ignore */ join(__dirname, 'git-hook.js'))) as {
    runGitHook(event: string, args: readonly string[]): Promise<number>
  }
  process.exitCode = await full.runGitHook(event, args)
}

// A file of ours that cannot be read or written is no pass: the full judgement meets it again, and says what to do.
function passesUnlessBarred(event: string, args: readonly string[], bytes: Buffer): boolean {
  try {
    return passesFast(event, args, bytes)
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'syscall' in error) return false
    throw error
  }
}

function passesFast(event: string, args: readonly string[], bytes: Buffer): boolean {
  // `commit HEAD` is an amend: its base may be another.
  if (event === 'prepare-commit-msg' && args[1] === 'commit') return false
  const input = parseInput(bytes)
  if (input === null) return false
  const place = placeOf(process.env, process.cwd())
  const config = readSettledConfig(place.state, VERSION, input.intents, input.policy)
  if (config === null || (event === 'prepare-commit-msg' && config.todo !== '-')) return false
  if (judgeFast(input, config, place, isOwned) !== 'passed') return false
  markPassed(place, input.index, { head: input.head, mergeHead: '-', todo: config.todo })
  return true
}

// The glob library takes longer to load than all the rest: only for scopes that need it.
function isOwned(patterns: readonly string[], path: string): boolean {
  const simple = matchSimpleGlobs(patterns, path)
  if (simple !== null) return simple
  const { matchGlobs } = require('./glob.cjs') as {
    matchGlobs(patterns: readonly string[], path: string): boolean
  } // built beside this file
  return matchGlobs(patterns, path)
}

main(process.argv[2] ?? '', process.argv.slice(3)).catch((error: unknown) => {
  // Whatever fails here is no pass.
  process.stderr.write(`intentgate: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 70
})
