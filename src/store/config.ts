import type { z } from 'zod/mini'
import { ENGLISH } from '../core/english.ts'
import { GateError } from '../core/error.ts'
import { type Intents, IntentsFile } from '../core/intent.ts'
import { Policy } from '../core/policy.ts'
import { POLICY_PATH } from '../core/sidecar.ts'
import { intentIssues } from './intent-issues.ts'
import { printable } from './printable.ts'
import { type ShapeIssue, shapeIssues } from './schema-issues.ts'
import { readYaml, type YamlIssue, type YamlText } from './yaml.ts'

/** What is read: a root-relative path and, for the message, the tree it stands in ('HEAD', 'the index'). */
interface Source {
  readonly path: string
  readonly where: string | null
}

/**
 * Reads active_intents.yaml. Throws INVALID_FILE with every problem as `<path>:<line>:<column> <what>`.
 * `where` names the tree it stands in, for the message.
 */
export function parseIntents(bytes: Uint8Array, path: string, where: string | null = null): Intents {
  const source = { path, where }
  const text = readYaml(bytes)
  const { active_intents: list } = accept(IntentsFile, text, source)
  refuse(intentIssues(list), text, source)
  return new Map(list.map((intent) => [intent.id, intent]))
}

/** Reads policy.yaml; an absent key, or an empty file, is the strict default. Throws INVALID_FILE as `parseIntents`. */
export function parsePolicy(bytes: Uint8Array, path: string, where: string | null = null): Policy {
  const text = readYaml(bytes)
  return accept(Policy, { ...text, value: text.value ?? {} }, { path, where })
}

function accept<T extends z.ZodMiniType>(schema: T, text: YamlText, source: Source): z.infer<T> {
  if (text.issues.length > 0) throw invalid(source, text.issues)
  const parsed = schema.safeParse(text.value, ENGLISH)
  if (parsed.success) return parsed.data
  refuse(shapeIssues(schema, text.value, parsed.error), text, source)
  throw parsed.error
}

function refuse(issues: readonly ShapeIssue[], text: YamlText, source: Source): void {
  if (issues.length === 0) return
  throw invalid(
    source,
    issues.map(({ path, on, message }) => ({ ...text.locate(path, on), message })),
  )
}

const SHOWN = 50

/** INVALID_FILE, with the issues in the order of the file. */
export function invalid({ path, where }: Source, issues: readonly YamlIssue[]): GateError {
  const name = printable(path)
  const sorted = [...issues].sort((a, b) => a.line - b.line || a.column - b.column)
  const lines = sorted
    .slice(0, SHOWN)
    .map(({ line, column, message }) => `${name}:${line}:${column} ${message}`)
  const more = issues.length > SHOWN ? [`… and ${issues.length - SHOWN} more`] : []
  return new GateError('INVALID_FILE', {
    path: where === null ? name : `${name} in ${where}`,
    issues: [...lines, ...more].join('\n'),
  })
}

/** Throws UNSUPPORTED for what this version cannot enforce: what is asked for is never silently left out. */
export function refuseUnsupported(policy: Policy): void {
  const setting = unsupportedPolicy(policy)
  if (setting !== null) throw new GateError('UNSUPPORTED', { path: POLICY_PATH, ...setting })
}

interface Unsupported {
  readonly setting: string
  /** What to write instead. */
  readonly remedy: string
}

function unsupportedPolicy({ humans, ledger }: Policy): Unsupported | null {
  if (humans === 'signed')
    return {
      setting: 'humans: signed',
      remedy: `write humans: attest, scope-only or exempt in ${POLICY_PATH}`,
    }
  if (ledger.signed === 'off') return null
  return {
    setting: `ledger.signed: ${ledger.signed}`,
    remedy: `write signed: off under ledger in ${POLICY_PATH}`,
  }
}
