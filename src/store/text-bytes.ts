import { splitLines } from '../core/digest.ts'
import type { Place, YamlIssue } from './yaml.ts'

/** Why these bytes are no text to read YAML from, if so. A UTF-8 byte order mark is fine. */
export function suspectBytes(bytes: Uint8Array): YamlIssue | null {
  if (isUtf16(bytes)) return { line: 1, column: 1, message: 'UTF-16: save the file as UTF-8' }
  const nul = bytes.indexOf(0)
  if (nul !== -1) return { ...placeOf(bytes, nul), message: 'a NUL byte' }
  return isUtf8(bytes) ? null : firstBadLine(bytes)
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function firstBadLine(bytes: Uint8Array): YamlIssue {
  const line = splitLines(bytes).findIndex((text) => !isUtf8(text)) + 1
  return { line, column: 1, message: 'not UTF-8: save the file as UTF-8' }
}

function placeOf(bytes: Uint8Array, offset: number): Place {
  const lines = splitLines(bytes.subarray(0, offset + 1))
  return { line: lines.length, column: lines.at(-1)?.length ?? 1 }
}
