import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Command } from '../../../src/cli/command.ts'
import type { Entry } from '../../../src/core/change.ts'
import { MODES } from '../../../src/core/change.ts'
import { findChain } from '../../../src/core/edges.ts'
import { GateError } from '../../../src/core/error.ts'
import type { Write } from '../../../src/core/trace.ts'
import { parseLedger } from '../../../src/store/ledger-lines.ts'
import { fakeIo } from '../../support/io.ts'
import { createRepo, type TestRepo } from '../../support/repo.ts'

export const INTENTS = `active_intents:
  - { id: INT-001, name: Code, status: IN_PROGRESS, owned_scope: ["src/**"] }
  - { id: INT-002, name: Docs, status: IN_PROGRESS, owned_scope: ["docs/**", "src/shared.ts"] }
  - { id: INT-003, name: Done, status: COMPLETED, owned_scope: ["old/**"] }
`

/** A repository with two intents in progress and one commit. */
export function governedRepo(...initArgs: string[]): TestRepo {
  const repo = createRepo(...initArgs)
  repo.write({ '.orchestration/active_intents.yaml': INTENTS, 'src/a.ts': 'one\ntwo\nthree\n' })
  commitAll(repo, 'start')
  return repo
}

export function commitAll(repo: TestRepo, message: string): void {
  repo.git('add', '--all')
  repo.git('commit', '-q', '-m', message)
}

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly answers?: readonly string[]
}

/** Runs a command in-process; a refusal is its exit code, its words in `err`. */
export async function run(
  command: Command,
  repo: TestRepo,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  const { cwd = repo.dir, ...world } = options
  const io = fakeIo(cwd, world)
  try {
    const code = await command.run(args, io)
    return { code, ...io.seen }
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    return { code: error.exit, out: io.seen.out, err: `${io.seen.err}${error.message}\n${error.remedy}\n` }
  }
}

export function ledgerFiles(repo: TestRepo): string[] {
  const folder = '.orchestration/agent_trace'
  const shards = existsSync(join(repo.dir, folder))
    ? readdirSync(join(repo.dir, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.jsonl'),
      )
    : []
  const single = existsSync(join(repo.dir, `${folder}.jsonl`)) ? [`${folder}.jsonl`] : []
  return [...single, ...shards.map((name) => `${folder}/${name}`)].sort()
}

/** Every line of the working tree's ledger as text. */
export function ledgerText(repo: TestRepo): string {
  return ledgerFiles(repo)
    .map((path) => repo.read(path))
    .join('')
}

/** Everything the working tree's ledger says, in the order it was written; a problem in it is a failure. */
export function writesIn(repo: TestRepo): Write[] {
  const files = ledgerFiles(repo).map((path) => parseLedger(readFileSync(join(repo.dir, path)), path))
  expect(files.flatMap(({ problems }) => problems)).toEqual([])
  const writes = files.flatMap(({ lines }) => lines.flatMap((line) => line.writes))
  return writes.sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
}

/** What HEAD, or another tree, holds. */
export function entryIn(repo: TestRepo, path: string, tree = 'HEAD'): Entry | null {
  const out = repo.git('--literal-pathspecs', 'ls-tree', '-z', tree, '--', path)
  return out === '' ? null : entryOf(/^(\d+) \w+ ([0-9a-f]+)\t/.exec(out))
}

export function stagedEntry(repo: TestRepo, path: string): Entry | null {
  const out = repo.git('--literal-pathspecs', 'ls-files', '-s', '-z', '--', path)
  return out === '' ? null : entryOf(/^(\d+) ([0-9a-f]+) 0\t/.exec(out))
}

function entryOf(match: RegExpExecArray | null): Entry {
  const mode = MODES.find((known) => known === match?.[1])
  if (mode === undefined || match === null) throw new Error('git says something else')
  return { mode, blob: match[2]! }
}

/** Do the records lead from what HEAD holds to what is staged? Stages everything first. */
export function isChained(repo: TestRepo, path: string): boolean {
  repo.git('add', '--all')
  const writes = writesIn(repo).filter((write) => write.path === path)
  return findChain(writes, entryIn(repo, path), stagedEntry(repo, path)) !== null
}
