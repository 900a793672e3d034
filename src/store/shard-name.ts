import { LEDGER_FOLDER } from '../core/sidecar.ts'

const COMPACTED = /^\.orchestration\/agent_trace\/\d{4}-\d{2}\/compacted-[0-9a-f]{16}\.jsonl$/

/** Folder of the shards of one month, UTC: `.orchestration/agent_trace/2026-11`. */
export function monthFolder(at: Date): string {
  return `${LEDGER_FOLDER}/${at.toISOString().slice(0, 7)}`
}

/** `session` is 16 hex; `random` keeps a session that works on two branches from colliding with itself. */
export function shardName(session: string, at: Date, random: string): string {
  return `${monthFolder(at)}/${at.toISOString().slice(8, 10)}-${session}-${random}.jsonl`
}

/** The file that makes git see a folder as kept, not renamed, when its shards are compacted. */
export function keepName(folder: string): string {
  return `${folder}/.keep`
}

/** `digest` is that of the content: the same shards compacted on two branches are one file. */
export function compactedName(folder: string, digest: string): string {
  return `${folder}/compacted-${digest.slice(0, 16)}.jsonl`
}

export function isCompacted(path: string): boolean {
  return COMPACTED.test(path)
}
