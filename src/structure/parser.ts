// A process of its own: dist/structure.js. A parser's native stack can overflow, and takes the process with it.
import { compareUnits } from './compare.ts'
import { readLinks, readStructure } from './read.ts'
import type { Question } from './reader.ts'

// Questions are sent ahead: answers come in their order, whatever an answer waits for.
let last: Promise<unknown> = Promise.resolve()
process.on('message', (question: Question) => {
  last = last.then(() => answer(question)).then((said) => process.send?.(said))
})
process.send?.('ready')

async function answer(question: Question): Promise<unknown> {
  if ('pairs' in question) return await compareUnits(question)
  const { path, bytes, of } = question
  return of === 'links' ? [await readLinks(path, bytes)] : await readStructure(path, bytes)
}
