import { kindOf } from '../core/change.ts'
import { isLedgerPath, SIDECAR } from '../core/sidecar.ts'
import { createObjectReader } from './object-reader.ts'
import { parseRawDiff } from './parse-raw-diff.ts'
import { type Place, runGit } from './run.ts'

const DIFF = ['diff-tree', '-r', '--raw', '-z', '--no-abbrev', '--no-renames']

/**
 * Blobs that the ledger of `head`, where it is not that of `base`, says were written over or left behind, but not both: a state
 * that one record leaves and the next one finds was seldom committed, so there is nothing to ask a server for.
 */
export async function claimedBlobs(place: Place, base: string, head: string): Promise<string[]> {
  const { stdout } = await runGit(place, [...DIFF, base, head, '--', SIDECAR])
  const ledger = parseRawDiff(stdout).flatMap(({ path, after }) =>
    after !== null && isLedgerPath(path) && kindOf(after.mode) === 'file' ? [after.blob] : [],
  )
  const reader = createObjectReader(place)
  try {
    const shards = await reader.contentsOfAll(ledger, Number.POSITIVE_INFINITY)
    const claims = [...shards.values()].flatMap((shard) => claimsIn(shard?.bytes ?? null))
    return unlinked(claims)
  } finally {
    await reader.close()
  }
}

interface Claim {
  readonly before: string | null
  readonly after: string | null
}

function unlinked(claims: readonly Claim[]): string[] {
  const found = new Set(claims.flatMap(({ before }) => before ?? []))
  const left = new Set(claims.flatMap(({ after }) => after ?? []))
  return [...[...found].filter((blob) => !left.has(blob)), ...[...left].filter((blob) => !found.has(blob))]
}

// What is no record claims nothing here: judging says what is wrong with it.
function claimsIn(shard: Uint8Array | null): Claim[] {
  const lines = shard === null ? [] : Buffer.from(shard).toString('utf8').split('\n')
  return lines.flatMap((line) => {
    const files = field(parsed(line), 'files')
    return Array.isArray(files) ? files.map(claimOf) : []
  })
}

function claimOf(file: unknown): Claim {
  return { before: blobOf(field(file, 'before')), after: blobOf(field(file, 'after')) }
}

// A submodule's id names a commit of another repository.
function blobOf(state: unknown): string | null {
  const blob = field(state, 'blob')
  const isId = typeof blob === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(blob)
  return isId && field(state, 'mode') !== '160000' ? blob : null
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : null
}
