import { expect, test } from 'vitest'
import { createProgress } from '../../src/cli/progress.ts'
import { createStyle } from '../../src/cli/style.ts'

const style = createStyle({}, { isTTY: false })

function watch(terminal: 'tty' | 'pipe', total: number): string {
  let said = ''
  const err = (text: string): void => {
    said += text
  }
  const progress = createProgress({ err, terminal, style }, 'commits judged')
  progress.show(1, total)
  progress.show(2, total)
  progress.clear()
  return said
}

test('long work counts on one line at a terminal, and takes the line away', () => {
  expect(watch('tty', 50)).toBe('\r1/50 commits judged\r2/50 commits judged\r\u001b[K')
})

test('nothing is said in a pipe, nor about short work', () => {
  expect(watch('pipe', 50)).toBe('')
  expect(watch('tty', 3)).toBe('')
})
