const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

/** Index after the JSON object that starts at `start`, or -1 where it does not end before `end`. Only brackets are read. */
export function endOfObject(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0
  for (let at = start; at < end; at++) {
    if (bytes[at] === QUOTE) at = endOfString(bytes, at, end)
    else depth += nesting(bytes[at]!)
    if (depth === 0) return at + 1
  }
  return -1
}

export interface JsonShape {
  readonly depth: number
  /** How many keys are written. */
  readonly keys: number
}

/** Of valid JSON, as it is written: a parser forgets a key that is given twice. */
export function shapeOfJson(bytes: Uint8Array): JsonShape {
  let open = 0
  let depth = 0
  let keys = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) at = endOfString(bytes, at, bytes.length)
    else if (byte === COLON) keys++
    else open += nesting(byte)
    depth = Math.max(depth, open)
  }
  return { depth, keys }
}

function nesting(byte: number): number {
  if (byte === 0x7b || byte === 0x5b) return 1
  return byte === 0x7d || byte === 0x5d ? -1 : 0
}

/** Index of the closing quote; `end` where there is none. */
function endOfString(bytes: Uint8Array, start: number, end: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at !== -1 && at < end; at = bytes.indexOf(QUOTE, at + 1)) {
    if (!isEscaped(bytes, at)) return at
  }
  return end
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let first = at
  while (bytes[first - 1] === BACKSLASH) first--
  return (at - first) % 2 === 1
}
