import { type ChangeClass, describeDifference, type LinesOnly, type UnitChange } from '../core/unit-change.ts'
import { WHY_UNSTRUCTURED } from '../core/unstructured.ts'
import { quotePath, visible } from './escape.ts'

export const CLASS_WORDS: Readonly<Record<ChangeClass, string>> = {
  MOVED: 'moved',
  FORMAT: 'reformatted',
  COMMENT: 'comments',
  IMPORT_ORDER: 'imports sorted',
  RENAMED_LOCAL: 'renamed inside',
  RENAMED_SYMBOL: 'renamed',
  EVOLUTION: 'evolved',
  ADDED: 'added',
  REMOVED: 'removed',
}

const WHY: Readonly<Record<LinesOnly['why'], string>> = {
  ...WHY_UNSTRUCTURED,
  kind: 'a symbolic link or a submodule',
}

/** `function Cart.total`, `file`. */
export function unitName({ kind, name }: Pick<UnitChange, 'kind' | 'name'>): string {
  return name === '' ? kind : `${kind} ${visible(name)}`
}

export function unitLines({ startLine, endLine }: UnitChange): string {
  return startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`
}

/** What else there is to say about a change; '' = nothing. Paths and names are escaped. */
export function unitNote({ path, name, from, why, difference }: UnitChange): string {
  const was = from === undefined ? [] : [`was ${whereFrom(from, { path, name })}`]
  const first = difference === undefined ? [] : [visible(describeDifference(difference))]
  return [...was, ...first, ...(why === undefined ? [] : [visible(why)])].join('; ')
}

type Where = NonNullable<UnitChange['from']>

function whereFrom(from: Where, now: Where): string {
  const name = from.name === now.name ? [] : [visible(from.name)]
  return [...name, ...(from.path === now.path ? [] : [`in ${quotePath(from.path)}`])].join(' ')
}

export function linesOnlyNote({ why }: LinesOnly): string {
  return `${WHY[why]}: only its lines are known`
}

/** `3 units: 2 kept their structure, 1 can do something else`. */
export function tally(units: readonly UnitChange[]): string {
  const kept = units.filter(({ mutation }) => mutation === 'AST_REFACTOR').length
  const noun = units.length === 1 ? 'unit' : 'units'
  return `${units.length} ${noun} changed: ${kept} kept their structure, ${units.length - kept} evolved`
}
