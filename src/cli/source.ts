import type { Target } from '../request.ts'
import { usageError } from './flags.ts'

export const sourceOptions = {
  staged: { type: 'boolean' },
  commit: { type: 'string' },
  range: { type: 'string' },
  each: { type: 'boolean' },
  all: { type: 'boolean' },
} as const

export interface SourceFlags {
  readonly staged?: boolean | undefined
  readonly commit?: string | undefined
  readonly range?: string | undefined
  readonly each?: boolean | undefined
  readonly all?: boolean | undefined
}

/** Which one of the four sources the flags name; what is staged if none. Throws USAGE. */
export function readTarget({ staged, commit, range, each, all }: SourceFlags): Target {
  const named = Object.entries({ staged, commit, range, all }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`],
  )
  if (named.length > 1)
    throw usageError(`${named.join(' and ')} name two things to judge`, 'give one of them')
  if (each === true && range === undefined)
    throw usageError('--each needs a range', 'give --range A..B --each')
  if (commit !== undefined) return { kind: 'commit', rev: commit }
  if (range !== undefined)
    return { kind: 'range', ...readRange(range), commits: each === true ? 'each' : 'net' }
  return { kind: all === true ? 'tree' : 'staged' }
}

function readRange(range: string): { base: string; head: string } {
  if (range.includes('...')) {
    throw usageError(
      `--range ${range} has three dots`,
      `write --range ${range.replace('...', '..')}: a range always judges what would land`,
    )
  }
  const [base, head, ...rest] = range.split('..')
  if (!base || !head || rest.length > 0)
    throw usageError(`--range ${range} does not name two ends`, 'write --range A..B')
  return { base, head }
}
