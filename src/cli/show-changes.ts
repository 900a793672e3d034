import { visible } from '../report/escape.ts'
import type { Change } from '../setup/change.ts'
import type { Io } from './command.ts'

const PAST: Readonly<Record<Change['verb'], string>> = {
  create: 'created',
  edit: 'edited',
  remove: 'removed',
  rename: 'renamed',
  restore: 'restored',
  set: 'set',
  unset: 'unset',
  keep: 'kept',
}

/** One line per change: as done, or as it would be. */
export function showChanges(changes: readonly Change[], tense: 'past' | 'would', { style }: Io): string {
  return changes
    .map(({ verb, what, detail }) => {
      const paint = verb === 'keep' ? style.dim : style.green
      const said = detail === undefined ? '' : `  ${style.dim(visible(detail))}`
      return `  ${paint(wordFor(verb, tense).padEnd(13))} ${visible(what)}${said}\n`
    })
    .join('')
}

function wordFor(verb: Change['verb'], tense: 'past' | 'would'): string {
  return tense === 'past' || verb === 'keep' ? PAST[verb] : `would ${verb}`
}
