import { GateError } from '../core/error.ts'

/** Our lines in a file that is not ours: from one marker to the other, nothing outside is touched. */
export const BEGIN = '# >>> intentgate >>>'
export const END = '# <<< intentgate <<<'

const BLOCK = /^[^\S\n]*# >>> intentgate >>>[^\n]*\n[\s\S]*?^[^\S\n]*# <<< intentgate <<<[^\S\r\n]*$/m

/** The block with its markers and without a final newline; null = none. Throws USAGE where only one marker is left. */
export function findBlock(text: string, path: string): string | null {
  const found = BLOCK.exec(text)?.[0]
  if (found !== undefined) return found
  if (!text.includes(BEGIN) && !text.includes(END)) return null
  throw new GateError('USAGE', {
    message: `${path}: the lines between '${BEGIN}' and '${END}' are damaged`,
    remedy: `remove what is left of them from ${path}, then run: npx intentgate init`,
  })
}

/**
 * `text` with `block` at offset `at`, the start of a line, or in place of the block it has. A file that ended without
 * a newline ends without one again, so that `removeBlock` gives back every byte.
 */
export function putBlock(text: string, block: string, at: number, path: string): string {
  const newline = isCrlf(text) ? '\r\n' : '\n'
  const lines = block.replaceAll('\n', newline)
  const old = findBlock(text, path)
  if (old !== null) return text.replace(old, () => lines)
  const before = text.slice(0, at)
  if (before !== '' && !before.endsWith('\n')) return `${before}${newline}${lines}`
  return `${before}${lines}${newline}${text.slice(at)}`
}

// Every line, not one of them: a CR in our lines of sh would break a hook that merely holds one in a string.
function isCrlf(text: string): boolean {
  return text.includes('\n') && !/(?:^|[^\r])\n/.test(text)
}

/** `text` as it was before `putBlock`. */
export function removeBlock(text: string, path: string): string {
  const block = findBlock(text, path)
  if (block === null) return text
  const at = text.indexOf(block)
  const before = text.slice(0, at)
  const after = text.slice(at + block.length)
  // At the very end without a newline: the newline before the block came with it.
  return after === '' ? before.replace(/\r?\n$/, '') : before + after.replace(/^\r?\n/, '')
}
