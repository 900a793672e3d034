import { parse, TomlDate, TomlError, type TomlValue } from 'smol-toml'
import type { Canon } from './canonical.ts'
import { isComment, type Statement, tomlStatements, tomlTokens } from './toml-tokens.ts'
import type { Entry, Values } from './values.ts'

/** Tables, and the keys before the first of them; null = it is not TOML. */
export function tomlValues(text: string): Values | null {
  try {
    parse(text, OPTIONS)
    const tokens = tomlTokens(text)
    const entries = tablesOf(tomlStatements(tokens)).map((range) => entryOf(range, text))
    return { rest: 'toml', entries, comments: tokens.filter(isComment) }
  } catch (error) {
    if (error instanceof TomlError) return null
    throw error
  }
}

const OPTIONS = { integersAsBigInt: true } as const

/** A header, and all that follows it. */
function tablesOf(statements: readonly Statement[]): Statement[] {
  const tables: Statement[] = []
  for (const statement of statements) {
    const last = tables.at(-1)
    if (last?.isHeader === true && !statement.isHeader)
      tables[tables.length - 1] = { ...last, end: statement.end }
    else tables.push(statement)
  }
  return tables
}

function entryOf({ start, end, isHeader }: Statement, text: string): Entry {
  const written = text.slice(start, end)
  const value = parse(written, OPTIONS)
  const [key = ''] = Object.keys(value)
  const header = /^\[+([^\n]*?)\]+\s*(?:#[^\n]*)?(?:\n|$)/.exec(written)?.[1]?.trim()
  // Finer than a thousandth of a second is lost in a date.
  const fractions = written.match(/:\d\d\.\d{4,}/g) ?? []
  return { name: isHeader ? (header ?? key) : key, canon: [canonOf(value), ...fractions], start, end }
}

function canonOf(value: TomlValue): Canon {
  if (typeof value === 'bigint') return ['integer', String(value)]
  if (typeof value === 'number') return ['float', Object.is(value, -0) ? '-0' : String(value)]
  if (typeof value === 'string') return ['string', value]
  if (typeof value === 'boolean') return ['boolean', String(value)]
  if (value instanceof TomlDate) return ['date', value.toISOString()]
  if (Array.isArray(value)) return ['array', ...value.map(canonOf)]
  return ['table', ...Object.entries(value).map(([key, inner]) => [key, canonOf(inner)])]
}
