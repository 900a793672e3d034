// A process of its own: dist/structure.js. The parser's native stack can overflow, and takes the process with it.
import { compareUnits } from './compare.ts'
import { loadParser } from './parse.ts'
import { readStructure } from './read.ts'
import type { Question } from './reader.ts'

// Dies here where there is no parser for this machine: before the first answer, so that the reason is known.
await loadParser()
process.on('message', async (question: Question) => {
  process.send?.(
    'pairs' in question ? await compareUnits(question) : await readStructure(question.path, question.bytes),
  )
})
process.send?.('ready')
