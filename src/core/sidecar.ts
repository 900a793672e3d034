/** The sidecar folder: why (intents), how (ledger), where (map), memory (AGENT.md), how strict (policy). */
export const SIDECAR = '.orchestration'
export const INTENTS_PATH = `${SIDECAR}/active_intents.yaml`
export const POLICY_PATH = `${SIDECAR}/policy.yaml`
export const AGENT_PATH = `${SIDECAR}/AGENT.md`
export const MAP_PATH = `${SIDECAR}/intent_map.md`
export const LEDGER_FOLDER = `${SIDECAR}/agent_trace`
export const LEDGER_FILE = `${SIDECAR}/agent_trace.jsonl`

const SCHEMA = /^\.orchestration\/schema\/[a-z_]+\.json$/

/** A shard or the single file. */
export function isLedgerPath(path: string): boolean {
  return path === LEDGER_FILE || (path.startsWith(`${LEDGER_FOLDER}/`) && path.endsWith('.jsonl'))
}

/** Judged by rules of their own. Any other name in the sidecar is judged like code: the folder is no free harbour. */
export function needsNoTrace(path: string): boolean {
  if (path === INTENTS_PATH || path === MAP_PATH) return true
  return (
    isLedgerPath(path) ||
    SCHEMA.test(path) ||
    (path.startsWith(`${LEDGER_FOLDER}/`) && path.endsWith('/.keep'))
  )
}
