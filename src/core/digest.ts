import { hash } from 'node:crypto'

const NEWLINE = 0x0a

/** Splits bytes into lines, each with its `\n`; a last line without one stays as it is. Joined again they are the input. */
export function splitLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline === -1 ? bytes.length : newline + 1
    lines.push(bytes.subarray(start, end))
    start = end
  }
  return lines
}

/** Lines by index from 0, found as they are asked for: a file is read no further than its last line of interest. null = no such line. */
export function lineFinder(bytes: Uint8Array): (index: number) => Uint8Array | null {
  const starts = [0]
  return (index) => {
    while (starts.length < index + 2 && starts.at(-1)! < bytes.length) {
      const newline = bytes.indexOf(NEWLINE, starts.at(-1))
      starts.push(newline === -1 ? bytes.length : newline + 1)
    }
    return starts.length < index + 2 ? null : bytes.subarray(starts[index], starts[index + 1])
  }
}

/** Digest of one line including its `\n`: the first 9 bytes of SHA-256, base64url, 12 characters. */
export function lineDigest(line: Uint8Array): string {
  // 9 bytes are 12 characters of base64url: the whole digest begins with them.
  return hash('sha256', line, 'base64url').slice(0, DIGEST_LENGTH)
}

export function lineDigests(bytes: Uint8Array): string[] {
  return splitLines(bytes).map(lineDigest)
}

/** `sha256:<64 hex>` over bytes as git stores them. */
export function contentHash(bytes: Uint8Array): string {
  return `sha256:${hash('sha256', bytes, 'hex')}`
}

/** git's id of a blob with this content. */
export function blobId(bytes: Uint8Array, format: 'sha1' | 'sha256'): string {
  return hash(format, Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]), 'hex')
}

/** git's own rule: a NUL in the first 8,000 bytes. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0)
}

export const DIGEST_LENGTH = 12
/** Over these, a change carries and is judged by object ids only. */
export const MAX_TEXT_BYTES = 8 * 1024 * 1024
export const MAX_DIGEST_LINES = 20_000
