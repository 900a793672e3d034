import { isAbsolute, posix, relative } from 'node:path'
import type { Repository } from '../../git/types.ts'

/** Does a root-relative path lie at or below one of some literal pathspecs, relative to the current folder? None = yes. */
export function isNamed(repo: Repository, path: string, pathspecs: readonly string[]): boolean {
  if (pathspecs.length === 0) return true
  const specs = pathspecs.map((spec) => fromTop(repo, spec))
  return specs.some((spec) => spec === '' || path === spec || path.startsWith(`${spec}/`))
}

function fromTop({ top, prefix }: Repository, spec: string): string {
  const path = isAbsolute(spec) ? relative(top, spec).replaceAll('\\', '/') : posix.join(prefix, spec)
  return path.replace(/^\.?\/?$|\/$/, '')
}
