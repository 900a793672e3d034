import type { UnitDifference } from '../core/unit-change.ts'
import { edited, takenOut } from './edit.ts'
import { type Marks, NamedWriter, NOTHING } from './named-writer.ts'
import type { Names } from './names.ts'
import { isNode, type Node, nodesIn, plainName } from './node.ts'
import type { Outline } from './outline.ts'
import { isWithin } from './place.ts'
import type { Binding } from './scope.ts'
import { UNNAMED } from './written-unit.ts'

/** One side: a unit, and the text that it stands in. */
export interface UnitText {
  readonly outline: Outline
  readonly text: string
  readonly lineAt: (offset: number) => number
  /** null = nothing in the file may be renamed. */
  readonly names: Names | null
}

/**
 * The first node in which two units differ, the units inside them left out; null = none is found. Names that are bound inside
 * differ only where they mean something else.
 */
export function firstDifference(before: UnitText, after: UnitText): UnitDifference | null {
  const renamed = differenceUnder(boundNumbers, before, after)
  if (renamed !== null && renamed.before !== renamed.after) return renamed
  return differenceUnder(() => () => null, before, after)
}

/** What stands for the name that an identifier is, as JSON; null = the name. */
type Naming = (side: UnitText) => (node: Node) => string | null

function differenceUnder(naming: Naming, before: UnitText, after: UnitText): UnitDifference | null {
  const side = (unit: UnitText): Side => ({ ...unit, ...writerOf(unit.outline, unit.names, naming(unit)) })
  const sides = { before: side(before), after: side(after) }
  return differenceOfLists('body', before.outline.nodes, after.outline.nodes, sides)
}

/** Numbers by first occurrence. */
function boundNumbers({ outline: { nodes, kind }, names }: UnitText): (node: Node) => string | null {
  const [start, end] = [nodes[0]?.start ?? 0, nodes.at(-1)?.end ?? 0]
  const numbers = new Map<Binding, string>()
  const numberOf = (node: Node) => {
    const binding = names?.bindings.get(node)
    if (binding === undefined || binding.isFixed) return null
    const { node: opener } = binding.scope
    if (kind !== 'file' && (opener.start < start || opener.end > end)) return null
    const number = numbers.get(binding) ?? `["bound",${numbers.size}]`
    numbers.set(binding, number)
    return number
  }
  const writer = new NamedWriter({ ...NOTHING, bindings: names?.bindings ?? NOTHING.bindings })
  writer.statements(nodes)
  for (const { node } of writer.counted) numberOf(node)
  return numberOf
}

interface Side extends UnitText {
  /** Two texts are equal if and only if the nodes are. */
  readonly write: (node: Node) => string
  readonly nameOf: (node: Node) => string | null
}

interface Sides {
  readonly before: Side
  readonly after: Side
}

function writerOf(
  { children, nameNode }: Outline,
  names: Names | null,
  naming: (node: Node) => string | null,
): Pick<Side, 'write' | 'nameOf'> {
  const inside = new Set(children.flatMap(({ nodes }) => nodes))
  const nameOf = (node: Node) => (node === nameNode ? UNNAMED : naming(node))
  const marks: Marks = {
    bindings: names?.bindings ?? NOTHING.bindings,
    statements: inside,
    names: new Set(nameNode === null ? [] : [nameNode]),
  }
  return { write: (node) => (inside.has(node) ? '' : textWithout(node, marks, nameOf)), nameOf }
}

/** Without the units inside. */
function textWithout(node: Node, marks: Marks, nameOf: (node: Node) => string | null): string {
  const writer = new NamedWriter(marks)
  writer.node(node)
  const { text, names, statementAt } = writer
  const renamed = names.flatMap((name) => {
    const by = nameOf(name.node)
    return by === null ? [] : [{ start: name.start, end: name.end, by }]
  })
  const holes = takenOut(text, [...statementAt.values()])
  const outside = renamed.filter((edit) => !holes.some((hole) => isWithin(edit, hole)))
  const edits = [...holes, ...outside].sort((a, b) => a.start - b.start)
  return edited(text, { start: 0, end: text.length }, edits)
}

