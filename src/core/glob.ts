import { Minimatch } from 'minimatch'
import { simpleMatcher } from './simple-glob.ts'

// Globs come from the change under review. minimatch ≥ 11 matches hostile ones (`*a*a*a…`) in linear time; its own
// `!` and `#` handling stays off, so that a pattern means the same wherever it stands in a list.
const options = { dot: true, nonegate: true, nocomment: true, platform: 'linux' } as const

type Matcher = (path: string) => boolean

const compiled = new Map<string, Matcher>()

function compile(pattern: string): Matcher {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const fresh = simpleMatcher(pattern) ?? libraryMatcher(pattern)
  compiled.set(pattern, fresh)
  return fresh
}

function libraryMatcher(pattern: string): Matcher {
  const glob = new Minimatch(pattern, options)
  return (path) => glob.match(path)
}

/** Does one root-relative glob match? `dot: true`, case-sensitive. */
export function matchGlob(pattern: string, path: string): boolean {
  return compile(pattern)(path)
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
