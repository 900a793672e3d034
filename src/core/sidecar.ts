import type { Change } from './change.ts'
import { SCHEMA_BLOBS } from './schema-blobs.ts'

/** The sidecar folder: why (intents), how (ledger), where (map), memory (AGENT.md), how strict (policy). */
export const SIDECAR = '.orchestration'
export const INTENTS_PATH = `${SIDECAR}/active_intents.yaml`
export const POLICY_PATH = `${SIDECAR}/policy.yaml`
export const AGENT_PATH = `${SIDECAR}/AGENT.md`
export const MAP_PATH = `${SIDECAR}/intent_map.md`
export const LEDGER_FOLDER = `${SIDECAR}/agent_trace`
export const LEDGER_FILE = `${SIDECAR}/agent_trace.jsonl`

const SCHEMA = /^\.orchestration\/schema\/[a-z_]+\.json$/

const SHARD = /^\.orchestration\/agent_trace\/(\d{4}-\d{2})\/(\d{2})-[0-9a-f]{16}-[0-9a-z]{6}\.jsonl$/

/** The UTC day, YYYY-MM-DD, that a shard of the recorder was opened on, by its name; null for any other path. */
export function shardDay(path: string): string | null {
  const match = SHARD.exec(path)
  return match === null ? null : `${match[1]}-${match[2]}`
}

/** A shard or the single file. */
export function isLedgerPath(path: string): boolean {
  return path === LEDGER_FILE || (path.startsWith(`${LEDGER_FOLDER}/`) && path.endsWith('.jsonl'))
}

/** Judged by rules of their own. Any other name in the sidecar is judged like code: the folder is no free harbour. */
export function needsNoTrace(path: string): boolean {
  if (path === INTENTS_PATH || path === MAP_PATH) return true
  return isLedgerPath(path) || SCHEMA.test(path) || isFolderKeep(path)
}

function isFolderKeep(path: string): boolean {
  return path.startsWith(`${LEDGER_FOLDER}/`) && path.endsWith('/.keep')
}

/** git's id of the empty blob, in both object formats. */
const EMPTY = [
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
]

/** As `needsNoTrace`, for what stands there: a script, a link, a placeholder or a schema of other content only borrows the name. */
export function isSidecarsOwn({ path, after }: Change): boolean {
  if (!needsNoTrace(path)) return false
  return after === null || (after.mode === '100644' && holdsItsOwn(path, after.blob))
}

function holdsItsOwn(path: string, blob: string): boolean {
  if (isFolderKeep(path)) return EMPTY.includes(blob)
  return !SCHEMA.test(path) || SCHEMA_BLOBS[path]?.includes(blob) === true
}
