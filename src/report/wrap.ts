const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u
const MARK = /\p{M}/u

/** Columns a terminal needs for it; `text` holds no control characters. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const char of text) {
    if (MARK.test(char)) continue
    columns += WIDE.test(char) ? 2 : 1
  }
  return columns
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)))
}

/** Lines of at most `width` columns, broken at spaces only: a longer word keeps its line. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && columnsOf(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** Wrapped, each line behind `indent`. */
export function wrapIndented(text: string, indent: string, width: number): readonly string[] {
  return wrap(text, Math.max(MIN_WIDTH, width) - indent.length).map((line) => indent + line)
}

const MIN_WIDTH = 20
