// A literal path, a whole folder, or everything: what nearly every scope is made of.
const NAME = '[A-Za-z0-9_@+-][A-Za-z0-9_.@+-]*|\\.[A-Za-z0-9_@+-][A-Za-z0-9_.@+-]*'
const SIMPLE = new RegExp(`^(?:(?:${NAME})(?:/(?:${NAME}))*(?:/\\*\\*)?|\\*\\*)$`)

/** A glob that is a literal path, `folder/**` or `**`, matched without a glob library; null for any other. */
export function simpleMatcher(pattern: string): ((path: string) => boolean) | null {
  if (!SIMPLE.test(pattern)) return null
  if (pattern === '**') return () => true
  if (!pattern.endsWith('/**')) return (path) => path === pattern
  const folder = pattern.slice(0, -2)
  return (path) => path.startsWith(folder) && path.length > folder.length
}

/** As `simpleMatcher`, for what stands behind a `!`: `folder/**` is the folder's own name too, be it a link or a file. */
export function simpleExclusion(pattern: string): ((path: string) => boolean) | null {
  const matches = simpleMatcher(pattern)
  if (matches === null || !pattern.endsWith('/**')) return matches
  const folder = pattern.slice(0, -3)
  return (path) => path === folder || matches(path)
}

/** `matchGlobs` for lists of such patterns, negated or not; null where one is more than that. */
export function matchSimpleGlobs(patterns: readonly string[], path: string): boolean | null {
  const said = patterns.map((pattern) => sayOf(pattern, path))
  if (said.includes(null)) return null
  return said.includes('in') && !said.includes('out')
}

function sayOf(pattern: string, path: string): 'in' | 'out' | 'nothing' | null {
  const isNegated = pattern.startsWith('!')
  const matches = isNegated ? simpleExclusion(pattern.slice(1)) : simpleMatcher(pattern)
  if (matches === null) return null
  if (!matches(path)) return 'nothing'
  return isNegated ? 'out' : 'in'
}
