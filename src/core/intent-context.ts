import type { Constraint, Intent } from './intent.ts'
import type { Lesson } from './lesson.ts'
import { spelledOut, UNSEEN } from './unseen.ts'

/** What an agent is told when it selects an intent. */
export interface IntentContext {
  readonly intent: Intent
  /** The intent itself, then what it serves, up to the purpose of the whole. */
  readonly chain: readonly Intent[]
  readonly lessons: readonly Lesson[]
}

/** The `<intent_context>` block, as XML 1.0 that ends with a newline. Nothing in an intent or a lesson can leave its element. */
export function renderIntentContext({ intent, chain, lessons }: IntentContext): string {
  const { id, name, status, owned_scope, constraints = [], acceptance_criteria = [], mutation } = intent
  const lines = [
    element('id', id),
    element('name', name),
    element('status', status),
    ...list('owned_scope', owned_scope.map(scopeElement)),
    ...list('constraints', constraints.map(constraintElement)),
    ...list('acceptance_criteria', acceptance_criteria.map(criterionElement)),
    ...(mutation === 'refactor-only' ? [element('mutation', mutation)] : []),
    ...list('trace', chain.map(traceElement)),
    ...list('lessons', lessons.map(lessonElement)),
  ]
  return `<intent_context>\n${lines.map((line) => `  ${line}\n`).join('')}</intent_context>\n`
}

function list(name: string, elements: readonly string[]): string[] {
  return elements.length === 0 ? [] : [`<${name}>`, ...elements.map((line) => `  ${line}`), `</${name}>`]
}

function scopeElement(glob: string): string {
  return glob.startsWith('!') ? element('except', glob.slice(1)) : element('path', glob)
}

function constraintElement(constraint: Constraint): string {
  if (typeof constraint === 'string') return element('constraint', constraint)
  const { in: within, ...rest } = { in: undefined, ...constraint }
  const [check, value] = Object.entries(rest)[0]!
  return element('constraint', value, { check, in: within })
}

type Criterion = NonNullable<Intent['acceptance_criteria']>[number]

function criterionElement(criterion: Criterion): string {
  return typeof criterion === 'string' ? element('criterion', criterion) : element('run', criterion.run)
}

function traceElement({ id, name, status, level }: Intent): string {
  return element('intent', name, { id, level, status })
}

function lessonElement({ intent, text }: Lesson): string {
  return element('lesson', text, { intent: intent ?? undefined })
}

type Attributes = Readonly<Record<string, string | number | undefined>>

function element(name: string, text: string, attributes: Attributes = {}): string {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeAttribute(String(value))}"`],
  )
  return `<${name}${given.join('')}>${escapeText(text)}</${name}>`
}

const SPECIAL = new RegExp(`[&<>]|(?![\\n\\t])(?:${UNSEEN})`, 'gu')
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

// What nobody sees is spelled out: XML has no word for most control characters, and a model reads what a person does not.
function escapeText(text: string): string {
  return text.replace(SPECIAL, (char) => ENTITIES[char] ?? spelledOut(char))
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}
