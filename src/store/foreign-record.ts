import type { Write } from '../core/trace.ts'
import type { LedgerLine } from './ledger-lines.ts'
import { isObject } from './record-content.ts'

/** A line of another tool, with what a ledger may hold of it: no prompts, no people, no folders of a machine. */
export type ForeignRecord = Readonly<Record<string, unknown>>

/**
 * Another tool's line in the plainest form of its dialect: Agent Trace 0.1.0, or one flat line where a whole file was hashed,
 * which Agent Trace has no place for. Nothing is made up: what it does not say, it does not say afterwards either.
 */
export function plainForeignRecord(line: LedgerLine, writes: readonly Write[]): ForeignRecord {
  const [first] = writes
  const flat = writes.length === 1 && first!.contentHash !== null ? first! : null
  return flat === null ? agentTraceRecord(line, writes) : flatRecord(line, flat)
}

function flatRecord(line: LedgerLine, write: Write): ForeignRecord {
  const { semantic_change } = line.said
  return {
    id: line.id,
    timestamp: write.timestamp,
    ...optional('intent_id', write.intent),
    file_path: write.path,
    content_sha256: write.contentHash?.replace('sha256:', ''),
    ...(typeof semantic_change === 'string' ? { semantic_change } : {}),
    contributor: write.contributor,
    ...optional('model', write.model),
    ...optional('tool', write.tool),
  }
}

function agentTraceRecord(line: LedgerLine, writes: readonly Write[]): ForeignRecord {
  const [first] = writes
  const paths = [...new Set(writes.map(({ path }) => path))]
  return {
    version: '0.1.0',
    id: line.id,
    timestamp: first!.timestamp,
    ...vcsOf(line.said),
    ...(first!.tool === null ? {} : { tool: toolOf(line.said, first!.tool) }),
    files: paths.map((path) => ({
      path,
      conversations: writes.filter((write) => write.path === path).map(conversationOf),
    })),
  }
}

function conversationOf(write: Write): ForeignRecord {
  return {
    contributor: { type: write.contributor, ...optional('model_id', write.model) },
    ranges: write.ranges.map(({ startLine, endLine, contentHash }) => ({
      start_line: startLine,
      end_line: endLine,
      content_hash: contentHash,
    })),
    ...(write.intent === null ? {} : { related: [{ type: 'specification', url: `intent:${write.intent}` }] }),
  }
}

function vcsOf({ vcs }: ForeignRecord): ForeignRecord {
  if (!isObject(vcs)) return {}
  const revision = vcs.revision ?? vcs.revision_id
  return typeof revision === 'string' ? { vcs: { type: 'git', revision } } : {}
}

function toolOf({ tool }: ForeignRecord, name: string): ForeignRecord {
  return isObject(tool) && typeof tool.version === 'string' ? { name, version: tool.version } : { name }
}

function optional(key: string, value: string | null): ForeignRecord {
  return value === null ? {} : { [key]: value }
}
