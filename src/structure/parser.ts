// A process of its own: dist/structure.js. A parser's native stack can overflow, and takes the process with it.
import { compareUnits } from './compare.ts'
import { readStructure } from './read.ts'
import type { Question } from './reader.ts'

process.on('message', async (question: Question) => {
  process.send?.(
    'pairs' in question ? await compareUnits(question) : await readStructure(question.path, question.bytes),
  )
})
process.send?.('ready')
