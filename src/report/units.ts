import type { UnitChanges } from '../core/unit-change.ts'
import { clip, quotePath } from './escape.ts'
import { code, prose } from './html.ts'
import { fitSections } from './page.ts'
import { CLASS_WORDS, linesOnlyNote, tally, unitLines, unitName, unitNote } from './unit-words.ts'

const LONGEST_TEXT = 500

/** What changed by unit, what evolved first: a table for a step summary or a comment, in at most `limit` bytes. */
export function renderUnits(changes: UnitChanges, limit: number): string {
  const head = `<p>${tally(changes.units)}</p>\n<table>\n<tr>${['what', 'unit', 'where', 'note'].map((name) => `<th>${name}</th>`).join('')}</tr>\n`
  return fitSections(
    [{ open: head, rows: rowsOf(changes), close: '</table>' }],
    limit,
    'intentgate diff --structure',
  )
}

/** As `renderUnits`, folded away behind its tally. */
export function renderFoldedUnits(changes: UnitChanges, limit: number): string {
  const fold = `<details><summary>${tally(changes.units)}</summary>\n\n`
  const end = '\n</details>\n'
  return `${fold}${renderUnits(changes, limit - fold.length - end.length)}${end}`
}

function rowsOf({ units, linesOnly }: UnitChanges): string[] {
  const ordered = [...units].sort((a, b) => rank(a.mutation) - rank(b.mutation))
  return [
    ...ordered.map((unit) =>
      row(
        CLASS_WORDS[unit.class],
        code(clip(unitName(unit), LONGEST_TEXT)),
        code(clip(`${quotePath(unit.path)}:${unitLines(unit)}`, LONGEST_TEXT)),
        prose(clip(unitNote(unit), LONGEST_TEXT)),
      ),
    ),
    ...linesOnly.map((file) =>
      row('lines only', '', code(clip(quotePath(file.path), LONGEST_TEXT)), prose(linesOnlyNote(file))),
    ),
  ]
}

function rank(mutation: UnitChanges['units'][number]['mutation']): number {
  return mutation === 'INTENT_EVOLUTION' ? 0 : 1
}

function row(...cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`
}
