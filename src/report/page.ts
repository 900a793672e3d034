/** A block of HTML or Markdown. Rows can be left out where there is no room; a blank line follows each section. */
export interface Section {
  readonly open: string
  readonly rows: readonly string[]
  readonly close: string
}

const ROOM_FOR_THE_CUT = 300

/** The sections in at most `limit` bytes. What does not fit is cut at a row, from there to the end, and said, with what shows it. */
export function fitSections(
  sections: readonly Section[],
  limit: number,
  shownBy = 'intentgate check --format json',
): string {
  let left = limit - ROOM_FOR_THE_CUT
  let cut = 0
  const blocks: string[] = []
  for (const { open, rows, close } of sections) {
    left -= bytesOf(open) + bytesOf(close) + 2
    const fitting = cut > 0 ? 0 : countFitting(rows, left)
    cut += rows.length - fitting
    if (left < 0 || (fitting === 0 && rows.length > 0)) continue
    const shown = rows.slice(0, fitting)
    left -= shown.reduce((sum, row) => sum + bytesOf(row), 0)
    blocks.push(`${open}${shown.join('')}${close}\n\n`)
  }
  return blocks.join('').trimEnd() + describeCut(cut, limit, shownBy)
}

function countFitting(rows: readonly string[], room: number): number {
  let left = room
  const first = rows.findIndex((row) => {
    left -= bytesOf(row)
    return left < 0
  })
  return first === -1 ? rows.length : first
}

function describeCut(rows: number, limit: number, shownBy: string): string {
  if (rows === 0) return '\n'
  return `\n\n**Cut at ${Math.floor(limit / 1024)} KiB: ${rows} rows are not shown here. All of them: \`${shownBy}\`**\n`
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}