function differenceOfLists(
  field: string,
  before: readonly Node[],
  after: readonly Node[],
  sides: Sides,
): UnitDifference | null {
  const old = spoken(before, sides.before)
  const now = spoken(after, sides.after)
  const at = now.findIndex((item, index) => item.text !== old[index]?.text)
  const first = at === -1 ? now.length : at
  const [was, is] = [old[first]?.node, now[first]?.node]
  if (was === undefined && is === undefined) return null
  if (was !== undefined && is !== undefined && old.length === now.length)
    return differenceOfNodes(field, was, is, sides)
  const [gone, come] = old.length > now.length ? [was, undefined] : [undefined, is]
  const around = is ?? now.at(-1)?.node ?? sides.after.outline.nodes[0]
  return {
    field,
    before: excerptOf(gone, sides.before),
    after: excerptOf(come, sides.after),
    line: sides.after.lineAt(around?.start ?? 0),
  }
}

function spoken(nodes: readonly Node[], { write }: Side): { readonly node: Node; readonly text: string }[] {
  return nodes
    .filter(({ type }) => type !== 'EmptyStatement')
    .map((node) => ({ node, text: write(node) }))
    .filter(({ text }) => text !== '')
}

/** Of two nodes that are not the same: the innermost field that can be named. */
function differenceOfNodes(field: string, before: Node, after: Node, sides: Sides): UnitDifference {
  const inner = before.type === after.type ? differenceInFields(before, after, sides) : null
  return inner ?? described(field, before, after, sides)
}

const UNSAID = new Set(['type', 'start', 'end', 'raw', 'regex', 'bigint', 'shorthand', 'range', 'loc'])

function differenceInFields(before: Node, after: Node, sides: Sides): UnitDifference | null {
  if (before.type === 'Literal' || before.type === 'TemplateElement') return null
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const found = UNSAID.has(field) ? null : differenceInField(field, before, after, sides)
    if (found !== null) return found
  }
  return null
}

function differenceInField(field: string, before: Node, after: Node, sides: Sides): UnitDifference | null {
  if (field === 'name' && isSameName(before, after, sides)) return null
  const [was, is] = [meaningOf(before, field), meaningOf(after, field)]
  if (Array.isArray(was) && Array.isArray(is))
    return differenceOfLists(field, nodesIn(before, field), nodesIn(after, field), sides)
  if (isNode(was) && isNode(is)) return differenceOfChildren(field, was, is, sides)
  const [old, now] = [scalarText(was, sides.before), scalarText(is, sides.after)]
  const { start } = isNode(is) ? is : after
  return old === now ? null : { field, before: old, after: now, line: sides.after.lineAt(start) }
}

function differenceOfChildren(field: string, before: Node, after: Node, sides: Sides): UnitDifference | null {
  const isSame = sides.before.write(before) === sides.after.write(after)
  return isSame ? null : differenceOfNodes(field, before, after, sides)
}

function isSameName(before: Node, after: Node, sides: Sides): boolean {
  const name = sides.before.nameOf(before)
  return name !== null && name === sides.after.nameOf(after)
}

/** A field without what is only another way to write it: a key in quotes, a block around one statement. */
function meaningOf(node: Node, field: string): unknown {
  const value = node[field]
  if (!isNode(value)) return value
  if (field === 'key' && node.computed !== true) return plainName(value) ?? value
  const [only, ...more] = value.type === 'BlockStatement' ? nodesIn(value, 'body') : []
  const isBranch = field === 'consequent' || field === 'alternate' || field === 'body'
  return isBranch && only !== undefined && more.length === 0 && /Statement$/.test(node.type) ? only : value
}

/** null = nothing: absent and false are the same. */
function scalarText(value: unknown, side: Side): string | null {
  if (value === null || value === undefined || value === false) return null
  return isNode(value) ? excerptOf(value, side) : JSON.stringify(value)
}

function described(field: string, before: Node, after: Node, sides: Sides): UnitDifference {
  return {
    field,
    before: excerptOf(before, sides.before),
    after: excerptOf(after, sides.after),
    line: sides.after.lineAt(after.start),
  }
}

const LONGEST = 80

function excerptOf(node: Node | undefined, { text }: Side): string | null {
  if (node === undefined) return null
  const said = text.slice(node.start, node.end).replace(/\s+/g, ' ').trim()
  return said.length <= LONGEST ? said : `${said.slice(0, LONGEST)}…`
}
