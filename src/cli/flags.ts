import { type ParseArgsConfig, parseArgs } from 'node:util'
import { GateError } from '../core/error.ts'
import { didYouMean } from '../store/did-you-mean.ts'

export type FlagOptions = NonNullable<ParseArgsConfig['options']>

/** What may stand beside the flags: nothing, anything, or one thing that is named in the error when it is absent. */
export type Positionals = 'none' | 'any' | { readonly one: string }

type Parsed<O extends FlagOptions> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; strict: true; allowPositionals: true; tokens: true }>
>

export interface Flags<O extends FlagOptions> {
  readonly values: Parsed<O>['values']
  readonly positionals: readonly string[]
}

/**
 * Reads a command's arguments with node's own parser. Throws USAGE for anything unknown, repeated or empty: a variable
 * that CI left empty must not become another question than the one that was asked.
 */
export function parseFlags<const O extends FlagOptions>(
  args: readonly string[],
  options: O,
  positionals: Positionals = 'none',
): Flags<O> {
  const parsed = parse(args, options)
  refuseRepeatedAndEmpty(parsed.tokens, options)
  refusePositionals(parsed.positionals, positionals)
  return { values: parsed.values, positionals: parsed.positionals }
}

export function usageError(message: string, remedy: string): GateError<'USAGE'> {
  return new GateError('USAGE', { message, remedy })
}

function parse<const O extends FlagOptions>(args: readonly string[], options: O): Parsed<O> {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true, tokens: true })
  } catch (error) {
    if (!isParseError(error)) throw error
    const named = /'(?:-\w, )?(--?[^' ]+)/.exec(error.message)?.[1] ?? ''
    throw usageError(firstSentence(error.message), remedyFor(named, Object.keys(options)))
  }
}

function isParseError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}

// Node's second sentence explains how to pass a positional that starts with a dash.
function firstSentence(message: string): string {
  return message.split(/\.(?:\s|$)/, 1)[0]!
}

function remedyFor(flag: string, known: readonly string[]): string {
  const meant = didYouMean(flag.replace(/^-+/, '').replace(/=.*/s, ''), known)
  if (meant !== null && `--${meant}` !== flag) return `did you mean --${meant}?`
  return known.includes(flag.replace(/^-+/, '')) ? `give ${flag} its value as ${flag}=VALUE` : 'see --help'
}

function refuseRepeatedAndEmpty(
  tokens: NonNullable<Parsed<FlagOptions>['tokens']>,
  options: FlagOptions,
): void {
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (token.value === '')
      throw usageError(`${token.rawName} is empty`, `give ${token.rawName} a value, or leave it out`)
    const repeated = seen.has(token.name) && options[token.name]?.multiple !== true
    if (repeated) throw usageError(`${token.rawName} is given twice`, `give ${token.rawName} once`)
    seen.add(token.name)
  }
}

function refusePositionals(given: readonly string[], allowed: Positionals): void {
  if (allowed === 'any') return
  const most = allowed === 'none' ? 0 : 1
  const extra = given[most]
  if (extra !== undefined) throw usageError(`unexpected argument '${extra}'`, 'leave it out, or see --help')
  if (allowed !== 'none' && given.length === 0)
    throw usageError(`${allowed.one} is missing`, `say which ${allowed.one}`)
}
