import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BEGIN, END, findBlock, putBlock, removeBlock } from '../../src/setup/marked.ts'

const block = [`${BEGIN} (a note)`, 'one', 'two', END].join('\n')
const line = fc.stringMatching(/^[ -~]{0,12}$/).filter((text) => !text.includes('intentgate'))
const text = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, newline, isEnded]) => lines.join(newline) + (isEnded && lines.length > 0 ? newline : ''))

/** The start of each line, and the very end. */
function offsets(of: string): number[] {
  return [0, ...[...of.matchAll(/\n/g)].map(({ index }) => index + 1), of.length]
}

test('what is put in comes out again, byte for byte, wherever it stood', () => {
  fc.assert(
    fc.property(text, (before) => {
      for (const at of offsets(before))
        expect(removeBlock(putBlock(before, block, at, 'f'), 'f')).toBe(before)
    }),
  )
})

test('putting it in twice is putting it in once, and a new block takes the place of the old', () => {
  fc.assert(
    fc.property(text, (before) => {
      const once = putBlock(before, block, before.length, 'f')
      expect(putBlock(once, block, 0, 'f')).toBe(once)
      const other = block.replace('two', 'three')
      expect(putBlock(once, other, 0, 'f')).toBe(putBlock(before, other, before.length, 'f'))
    }),
  )
})

test('a file whose lines all end in CR LF gets such lines; sh with one CR in a string does not', () => {
  expect(putBlock('a\r\n', block, 3, 'f')).toBe(`a\r\n${block.replaceAll('\n', '\r\n')}\r\n`)
  expect(putBlock("printf 'a\r\n'\nb\n", block, 0, 'f')).toBe(`${block}\nprintf 'a\r\n'\nb\n`)
})

test('a text without the block has none', () => {
  expect(findBlock('# intentgate\n', 'f')).toBeNull()
  expect(removeBlock('# intentgate\n', 'f')).toBe('# intentgate\n')
})

test.each([`a\n${BEGIN}\nb\n`, `a\n${END}\n`, `${END}\n${BEGIN}\n`])(
  'half of the markers is an error, never a guess: %j',
  (damaged) => {
    for (const act of [
      () => findBlock(damaged, 'f'),
      () => removeBlock(damaged, 'f'),
      () => putBlock(damaged, block, 0, 'f'),
    ]) {
      expect(act).toThrow(expect.objectContaining({ code: 'USAGE' }))
    }
  },
)
