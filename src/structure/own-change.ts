import type { ChangeClass } from '../core/unit-change.ts'
import type { Unit } from './unit.ts'

export interface Verdict {
  readonly class: ChangeClass
  /** Why it is not less than that, where the class does not say it. */
  readonly why?: string
}

/**
 * How a unit differs from what it was, the units inside left out; null = not at all. proven: what stands around it is the same up
 * to names, so what differs here is names.
 */
export function ownChange(before: Unit, after: Unit, around: 'proven' | 'open'): Verdict | null {
  if (before.directives !== after.directives)
    return { class: 'EVOLUTION', why: 'a comment that a tool obeys differs' }
  if (!isSameOwn(before, after)) return structuralChange(before, after, around)
  if (around === 'open' && !keepsOrder(before, after))
    return { class: 'EVOLUTION', why: 'what it evaluates comes in another order' }
  if (around === 'proven' && before.name !== after.name) return { class: 'RENAMED_SYMBOL' }
  if (before.text === after.text) return null
  return { class: before.comments === after.comments ? 'FORMAT' : 'COMMENT' }
}

/** Where there is an error, all that is known is whether the text is the same. */
function unreadChange(before: Unit, after: Unit): Verdict | null {
  const isInOrder = before.order.join('\n') === after.order.join('\n')
  const isSame = before.own === after.own && before.text === after.text && isInOrder
  return isSame ? null : { class: 'EVOLUTION', why: 'it has a syntax error' }
}

function isSameOwn(before: Unit, after: Unit): boolean {
  return before.own !== null && before.own === after.own
}

function structuralChange(before: Unit, after: Unit, around: 'proven' | 'open'): Verdict | null {
  if (before.own === null || after.own === null) return unreadChange(before, after)
  if (before.sorted !== null && before.sorted === after.sorted) return { class: 'IMPORT_ORDER' }
  if (isRenamed(before, after)) return { class: 'RENAMED_LOCAL' }
  return { class: around === 'proven' ? 'RENAMED_SYMBOL' : 'EVOLUTION' }
}

/** The same up to names that are bound inside. */
function isRenamed(before: Unit, after: Unit): boolean {
  return mayBeRenamed(before, after) && before.alpha !== null && before.alpha === after.alpha
}

/** The units inside are the same in their order, up to names. */
export function isInStep(before: Unit, after: Unit): boolean {
  if (before.children.length === 0 || !mayBeRenamed(before, after)) return false
  // Then there is no need to know whose names they are.
  const isSame = before.name === after.name && before.hash !== null && before.hash === after.hash
  return isSame || isRenamed(before, after)
}

/** Names are only resolved where nothing else says that more than names differs. */
function mayBeRenamed(before: Unit, after: Unit): boolean {
  if (before.length !== after.length || before.children.length !== after.children.length) return false
  return before.children.every((child, at) => {
    const other = after.children[at]!
    return isSaidAlike(child, other) || (child.kind === other.kind && mayBeRenamed(child, other))
  })
}

/** The same in everything but its place. */
export function isSaidAlike(before: Unit, after: Unit): boolean {
  return before.said !== null && before.said === after.said
}

/** Of what is in both: units that may act stay in order, and those that do not stay between them. */
function keepsOrder(before: Unit, after: Unit): boolean {
  if (before.order.join('\n') === after.order.join('\n')) return true
  const known = new Set(after.order)
  const old = new Set(before.order)
  return (
    canonicalOrder(before.order.filter((mark) => known.has(mark))) ===
    canonicalOrder(after.order.filter((mark) => old.has(mark)))
  )
}

function canonicalOrder(order: readonly string[]): string {
  const groups: string[][] = [[]]
  for (const mark of order) {
    if (mark.startsWith('~')) groups.at(-1)!.push(mark)
    else groups.push([mark], [])
  }
  return JSON.stringify(groups.map((group) => group.sort()))
}
