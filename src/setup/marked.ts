import { GateError } from '../core/error.ts'

/** Our lines in a file that is not ours: from one marker to the other, nothing outside is touched. */
export interface Marks {
  /** How the first line begins, and the whole last line. */
  readonly begin: string
  readonly end: string
  /** The block with its markers and without a final newline; null = none. Throws USAGE where only one marker is left. */
  find(text: string, path: string): string | null
  /**
   * `text` with `block` at offset `at`, the start of a line, or in place of the block it has. A file that ended without
   * a newline ends without one again, so that `remove` gives back every byte.
   */
  put(text: string, block: string, at: number, path: string): string
  /** `text` as it was before `put`. */
  remove(text: string, path: string): string
}

/** Neither marker may hold what means something in a regular expression. */
export function createMarks(begin: string, end: string): Marks {
  const pattern = new RegExp(`^[^\\S\\n]*${begin}[^\\n]*\\n[\\s\\S]*?^[^\\S\\n]*${end}[^\\S\\r\\n]*$`, 'm')
  const find: Marks['find'] = (text, path) => {
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) return found
    if (!text.includes(begin) && !text.includes(end)) return null
    throw new GateError('USAGE', {
      message: `${path}: the lines between '${begin}' and '${end}' are damaged`,
      remedy: `remove what is left of them from ${path}, then run: npx intentgate init`,
    })
  }
  return {
    begin,
    end,
    find,
    put: (text, block, at, path) => put(text, { block, old: find(text, path), at }),
    remove(text, path) {
      const block = find(text, path)
      return block === null ? text : without(text, block)
    },
  }
}

const inShell = createMarks('# >>> intentgate >>>', '# <<< intentgate <<<')

export const { begin: BEGIN, end: END, find: findBlock, put: putBlock, remove: removeBlock } = inShell

interface Place {
  readonly block: string
  readonly old: string | null
  readonly at: number
}

function put(text: string, { block, old, at }: Place): string {
  const newline = isCrlf(text) ? '\r\n' : '\n'
  const lines = block.replaceAll('\n', newline)
  if (old !== null) return text.replace(old, () => lines)
  const before = text.slice(0, at)
  if (before !== '' && !before.endsWith('\n')) return `${before}${newline}${lines}`
  return `${before}${lines}${newline}${text.slice(at)}`
}

// Every line, not one of them: a CR in our lines of sh would break a hook that merely holds one in a string.
function isCrlf(text: string): boolean {
  return text.includes('\n') && !/(?:^|[^\r])\n/.test(text)
}

function without(text: string, block: string): string {
  const at = text.indexOf(block)
  const before = text.slice(0, at)
  const after = text.slice(at + block.length)
  // At the very end without a newline: the newline before the block came with it.
  return after === '' ? before.replace(/\r?\n$/, '') : before + after.replace(/^\r?\n/, '')
}
