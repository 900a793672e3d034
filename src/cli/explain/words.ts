import type { Entry } from '../../core/change.ts'
import type { Write } from '../../core/trace.ts'
import { quotePath, visible } from '../../report/escape.ts'

export function describeState(entry: Entry | null): string {
  return entry === null ? 'nothing' : entry.blob.slice(0, 10)
}

/** `ai (anthropic/claude-sonnet-4-5) with claude-code Write, 2026-11-30T12:00:00Z` */
export function describeAuthor({ contributor, model, tool, call, timestamp }: Write): string {
  const who = model === null ? contributor : `${contributor} (${visible(model)})`
  const how = [tool, call].flatMap((word) => (word === null ? [] : [visible(word)])).join(' ')
  return `${who}${how === '' ? '' : ` with ${how}`}, ${visible(timestamp)}`
}

/** `record 0193… in .orchestration/agent_trace/2026-11/….jsonl:3` */
export function describeRecord({ id, place }: Write): string {
  return `record ${visible(id)} in ${quotePath(place.file)}:${place.line}`
}
