import { expect, test } from 'vitest'
import { readLinks } from '../../src/structure/read.ts'
import { corpus, everyNth } from './corpus.ts'
import { createRandom, mutantsOf } from './mutants.ts'

test('of another program that one token makes, nothing is hidden by its names but a name', async () => {
  const random = createRandom(20261201)
  const found = { changes: 0, renamed: 0 }
  for (const { path, text } of everyNth(
    corpus().filter((file) => file.text.length < 8000),
    60,
  )) {
    const before = await readLinks(path, Buffer.from(text))
    if (before?.alpha == null) continue
    for (const { isChange, text: mutant } of mutantsOf(path, text, 60, random)) {
      const after = isChange ? await readLinks(path, Buffer.from(mutant)) : null
      if (after === null) continue
      found.changes++
      if (JSON.stringify(after) !== JSON.stringify(before)) continue
      found.renamed++
      expect(withoutNames(mutant), mutant).toBe(withoutNames(text))
    }
  }
  expect(found.changes).toBeGreaterThan(400)
  expect(found.renamed).toBeLessThan(found.changes / 50)
})

function withoutNames(text: string): string {
  return text.replace(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu, 'name')
}

test('a script, and what reaches names by their text, is tied to whole modules only', async () => {
  const tied = [{ kind: 'whole', from: './a' }]
  for (const text of [`const a = require('./a')`, `import { a } from './a'\neval(a)`])
    expect(await readLinks('b.js', Buffer.from(text))).toEqual({ alpha: null, links: tied })
})

test('what has no structure has no links', async () => {
  for (const [path, text] of [
    ['a.py', 'import os'],
    ['a.d.ts', 'export declare const a: 1'],
    ['a.ts', 'import {'],
  ] as const)
    expect(await readLinks(path, Buffer.from(text))).toBeNull()
})
