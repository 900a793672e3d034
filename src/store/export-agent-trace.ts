import type { RecordedFile, TraceRecord } from '../core/trace.ts'
import type { Exported } from './export.ts'

type Fields = Readonly<Record<string, unknown>>

/** The longest model id that Agent Trace admits. */
const MAX_MODEL_ID = 250

/**
 * The strict form of Agent Trace 0.1.0, whose schema admits no key of its own making: everything else that the record says
 * stands under `metadata.intentgate`, so nothing is lost.
 */
export function agentTraceOf({ record, said }: Exported): Fields {
  return record === null ? said : strictRecord(record)
}

function strictRecord(record: TraceRecord): Fields {
  const { version, id, timestamp, vcs, tool, files, ...rest } = record
  const hasTool = tool.version !== undefined
  return {
    version,
    id,
    timestamp: new Date(timestamp).toISOString(),
    ...(vcs === undefined ? {} : { vcs: { type: vcs.type, revision: vcs.revision } }),
    ...(hasTool ? { tool: { name: tool.name, version: tool.version } } : {}),
    files: files.map(strictFile),
    metadata: { intentgate: { ...rest, tool, files: files.map(restOfFile) } },
  }
}

function strictFile({ path, conversations }: RecordedFile): Fields {
  return { path, conversations: conversations.map(strictConversation) }
}

function strictConversation({ contributor, ranges, related }: RecordedFile['conversations'][number]): Fields {
  const { type, model_id } = contributor
  const isShort = model_id !== undefined && model_id.length <= MAX_MODEL_ID
  return {
    contributor: { type, ...(isShort ? { model_id } : {}) },
    ranges: ranges.map(({ start_line, end_line, content_hash }) => ({
      start_line,
      end_line,
      ...(content_hash === undefined ? {} : { content_hash }),
    })),
    ...(related === undefined
      ? {}
      : { related: related.map(({ type: kind, url }) => ({ type: kind, url })) }),
  }
}

// Ranges stand in the strict part already, and are the bulk.
function restOfFile({ conversations, ...rest }: RecordedFile): Fields {
  return { ...rest, conversations: conversations.map(({ ranges: _, ...about }) => about) }
}
