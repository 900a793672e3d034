import { createHash } from 'node:crypto'

/** 64 hex characters that stay the same for the same finding: made of what it is about, never of line numbers. */
export function fingerprint(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
