import type { z } from 'zod/mini'
import { suggestion } from './did-you-mean.ts'
import { printable } from './printable.ts'
import { keysAt } from './schema-keys.ts'
import type { YamlPath } from './yaml.ts'

/** One thing wrong with a value, at a path in it. `on`: what of it is to be pointed at. */
export interface ShapeIssue {
  readonly path: YamlPath
  readonly on: 'key' | 'value'
  readonly message: string
}

type Issue = z.core.$ZodIssue

/** What a schema has against a value, in words for whoever wrote it. */
export function shapeIssues(schema: z.ZodMiniType, value: unknown, error: z.core.$ZodError): ShapeIssue[] {
  return error.issues.flatMap((issue) => wordsFor(schema, value, issue))
}

function wordsFor(schema: z.ZodMiniType, value: unknown, issue: Issue): ShapeIssue[] {
  const { path } = issue
  const at = (message: string): ShapeIssue[] => [{ path, on: 'value', message: `${nameOf(path)}${message}` }]
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        on: 'key',
        message: unknownKey(key, keysAt(schema, path)),
      }))
    case 'invalid_union':
      return nearestAlternative(issue).flatMap((one) =>
        wordsFor(schema, value, { ...one, path: [...path, ...one.path] }),
      )
    case 'invalid_value':
      return at(notAllowed(valueAt(value, path), issue.values.map(String)))
    case 'invalid_type':
      return at(wrongType(valueAt(value, path), issue.expected))
    case 'too_small':
      return at(issue.origin === 'number' ? `must be ${issue.minimum} or more` : 'must not be empty')
    case 'too_big':
      return at(`must be ${issue.maximum} or less`)
    case 'invalid_format':
      return at(issue.format === 'date' ? 'must be a date, YYYY-MM-DD' : issue.message)
    default:
      return at(issue.message)
  }
}

function nameOf(path: YamlPath): string {
  const name = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${printable(String(part))}`))
    .join('')
  return name === '' ? '' : `${name.replace(/^\./, '')}: `
}

function unknownKey(key: string, known: readonly string[]): string {
  if (known.includes(key)) return `the key '${key}' does not go with the others here`
  const guess = suggestion(key, known)
  return `unknown key '${printable(key)}'${guess === '' ? `; known here: ${known.join(', ')}` : guess}`
}

function notAllowed(found: unknown, values: readonly string[]): string {
  if (found === undefined) return `missing; one of ${values.join(', ')}`
  if (typeof found !== 'string') return `must be one of ${values.join(', ')}, not ${typeOf(found)}`
  return `'${printable(found)}' is none of ${values.join(', ')}${suggestion(found, values)}`
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}

function wrongType(found: unknown, expected: string): string {
  if (found === undefined) return 'missing'
  const hint =
    expected === 'string' && (typeof found === 'number' || typeof found === 'boolean')
      ? '; put it in quotes'
      : ''
  return `must be ${TYPES[expected] ?? expected}, not ${typeOf(found)}${hint}`
}

function typeOf(value: unknown): string {
  if (value === null) return 'nothing'
  return TYPES[Array.isArray(value) ? 'array' : typeof value] ?? typeof value
}

function valueAt(value: unknown, path: YamlPath): unknown {
  return path.reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
    value,
  )
}

/** Of a union: the alternative that the value comes nearest to, which is the one its writer meant. */
function nearestAlternative({ errors }: Extract<Issue, { code: 'invalid_union' }>): readonly Issue[] {
  const ranked = [...errors].sort((a, b) => distance(a) - distance(b))
  return ranked[0] ?? []
}

const OTHER_KIND = 1000

function distance(issues: readonly Issue[]): number {
  return issues.reduce(
    (sum, { code, path }) => sum + (code === 'invalid_type' && path.length === 0 ? OTHER_KIND : 1),
    0,
  )
}
