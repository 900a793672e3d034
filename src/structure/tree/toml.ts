import { parse, TomlDate, TomlError, type TomlValue } from 'smol-toml'
import type { Canon } from './canonical.ts'
import { isComment, type Statement, tomlStatements, tomlTokens } from './toml-tokens.ts'
import type { Entry, Values } from './values.ts'

/** Tables, and the keys before the first of them; null = it is not TOML. */
export function tomlValues(text: string): Values | null {
  try {
    parse(text, OPTIONS)
    const tokens = tomlTokens(text)
    const entries = tablesOf(tomlStatements(tokens)).map((table) => entryOf(table, text))
    return { rest: 'toml', entries, comments: tokens.filter(isComment) }
  } catch (error) {
    if (error instanceof TomlError) return null
    throw error
  }
}

const OPTIONS = { integersAsBigInt: true } as const

/** A header, and all that follows it. */
function tablesOf(statements: readonly Statement[]): Statement[][] {
  const tables: Statement[][] = []
  for (const statement of statements) {
    const last = tables.at(-1)
    if (last?.[0]?.isHeader === true && !statement.isHeader) last.push(statement)
    else tables.push([statement])
  }
  return tables
}

/** Each statement by itself: an object would not keep the order of keys that are numbers. */
function entryOf(statements: readonly Statement[], text: string): Entry {
  const { start, isHeader } = statements[0]!
  const { end } = statements.at(-1)!
  const values = statements.map((one) => parse(text.slice(one.start, one.end), OPTIONS))
  const header = text.slice(start, statements[0]!.end).replace(/^\[+\s*|\s*\]+$/g, '')
  // Finer than a thousandth of a second is lost in a date.
  const fractions = text.slice(start, end).match(/:\d\d\.\d{4,}/g) ?? []
  const name = isHeader ? header : (Object.keys(values[0]!)[0] ?? '')
  return { name, canon: [...values.map(canonOf), ...fractions], start, end }
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
