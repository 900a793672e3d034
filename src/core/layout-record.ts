import type { Write } from './trace.ts'

/** What the pre-commit hook calls a record of its own: a formatter laid out anew what was traced, and kept its structure. */
export const LAYOUT_CALL = 'format'

export function isLayoutRecord({ tool, call }: Pick<Write, 'tool' | 'call'>): boolean {
  return tool === 'intentgate' && call === LAYOUT_CALL
}
