const CHUNK = 1024 * 1024
const NEWLINE = 0x0a
// Every dialect names its paths under one of these keys.
const NAMED_PATH = /"(?:path|relative_path|file_path)"\s*:\s*"([^"\\\n]*(?:\\.[^"\\\n]*)*)"/g

/**
 * Which lines of a ledger file may name which path: three numbers for each mention (hash of the path, byte offset of
 * the line, its number), so that a million records take 12 MB and no text is kept.
 */
export type PathIndex = Uint32Array

export function indexPaths(bytes: Uint8Array): PathIndex {
  const mentions: number[] = []
  let line = 1
  for (let start = 0; start < bytes.length; ) {
    const end = endOfChunk(bytes, start)
    line += indexChunk(bytes.subarray(start, end), { start, line }, mentions)
    start = end
  }
  return Uint32Array.from(mentions)
}

/** After the last line that ends within the chunk; after the first one where it is longer than that. */
function endOfChunk(bytes: Uint8Array, start: number): number {
  const last = bytes.subarray(start, start + CHUNK).lastIndexOf(NEWLINE)
  if (last !== -1) return start + last + 1
  const next = bytes.indexOf(NEWLINE, start)
  return next === -1 ? bytes.length : next + 1
}

/** Returns how many lines the chunk ends. */
function indexChunk(
  chunk: Uint8Array,
  first: { readonly start: number; readonly line: number },
  mentions: number[],
): number {
  // A line of over 1 MiB is no record.
  if (chunk.length > CHUNK) return 1
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1')
  let passed = 0
  let lineStart = 0
  const passUntil = (at: number) => {
    for (
      let end = text.indexOf('\n', lineStart);
      end !== -1 && end < at;
      end = text.indexOf('\n', lineStart)
    ) {
      passed++
      lineStart = end + 1
    }
  }
  for (const { index, 1: path = '' } of text.matchAll(NAMED_PATH)) {
    passUntil(index)
    mentions.push(hashOf(path), first.start + lineStart, first.line + passed)
  }
  passUntil(text.length)
  return passed
}

/** FNV-1a, 32 bits. Two paths may share one: whoever looks a path up reads the line. */
function hashOf(latin1: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < latin1.length; i++) hash = Math.imul(hash ^ latin1.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** The hashes under which the index may hold a path: as JSON has it, and as writers that know only ASCII do. */
export function pathHashes(path: string): number[] {
  const written = JSON.stringify(path).slice(1, -1)
  const ascii = written.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return [...new Set([written, ascii])].map((text) => hashOf(Buffer.from(text).toString('latin1')))
}

export interface Mention {
  /** Byte offset of the line. */
  readonly start: number
  /** Counts from 1. */
  readonly line: number
}

/** The lines that may name one of the paths, in order, each once. */
export function linesNaming(index: PathIndex, hashes: ReadonlySet<number>): Mention[] {
  const found = new Map<number, Mention>()
  for (let i = 0; i < index.length; i += 3) {
    const [start, line] = [index[i + 1]!, index[i + 2]!]
    if (hashes.has(index[i]!)) found.set(line, { start, line })
  }
  return [...found.values()]
}
