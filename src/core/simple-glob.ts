// A literal path, a whole folder, or everything: what nearly every scope is made of.
const NAME = '[A-Za-z0-9_@+-][A-Za-z0-9_.@+-]*|\\.[A-Za-z0-9_@+-][A-Za-z0-9_.@+-]*'
const SIMPLE = new RegExp(`^!?(?:(?:${NAME})(?:/(?:${NAME}))*(?:/\\*\\*)?|\\*\\*)$`)

/**
 * `matchGlobs` for lists of literal paths, `folder/**` and `**`, negated or not, without loading a glob library; null where
 * a pattern is more than that.
 */
export function matchSimpleGlobs(patterns: readonly string[], path: string): boolean | null {
  if (!patterns.every((pattern) => SIMPLE.test(pattern))) return null
  const isOut = patterns.some((pattern) => pattern.startsWith('!') && matches(pattern.slice(1), path))
  return !isOut && patterns.some((pattern) => !pattern.startsWith('!') && matches(pattern, path))
}

function matches(pattern: string, path: string): boolean {
  if (pattern === '**') return true
  return pattern.endsWith('/**')
    ? path.startsWith(pattern.slice(0, -2)) && path.length > pattern.length - 2
    : path === pattern
}
