import { quotePath, visible } from '../../report/escape.ts'
import type { ChangeClass } from '../../structure/own-change.ts'
import type { UnitChange } from '../../structure/unit-change.ts'
import type { ChangedFile } from './changed-file.ts'
import type { LinesOnly } from './changed-units.ts'

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
  kind: 'a symbolic link or a submodule',
  language: 'no parser for this language',
  large: 'too large to parse',
  encoding: 'not UTF-8 text',
  syntax: 'it has a syntax error',
  depth: 'nested too deeply',
  time: 'not parsed in time',
  crash: 'the parser died of it',
  parser: 'the parser cannot be loaded on this machine',
}

/** `function Cart.total`, `file`. */
export function unitName({ kind, name }: Pick<UnitChange, 'kind' | 'name'>): string {
  return name === '' ? kind : `${kind} ${visible(name)}`
}

export function unitLines({ startLine, endLine }: UnitChange): string {
  return startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`
}

/** What else there is to say about a change; '' = nothing. Paths and names are escaped. */
export function unitNote({ path, name, from, why }: UnitChange): string {
  const was = from === undefined ? [] : [`was ${whereFrom(from, { path, name })}`]
  return [...was, ...(why === undefined ? [] : [visible(why)])].join('; ')
}

type Where = NonNullable<UnitChange['from']>

function whereFrom(from: Where, now: Where): string {
  const name = from.name === now.name ? [] : [visible(from.name)]
  return [...name, ...(from.path === now.path ? [] : [`in ${quotePath(from.path)}`])].join(' ')
}

export function linesOnlyNote({ why }: LinesOnly): string {
  return `${WHY[why]}: only its lines are known`
}

export function lineCounts({ added, removed }: ChangedFile): string {
  return added === null || removed === null ? '-' : `+${added} -${removed}`
}

/** `3 units: 2 kept their structure, 1 can do something else`. */
export function tally(units: readonly UnitChange[]): string {
  const kept = units.filter(({ mutation }) => mutation === 'AST_REFACTOR').length
  const noun = units.length === 1 ? 'unit' : 'units'
  return `${units.length} ${noun} changed: ${kept} kept their structure, ${units.length - kept} evolved`
}
