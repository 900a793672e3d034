import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The parser that stands beside this bundle; absent where none is shipped. */
export function shippedParser(): { readonly parser?: string } {
  const parser = fileURLToPath(new URL('parsers/structure.js', import.meta.url))
  return existsSync(parser) ? { parser } : {}
}
