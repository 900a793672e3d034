import { Minimatch } from 'minimatch'

// Globs come from the change under review. minimatch ≥ 11 matches hostile ones (`*a*a*a…`) in linear time; its own
// `!` and `#` handling stays off, so that a pattern means the same wherever it stands in a list.
const options = { dot: true, nonegate: true, nocomment: true, platform: 'linux' } as const

const compiled = new Map<string, Minimatch>()

function compile(pattern: string): Minimatch {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const fresh = new Minimatch(pattern, options)
  compiled.set(pattern, fresh)
  return fresh
}

/** Does one root-relative glob match? `dot: true`, case-sensitive. */
export function matchGlob(pattern: string, path: string): boolean {
  return compile(pattern).match(path)
}

/** A list of globs: at least one matches, and no `!glob` does, in any order. */
export function matchGlobs(patterns: readonly string[], path: string): boolean {
  let included = false
  for (const pattern of patterns) {
    if (pattern.startsWith('!')) {
      if (matchGlob(pattern.slice(1), path)) return false
    } else if (!included) included = matchGlob(pattern, path)
  }
  return included
}
