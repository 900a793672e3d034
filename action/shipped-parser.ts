// The process that parses, where no package is installed: dist/parsers/structure.js.
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { loadParser } from '../src/structure/parse.ts'
import { unpackBinding } from './binding.ts'

const VARIABLE = 'NAPI_RS_NATIVE_LIBRARY_PATH'

// The job's environment does not say which library is loaded.
delete process.env[VARIABLE]
const library = unpackBinding(new URL('bindings/', import.meta.url))
if (library !== null) {
  process.env[VARIABLE] = library
  // Whether it could be loaded is said with the first file that needs it.
  await loadParser().catch(() => undefined)
  // Windows keeps what is loaded; a runner empties its temporary folder after the job.
  if (process.platform !== 'win32') rmSync(dirname(library), { recursive: true, force: true })
}
await import('../src/structure/parser.ts')
