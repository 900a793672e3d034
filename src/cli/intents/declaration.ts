import { type Intent, STATUSES } from '../../core/intent.ts'
import { usageError } from '../flags.ts'

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const

export const newOptions = {
  id: text,
  name: text,
  scope: texts,
  status: text,
  constraint: texts,
  accept: texts,
  run: texts,
  level: text,
  parent: text,
} as const

type Value<O> = O extends { multiple: true } ? string[] : string
export type NewFlags = { [K in keyof typeof newOptions]?: Value<(typeof newOptions)[K]> | undefined }

const ID = /^[A-Z][A-Z0-9_]*-[0-9A-Z-]+$/

/** The intent that the flags describe. Throws USAGE. */
export function readDeclaration(flags: NewFlags): Intent {
  const { id = '', name = '', scope = [] } = flags
  if (!ID.test(id)) throw usageError(`'${id}' is not an id`, 'give one like INT-001')
  if (CONTROL.test(name)) throw usageError('the name is more than one line', 'say it in one')
  for (const glob of scope) refuseOutside(glob)
  if (name === '') throw usageError('the name is missing', 'give --name "what it is, in a few words"')
  if (scope.length === 0)
    throw usageError('the scope is missing', 'give --scope "src/auth/**", once per glob')
  return { id, name, status: statusOf(flags.status), owned_scope: scope, ...optional(flags) }
}

const CONTROL = /\p{Cc}/u

/** Scopes are written from the root of the repository: these would never match. */
function refuseOutside(glob: string): void {
  if (/^!?(?:\.{0,2}\/|~|[A-Za-z]:[\\/])/.test(glob))
    throw usageError(
      `--scope ${glob} matches no path`,
      'write it from the root of the repository: "src/auth/**"',
    )
}

function optional({ constraint = [], accept = [], run = [], level, parent }: NewFlags): Partial<Intent> {
  const criteria = [...accept, ...run.map((command) => ({ run: command }))]
  return {
    ...(constraint.length > 0 && { constraints: constraint }),
    ...(criteria.length > 0 && { acceptance_criteria: criteria }),
    ...(level !== undefined && { level: levelOf(level) }),
    ...(parent !== undefined && { parent }),
  }
}

function statusOf(word = 'IN_PROGRESS'): Intent['status'] {
  const known = STATUSES.find((status) => status === word)
  if (known === undefined) throw usageError(`--status ${word} is not known`, `one of: ${STATUSES.join(', ')}`)
  return known
}

function levelOf(word: string): number {
  if (!/^[1-7]$/.test(word))
    throw usageError(`--level ${word} is not a level`, 'give one from 1 (purpose) to 7')
  return Number(word)
}

/** One more than the highest number of the last id's kind: INT-007 → INT-008. */
export function nextId(ids: Iterable<string>): string {
  const known = Array.from(ids, (id) => /^(.*-)(\d+)$/.exec(id)).filter((match) => match !== null)
  const prefix = known.at(-1)?.[1] ?? 'INT-'
  const numbers = known.filter((match) => match[1] === prefix).map((match) => match[2]!)
  const width = Math.max(3, ...numbers.map((digits) => digits.length))
  const next = numbers.reduce((most, digits) => (BigInt(digits) > most ? BigInt(digits) : most), 0n) + 1n
  return `${prefix}${String(next).padStart(width, '0')}`
}
