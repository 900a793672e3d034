import type { Range } from './place.ts'

/** What stands for a part of a text. */
export interface Edit extends Range {
  readonly by: string
}

/** A part of a text, with `edits` of it made, which stand in order and apart. */
export function edited(text: string, { start, end }: Range, edits: readonly Edit[]): string {
  let result = ''
  let at = start
  for (const edit of edits) {
    result += text.slice(at, edit.start) + edit.by
    at = edit.end
  }
  return result + text.slice(at, end)
}

/** Takes `items` out of the lists of a text that they stand in, in order: each goes with one comma. */
export function takenOut(text: string, items: readonly Range[]): Edit[] {
  let last = 0
  return items.map((item) => {
    const isAfter = item.start > last && text[item.start - 1] === ','
    const start = isAfter ? item.start - 1 : item.start
    const end = !isAfter && text[item.end] === ',' ? item.end + 1 : item.end
    last = end
    return { start, end, by: '' }
  })
}
