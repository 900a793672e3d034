import { DIGEST_LENGTH } from './digest.ts'
import type { TraceRecord } from './trace.ts'

/**
 * Is this the very shape our own writer gives a record? Stricter than the schema, without its start-up cost: whatever
 * is not plainly right is not wrong, it is judged in full.
 */
export function isPlainRecord(value: unknown): value is TraceRecord {
  if (!isObject(value)) return false
  const { version, id, timestamp, intent_id, tool, files, session, previous, vcs } = value
  return (
    version === '0.1.0' &&
    matches(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) &&
    matches(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) &&
    !Number.isNaN(Date.parse(timestamp)) &&
    isText(intent_id) &&
    isTool(tool) &&
    (vcs === undefined || isVcs(vcs)) &&
    matches(session, /^[0-9a-f]{16}$/) &&
    (previous === null || isHash(previous)) &&
    isListOf(files, isPlainFile)
  )
}

type Fields = Record<string, unknown>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function matches(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value)
}

function isHash(value: unknown): boolean {
  return matches(value, /^sha256:[0-9a-f]{64}$/)
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isItem)
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

function isTool(tool: unknown): boolean {
  return isObject(tool) && isText(tool.name) && isOptionalText(tool.version) && isOptionalText(tool.call)
}

function isVcs(vcs: unknown): boolean {
  return isObject(vcs) && vcs.type === 'git' && typeof vcs.revision === 'string'
}

function isPlainFile(file: unknown): boolean {
  if (!isObject(file)) return false
  const { path, operation, before, after, hunks, conversations, moved_to, moved_from } = file
  return (
    isText(path) &&
    matches(operation, /^(?:create|modify|delete|mode|symlink|submodule)$/) &&
    isState(before) &&
    isState(after) &&
    isObject(after) &&
    (after.content_hash === undefined || isHash(after.content_hash)) &&
    (hunks === undefined || (Array.isArray(hunks) && hunks.every(isHunk))) &&
    isOptionalText(moved_to) &&
    isOptionalText(moved_from) &&
    file.mutation_class === undefined &&
    isListOf(conversations, isConversation)
  )
}

function isState(state: unknown): boolean {
  if (!isObject(state)) return false
  if (state.blob === null) return state.mode === undefined
  return (
    matches(state.blob, /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/) &&
    matches(state.mode, /^(?:100644|100755|120000|160000)$/)
  )
}

function isHunk(hunk: unknown): boolean {
  if (!isObject(hunk) || !Array.isArray(hunk.at) || hunk.at.length !== 4) return false
  return (
    hunk.at.every((n) => Number.isSafeInteger(n) && n >= 0) &&
    isDigests(hunk.removed) &&
    isDigests(hunk.added)
  )
}

// The first character of a digest may say that it is redacted.
const DIGESTS = new RegExp(`^(?:[A-Za-z0-9_!-][A-Za-z0-9_-]{${DIGEST_LENGTH - 1}})*$`)

function isDigests(digests: unknown): boolean {
  return matches(digests, DIGESTS)
}

function isConversation(conversation: unknown): boolean {
  if (!isObject(conversation) || !isObject(conversation.contributor)) return false
  const { type, model_id } = conversation.contributor
  return (
    matches(type, /^(?:ai|human|mixed|unknown)$/) &&
    isOptionalText(model_id) &&
    areRanges(conversation.ranges) &&
    areRelated(conversation.related)
  )
}

function areRanges(ranges: unknown): boolean {
  const isRange = (range: unknown) =>
    isObject(range) &&
    isLine(range.start_line) &&
    isLine(range.end_line) &&
    (range.content_hash === undefined || isHash(range.content_hash))
  return Array.isArray(ranges) && ranges.every(isRange)
}

function isLine(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0 // checked to be a number just before
}

function areRelated(related: unknown): boolean {
  const isLink = (link: unknown) =>
    isObject(link) && typeof link.type === 'string' && typeof link.url === 'string'
  return related === undefined || (Array.isArray(related) && related.every(isLink))
}
