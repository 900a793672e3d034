import type { Intent, Intents } from '../../core/intent.ts'
import { jsonText, visible } from '../../report/escape.ts'
import { didYouMean } from '../../store/did-you-mean.ts'
import type { Io } from '../command.ts'
import { describeIntentChain } from '../explain/intent-chain.ts'
import { usageError } from '../flags.ts'

export interface Form {
  /** `selected`: the id of the intent that is worked for; null = none is. */
  list(intents: readonly Intent[], selected: string | null): string
  one(intent: Intent, intents: Intents): string
}

/** The declared intent of that id. Throws USAGE. */
export function find(id: string, intents: Intents): Intent {
  const found = intents.get(id)
  if (found !== undefined) return found
  const meant = didYouMean(id, intents.keys())
  throw usageError(
    `${id} is not declared`,
    meant === null ? 'see: npx intentgate intent list' : `did you mean ${meant}?`,
  )
}

export const asJson: Form = {
  list: (intents, selected) => jsonText({ version: 1, selected, intents }),
  one: (found) => jsonText({ version: 1, intent: found }),
}

export function asText({ style }: Io): Form {
  const field = (name: string, values: readonly string[]): string =>
    values.map((value, at) => `  ${style.dim((at === 0 ? name : '').padEnd(12))}${visible(value)}\n`).join('')
  return {
    list: (intents, selected) =>
      intents.length === 0
        ? 'no intent is declared\n'
        : `${intents.map((one) => row(one, { all: intents, selected, style })).join('')}${selected === null ? NONE_SELECTED : ''}`,
    one: (found, intents) =>
      [
        `${style.bold(found.id)} ${visible(found.name)}\n`,
        field('status', [found.status]),
        field('scope', found.owned_scope),
        field('constraints', (found.constraints ?? []).map(describeEntry)),
        field('accepted if', (found.acceptance_criteria ?? []).map(describeEntry)),
        field('mutation', found.mutation === undefined ? [] : [found.mutation]),
        field(
          'serves',
          describeIntentChain(found.id, intents)
            .slice(1)
            .map((line) => line.replace(/^for /, '')),
        ),
      ].join(''),
  }
}

const NONE_SELECTED = 'none is selected; to work for one: npx intentgate intent select ID\n'

interface Listing {
  readonly all: readonly Intent[]
  readonly selected: string | null
  readonly style: Io['style']
}

function row({ id, status, name, owned_scope }: Intent, { all, selected, style }: Listing): string {
  const width = Math.max(...all.map((one) => one.id.length))
  const mark = id === selected ? style.green('*') : ' '
  const state = status === 'IN_PROGRESS' ? style.green(status.padEnd(11)) : style.dim(status.padEnd(11))
  const scope = `${' '.repeat(width + 17)}${style.dim(owned_scope.map(visible).join(' '))}\n`
  return `${mark} ${style.bold(id.padEnd(width))}  ${state}  ${visible(name)}\n${scope}`
}

function describeEntry(entry: string | Readonly<Record<string, string | undefined>>): string {
  if (typeof entry === 'string') return entry
  return Object.entries(entry)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]))
    .join(', ')
}
