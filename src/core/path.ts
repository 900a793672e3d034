const LOW = 0xdc00
let strict: InstanceType<typeof TextDecoder> | undefined

// Made when the first path comes: an agent's hook loads this file, and most events decode none.
function decodeStrictly(bytes: Uint8Array): string {
  strict ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  return strict.decode(bytes)
}

/**
 * A path as git stores it: bytes, mapped one to one to a string. Valid UTF-8 reads as usual; every byte that is not
 * part of valid UTF-8 becomes a lone surrogate U+DC80…U+DCFF. Two different names never become the same string,
 * which plain UTF-8 decoding (`bad\xff`, `bad\xfe`) does.
 */
export function decodePath(bytes: Uint8Array): string {
  try {
    return decodeStrictly(bytes)
  } catch {
    return decodeLoosely(bytes)
  }
}

function decodeLoosely(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at)
    if (length === 0) text += String.fromCharCode(LOW + bytes[at]!)
    else text += decodeStrictly(bytes.subarray(at, at + length))
    at += Math.max(length, 1)
  }
  return text
}

/** Length of the valid UTF-8 sequence at `at`, or 0. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    try {
      decodeStrictly(bytes.subarray(at, at + length))
      return length
    } catch {
      // Not a whole sequence yet: one byte more may complete it.
    }
  }
  return 0
}

const ESCAPED_BYTE = /[\udc80-\udcff]/u

/** The bytes that git knows this path by. */
export function encodePath(path: string): Uint8Array {
  if (!ESCAPED_BYTE.test(path)) return Buffer.from(path, 'utf8')
  const parts: Buffer[] = []
  for (const char of path) {
    const unit = char.charCodeAt(0)
    const isByte = char.length === 1 && unit >= 0xdc80 && unit <= 0xdcff
    parts.push(isByte ? Buffer.from([unit - LOW]) : Buffer.from(char, 'utf8'))
  }
  return Buffer.concat(parts)
}

/** The ledger is JSON, so it can only name paths that are valid UTF-8. */
export function isUtf8Path(path: string): boolean {
  return !ESCAPED_BYTE.test(path)
}

/** Compares as git sorts: by bytes. */
export function comparePaths(a: string, b: string): number {
  return Buffer.compare(encodePath(a), encodePath(b))
}

/** How a root-relative path is spelt in a folder ('' or 'sub/') of the repository; the folder itself is `.`. */
export function pathFrom(folder: string, path: string): string {
  const [from, to] = [folder.split('/').slice(0, -1), path.split('/')]
  let common = 0
  while (common < from.length && from[common] === to[common]) common++
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/') || '.'
}
