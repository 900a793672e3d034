import { Minimatch } from 'minimatch'
import { simpleExclusion, simpleMatcher } from './simple-glob.ts'

// Globs come from the change under review. minimatch ≥ 11 matches hostile ones (`*a*a*a…`) in linear time; its own
// `!` and `#` handling stays off, so that a pattern means the same wherever it stands in a list.
const options = { dot: true, nonegate: true, nocomment: true, platform: 'linux' } as const

type Matcher = (path: string) => boolean

function remembered(compile: (pattern: string) => Matcher): (pattern: string) => Matcher {
  const compiled = new Map<string, Matcher>()
  return (pattern) => {
    const known = compiled.get(pattern)
    if (known !== undefined) return known
    const fresh = compile(pattern)
    compiled.set(pattern, fresh)
    return fresh
  }
}

const inclusion = remembered((pattern) => simpleMatcher(pattern) ?? libraryMatcher(pattern))
const exclusion = remembered((pattern) => simpleExclusion(pattern) ?? libraryExclusion(pattern))

function libraryMatcher(pattern: string): Matcher {
  const glob = new Minimatch(pattern, options)
  return (path) => glob.match(path)
}

const EVERYTHING_BELOW = /(?:\/\*\*)+(?:\/\*)?$/

/** Whatever excludes all that is in a folder excludes the folder's own name: a link of that name would bring it all back. */
function libraryExclusion(pattern: string): Matcher {
  const glob = new Minimatch(pattern, options)
  const folders = glob.globSet
    .filter((part) => EVERYTHING_BELOW.test(part))
    .map((part) => new Minimatch(part.replace(EVERYTHING_BELOW, ''), { ...options, nobrace: true }))
  return (path) => glob.match(path) || folders.some((folder) => folder.match(path))
}

/** Does one root-relative glob match? `dot: true`, case-sensitive. */
export function matchGlob(pattern: string, path: string): boolean {
  return inclusion(pattern)(path)
}

/** A list of globs: at least one matches, and no `!glob` does, in any order. `!folder/**` is the folder's own name too. */
export function matchGlobs(patterns: readonly string[], path: string): boolean {
  let included = false
  for (const pattern of patterns) {
    if (pattern.startsWith('!')) {
      if (exclusion(pattern.slice(1))(path)) return false
    } else if (!included) included = matchGlob(pattern, path)
  }
  return included
}
