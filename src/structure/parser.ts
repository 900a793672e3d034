// A process of its own: dist/structure.js. The parser's native stack can overflow, and takes the process with it.
import { loadParser } from './parse.ts'
import { readStructure } from './read.ts'
import type { Question } from './reader.ts'

// Dies here where there is no parser for this machine: before the first answer, so that the reason is known.
await loadParser()
process.on('message', async ({ path, bytes }: Question) => {
  process.send?.(await readStructure(path, bytes))
})
process.send?.('ready')
