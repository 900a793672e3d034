import { EXIT } from '../../core/error.ts'
import type { Intent, Intents } from '../../core/intent.ts'
import { openRepository } from '../../git/repository.ts'
import { jsonText, visible } from '../../report/escape.ts'
import { didYouMean } from '../../store/did-you-mean.ts'
import type { Command, Io } from '../command.ts'
import { describeIntentChain } from '../explain/intent-chain.ts'
import { parseFlags, usageError } from '../flags.ts'
import { workingIntents } from '../ledger/intents.ts'

const options = { json: { type: 'boolean' } } as const

export const intent: Command = {
  summary: 'List the declared intents, or show one',
  usage: `Usage: intentgate intent list [--json]
       intentgate intent show ID [--json]

Reads .orchestration/active_intents.yaml of the working tree. Intents are declared by editing that file.
`,
  async run(args, io) {
    const { values, positionals } = parseFlags(args, options, 'any')
    const show = pick(positionals)
    const repo = await openRepository(io.cwd)
    try {
      io.out(show(workingIntents(repo), values.json === true ? asJson : asText(io)))
      return EXIT.pass
    } finally {
      await repo.close()
    }
  },
}

interface Form {
  list(intents: readonly Intent[]): string
  one(intent: Intent, intents: Intents): string
}

function pick([verb, id, ...rest]: readonly string[]): (intents: Intents, form: Form) => string {
  if (verb === 'list' && id === undefined) return (intents, form) => form.list([...intents.values()])
  if (verb === 'show' && id !== undefined && rest.length === 0)
    return (intents, form) => form.one(find(id, intents), intents)
  throw usageError(
    verb === undefined
      ? 'what to do with intents is missing'
      : `intentgate intent ${[verb, id, ...rest].join(' ').trim()} is not a command`,
    'say: intentgate intent list, or: intentgate intent show INT-001',
  )
}

function find(id: string, intents: Intents): Intent {
  const found = intents.get(id)
  if (found !== undefined) return found
  const meant = didYouMean(id, intents.keys())
  throw usageError(
    `${id} is not declared`,
    meant === null ? 'see: npx intentgate intent list' : `did you mean ${meant}?`,
  )
}

const asJson: Form = {
  list: (intents) => jsonText({ version: 1, intents }),
  one: (found) => jsonText({ version: 1, intent: found }),
}

function asText({ style }: Io): Form {
  const field = (name: string, values: readonly string[]): string =>
    values.map((value, at) => `  ${style.dim((at === 0 ? name : '').padEnd(12))}${visible(value)}\n`).join('')
  return {
    list: (intents) =>
      intents.length === 0
        ? 'no intent is declared\n'
        : intents.map((one) => row(one, intents, style)).join(''),
    one: (found, intents) =>
      [
        `${style.bold(found.id)} ${visible(found.name)}\n`,
        field('status', [found.status]),
        field('scope', found.owned_scope),
        field('constraints', (found.constraints ?? []).map(describe)),
        field('accepted if', (found.acceptance_criteria ?? []).map(describe)),
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

function row({ id, status, name, owned_scope }: Intent, all: readonly Intent[], style: Io['style']): string {
  const width = Math.max(...all.map((one) => one.id.length))
  const state = status === 'IN_PROGRESS' ? style.green(status.padEnd(11)) : style.dim(status.padEnd(11))
  return `${style.bold(id.padEnd(width))}  ${state}  ${visible(name)}\n${' '.repeat(width + 15)}${style.dim(owned_scope.map(visible).join(' '))}\n`
}

function describe(entry: string | Readonly<Record<string, string | undefined>>): string {
  if (typeof entry === 'string') return entry
  return Object.entries(entry)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]))
    .join(', ')
}
