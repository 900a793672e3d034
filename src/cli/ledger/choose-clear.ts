import type { Intent, Intents } from '../../core/intent.ts'
import { isUtf8Path } from '../../core/path.ts'
import { shellQuote } from '../../core/shell.ts'
import { INTENTS_PATH } from '../../core/sidecar.ts'
import type { Io } from '../command.ts'
import { usageError } from '../flags.ts'
import { type Assignment, chooseIntents, openIntent, ownersOf } from './choose-intent.ts'
import { countOf } from './report.ts'

const SHOWN = 10

/** A path that nobody named and that is not recorded, and why. */
export interface LeftOut {
  readonly path: string
  readonly why: string
}

export interface Clear {
  readonly assignment: Assignment
  readonly leftOut: readonly LeftOut[]
}

/** Strictly where the paths were named, else what is clear. Throws as `chooseIntents` and `chooseClear` do. */
export function chooseFor(
  changed: readonly string[],
  intents: Intents,
  { places, named }: { places: readonly string[]; named: string | undefined },
): Clear {
  if (places.length === 0) return chooseClear(changed, intents, named)
  return { assignment: chooseIntents(changed, intents, named), leftOut: [] }
}

/**
 * As `chooseIntents`, where nobody named the paths: what is clear is recorded, the rest is left out. A named intent gets what it
 * owns. Throws USAGE where nothing is clear, or the named intent is not in progress.
 */
export function chooseClear(paths: readonly string[], intents: Intents, named: string | undefined): Clear {
  const only = named === undefined ? null : openIntent(intents, named)
  const eligible = only === null ? intents : new Map([[only.id, only]])
  const assigned = new Map<string, string[]>()
  const leftOut: LeftOut[] = []
  for (const path of paths) {
    const choice = choose(path, ownersOf(path, eligible), only)
    if (typeof choice === 'string') leftOut.push({ path, why: choice })
    else assigned.set(choice.id, [...(assigned.get(choice.id) ?? []), path])
  }
  if (assigned.size === 0) throw nothingClear(leftOut, only)
  return { assignment: assigned, leftOut }
}

/** Says what was left out, so that a record of the rest is not taken for a record of everything. */
export function warnLeftOut(io: Io, leftOut: readonly LeftOut[]): void {
  if (leftOut.length === 0) return
  const what = countOf(leftOut.map(({ path }) => path))
  io.err(`${io.style.yellow('warning:')} ${what} left out\n${rowsOf(leftOut).map(indented).join('')}`)
}

/** Repositories that lie inside this one, as left out. */
export function leftNested(nested: readonly string[]): LeftOut[] {
  return nested.map((path) => ({ path, why: 'a repository of its own' }))
}

function choose(path: string, owners: readonly Intent[], only: Intent | null): Intent | string {
  if (!isUtf8Path(path)) return 'its name is not valid UTF-8: the ledger cannot name it'
  const [owner, ...others] = owners
  if (owner === undefined)
    return only === null ? 'no intent in progress owns it' : `${only.id} does not own it`
  if (others.length > 0) return owners.map(({ id }) => id).join(' or ')
  return owner
}

function nothingClear(leftOut: readonly LeftOut[], only: Intent | null) {
  const question =
    only === null ? 'which intent is this for?' : `${only.id} owns nothing of what could be recorded`
  const remedy =
    only === null
      ? `say which with --intent ID, widen an owned_scope in ${INTENTS_PATH}, or name the paths with --intent ID`
      : `widen its owned_scope in ${INTENTS_PATH}, or name the paths`
  return usageError(`nothing was recorded: ${question}\n${rowsOf(leftOut).join('\n')}`, remedy)
}

function rowsOf(leftOut: readonly LeftOut[]): string[] {
  const rows = leftOut.slice(0, SHOWN).map(({ path, why }) => `${shellQuote(path)}: ${why}`)
  return leftOut.length > SHOWN ? [...rows, `and ${leftOut.length - SHOWN} more`] : rows
}

function indented(row: string): string {
  return `  ${row}\n`
}
