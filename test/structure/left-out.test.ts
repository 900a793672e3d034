import { expect, test } from 'vitest'
import { classify } from '../../src/structure/classify.ts'
import type { Unit } from '../../src/structure/unit.ts'
import { corpus, everyNth, structure } from './corpus.ts'
import { createRandom, mutantsOf } from './mutants.ts'
import { relayout } from './relayout.ts'

/** As if nothing could be told without its hashes. */
function looked(unit: Unit): Unit {
  const { kind, name, startLine, endLine, alone, hash, own, sorted, alpha, outer, text } = unit
  const { directives, comments, order } = unit
  return {
    ...{ kind, name, startLine, endLine, alone, hash, own, sorted, alpha, outer, text },
    ...{ directives, comments, order, said: null, length: null },
    children: unit.children.map(looked),
  }
}

/** Every place of a word: often a renaming, and where the word is text as well, none. */
function renamings(text: string): string[] {
  const words = [...new Set(text.match(/\b[a-z]{4,}\b/g))]
  return everyNth(words, 8).map((word) => text.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), `${word}2`))
}

test('what need not be hashed, because its text or its length says enough, changes nothing', async () => {
  const random = createRandom(20261201)
  for (const { path, text } of everyNth(corpus(), 20)) {
    const mutants = [...mutantsOf(path, text, 12, random)].map((mutant) => mutant.text)
    for (const other of [relayout(path, text, random), ...renamings(text), ...mutants]) {
      const after = await structure(other, path).catch(() => null)
      if (after === null) continue
      const before = await structure(text, path)
      const found = classify([{ path, before, after }])
      expect(found).toEqual(classify([{ path, before: looked(before), after: looked(after) }]))
    }
  }
})

test.each([
  [
    'a script that becomes a module',
    'function f() { return this }\na\n',
    'function f() { return this }\nexport {}\n',
  ],
  [
    'a file that becomes strict',
    'function f() { return this }\n',
    "'use strict'\nfunction f() { return this }\n",
  ],
])('%s: what is the same to the letter', async (_what, was, is) => {
  const [before, after] = [await structure(was, 'a.js'), await structure(is, 'a.js')]
  expect(before.children[0]!.said).not.toBe(after.children[0]!.said)
  expect(before.children[0]!.hash).toBe(after.children[0]!.hash)
})
