// A process of its own: dist/structure.js. A parser's native stack can overflow, and takes the process with it.
import type { FileStructure } from '../core/structure.ts'
import { readChanges, readMoves } from './changes.ts'
import { compareUnits } from './compare.ts'
import { readLinks, readStructure } from './read.ts'
import type { Question } from './reader.ts'
import { type Unread, without } from './reading.ts'
import { asCodeUnit } from './unit.ts'

// Questions are sent ahead: answers come in their order, whatever an answer waits for.
let last: Promise<unknown> = Promise.resolve()
process.on('message', (question: Question) => {
  last = last.then(() => answer(question)).then((said) => process.send?.(said))
})
process.send?.('ready')

async function answer(question: Question): Promise<unknown> {
  switch (question.of) {
    case 'structure':
      return await unlessTooDeep(() => readCode(question.path, question.bytes))
    case 'changes':
      return await unlessTooDeep(() => readChanges(question))
    case 'links':
      return [await readLinks(question.path, question.bytes)]
    case 'moves':
      return await readMoves(question)
    case 'differences':
      return await compareUnits(question)
  }
}

async function readCode(path: string, bytes: Uint8Array): Promise<FileStructure> {
  const reading = await readStructure(path, bytes)
  return reading.kind === 'unstructured' ? reading : { ...reading, unit: asCodeUnit(reading.unit) }
}

async function unlessTooDeep<T>(read: () => Promise<T>): Promise<T | Unread> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof RangeError) return without('depth')
    throw error
  }
}
