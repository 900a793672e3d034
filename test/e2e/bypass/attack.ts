import { createHash, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { contentHash } from '../../../src/core/digest.ts'
import { lineHash } from '../../../src/core/trace.ts'
import type { Target } from '../../../src/index.ts'
import { ADOPTED, type GatedRepo } from '../../support/gated-repo.ts'
import type { Answer } from '../../support/repo.ts'
import { hunksOf } from '../../support/world.ts'

export interface Refusal {
  readonly code: number
  /** `rule path` of every error, sorted; `-` = no path. A check that could not judge has its code alone. */
  readonly errors: readonly string[]
}

/** What a hook of ours said. git exits with 1 whatever a hook answers. */
export function hookSaid({ code, err }: Answer): Refusal {
  const found = [...err.matchAll(/^error (\S+) (\S+?)(?::[\d,-]+)? /gm)]
  return { code, errors: sorted(found.map(([, rule, path]) => `${rule} ${path}`)) }
}

interface JsonReport {
  readonly violations: readonly { severity: string; rule: string; path: string | null }[]
  readonly error?: { readonly code: string }
}

/** What `intentgate check` says as CI runs it and reads it. */
export function ci(repo: GatedRepo, ...args: string[]): Refusal {
  const { code, out, err } = repo.check(...args, '--format', 'json')
  if (!out.startsWith('{')) throw new Error(`check ${args.join(' ')} → ${code}\n${out}${err}`)
  const { violations, error }: JsonReport = JSON.parse(out)
  const errors = violations.filter(({ severity }) => severity === 'error')
  const said = errors.map(({ rule, path }) => `${rule} ${path ?? '-'}`)
  return { code, errors: error === undefined ? sorted(said) : [error.code] }
}

/** The whole branch, as CI judges a pull request; exit codes as `check` has them. */
export async function pullRequest(repo: GatedRepo, base = ADOPTED, head = 'HEAD'): Promise<Refusal> {
  return await inProcess(repo, { kind: 'range', base, head, commits: 'net' }, 'ci')
}

/** The branch, commit by commit, as CI judges it. */
export async function commitByCommit(repo: GatedRepo, base = ADOPTED, head = 'HEAD'): Promise<Refusal> {
  return await inProcess(repo, { kind: 'range', base, head, commits: 'each' }, 'ci')
}

/** Stages everything; what a hook would say of it. */
export async function staged(repo: GatedRepo): Promise<Refusal> {
  repo.git('add', '-A')
  return await inProcess(repo, { kind: 'staged' }, 'local')
}

/** The built library: `ci` tests the door, and costs a process each time. */
async function inProcess(repo: GatedRepo, what: Target, place: 'local' | 'ci'): Promise<Refusal> {
  const { check }: typeof import('../../../src/index.ts') = await import(resolve('dist/index.js'))
  try {
    const { verdict, violations } = await check(repo.dir, { what, place })
    const errors = violations.filter(({ severity }) => severity === 'error')
    const said = errors.map(({ rule, path }) => `${rule} ${path ?? '-'}`)
    return { code: verdict === 'pass' ? 0 : 1, errors: sorted(said) }
  } catch (error) {
    if (!(error instanceof Error) || !('exit' in error && 'code' in error)) throw error
    return { code: Number(error.exit), errors: [String(error.code)] }
  }
}

function sorted(said: readonly string[]): string[] {
  return [...new Set(said)].sort()
}

export const refused = (...errors: string[]): Refusal => ({ code: 1, errors })
export const undetermined = (code: string): Refusal => ({ code: 3, errors: [code] })
export const misused = (code: string): Refusal => ({ code: 2, errors: [code] })
export const PASSED: Refusal = { code: 0, errors: [] }

/** git where no hook of ours runs: what a clone without the hooks can push. */
export function unhooked(repo: GatedRepo, ...args: string[]): string {
  return repo.git('-c', 'core.hooksPath=/dev/null', ...args)
}

/** Commits everything with no hook; the new commit's id. */
export function smuggle(repo: GatedRepo, files: Record<string, string | Uint8Array | null> = {}): string {
  repo.write(files)
  repo.git('add', '-A')
  unhooked(repo, 'commit', '-q', '-m', 'smuggled')
  return repo.git('rev-parse', 'HEAD')
}

/** Stages everything and commits through the hooks. */
export function commitAll(repo: GatedRepo, ...args: string[]): Refusal {
  repo.git('add', '-A')
  return hookSaid(repo.commit(...args))
}

export interface Claim {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
  readonly intent?: string
  readonly contributor?: 'ai' | 'human'
}

/** A record as our writer would have made it, of a write that may never have been. */
export function claim({ path, before, after, intent = 'INT-001', contributor = 'ai' }: Claim) {
  return {
    version: '0.1.0',
    id: `${randomUUID().slice(0, 14)}8${randomUUID().slice(15)}`,
    timestamp: new Date().toISOString(),
    intent_id: intent,
    tool: { name: 'test' },
    files: [
      {
        path,
        operation: operationOf(before, after),
        before: stateOf(before),
        after: {
          ...stateOf(after),
          ...(after !== null && { content_hash: contentHash(Buffer.from(after)) }),
        },
        hunks: hunksOf(before, after).map(({ at, removed, added }) => ({
          at,
          removed: removed.join(''),
          added: added.join(''),
        })),
        conversations: [{ contributor: { type: contributor }, ranges: [] }],
      },
    ],
    session: '0123456789abcdef',
    previous: null as string | null, // else it could never be another line's hash
  }
}

export type ClaimedRecord = ReturnType<typeof claim>

function operationOf(before: string | null, after: string | null): string {
  if (before === null) return 'create'
  return after === null ? 'delete' : 'modify'
}

function stateOf(text: string | null) {
  if (text === null) return { blob: null }
  const blob = createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0`)
    .update(text)
    .digest('hex')
  return { blob, mode: '100644' }
}

/** The lines of a shard, each naming the one before. */
export function chained(records: readonly object[]): string {
  let previous: string | null = null
  const lines = records.map((record) => {
    const line = JSON.stringify({ ...record, previous })
    previous = lineHash(line)
    return `${line}\n`
  })
  return lines.join('')
}

let shards = 0

/** A new shard of that text; its path. */
export function writeShard(repo: GatedRepo, text: string | Uint8Array): string {
  const number = String(++shards).padStart(6, '0')
  const path = `.orchestration/agent_trace/2026-11/30-0123456789abcdef-${number}.jsonl`
  repo.write({ [path]: text })
  return path
}

/** Every shard in the working tree, root-relative. */
export function shardsOf(repo: GatedRepo): string[] {
  const folder = '.orchestration/agent_trace'
  const names = readdirSync(join(repo.dir, folder), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => `${folder}/${name}`)
}
