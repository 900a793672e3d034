import type { UnitDifference } from '../core/unit-change.ts'
import { firstDifference, type UnitText } from './difference.ts'
import { isScript, isValueFormat, languageOf, type Script } from './language.ts'
import { type Names, resolveNames } from './names.ts'
import type { Outline } from './outline.ts'
import { type Parsed, parseText } from './parse.ts'
import { createLineCount, rangeOf } from './place.ts'
import { decode } from './read.ts'
import { wholeFile } from './structure.ts'
import type { Unit } from './unit.ts'

/** Names a unit in its file. */
export type UnitPlace = Pick<Unit, 'kind' | 'name' | 'startLine'>

export interface FileText {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Two files of one language, and units of them that are to be compared. */
export interface Comparing {
  readonly before: FileText
  readonly after: FileText
  readonly pairs: readonly (readonly [before: UnitPlace, after: UnitPlace])[]
}

/** Where the units of each pair first differ; null = it cannot be told. Throws where the parser cannot be loaded. */
export async function compareUnits({ before, after, pairs }: Comparing): Promise<(UnitDifference | null)[]> {
  const lang = languageOf(after.path)
  const [old, now] = [decode(before.bytes), decode(after.bytes)]
  // Of data it is only known that it differs.
  if (lang === null || isValueFormat(lang) || old === null || now === null) return pairs.map(() => null)
  if (isScript(lang))
    return compared(pairs, await scriptUnits(old, lang), await scriptUnits(now, lang), firstDifference)
  const { firstTreeDifference, treeUnits } = await import('./tree/difference-tree.ts')
  return compared(pairs, await treeUnits(old, lang), await treeUnits(now, lang), firstTreeDifference)
}

function compared<T extends UnitPlace>(
  pairs: Comparing['pairs'],
  before: readonly T[],
  after: readonly T[],
  difference: (before: T, after: T) => UnitDifference | null,
): (UnitDifference | null)[] {
  return pairs.map(([was, is]) => {
    const [from, to] = [before.find(isAt(was)), after.find(isAt(is))]
    return from === undefined || to === undefined ? null : difference(from, to)
  })
}

function isAt(place: UnitPlace): (found: UnitPlace) => boolean {
  return ({ kind, name, startLine }) =>
    kind === place.kind && name === place.name && startLine === place.startLine
}

type Found = UnitPlace & UnitText

async function scriptUnits(text: string, lang: Script): Promise<Found[]> {
  const parsed = await parseText(text, lang)
  return parsed === null ? [] : unitsIn(parsed, text, lang === 'dts' ? null : resolveNames(parsed.program))
}

function unitsIn(parsed: Parsed, text: string, names: Names | null): Found[] {
  const lineAt = createLineCount(text)
  const found = (shape: Outline, around: string): Found[] => {
    const name = [around, shape.name].filter((part) => part !== '').join('.')
    const { start } = shape.kind === 'file' ? { start: 0 } : rangeOf(shape.nodes, text, parsed.comments)
    const own = { kind: shape.kind, name, startLine: lineAt(start), outline: shape, text, lineAt, names }
    return [own, ...shape.children.flatMap((child) => found(child, name))]
  }
  return found(wholeFile(parsed.program), '')
}
