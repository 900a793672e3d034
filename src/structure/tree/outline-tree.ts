import type { Outline, UnitKind } from '../outline.ts'
import { type Dialect, ruleOf, type UnitShape } from './dialect.ts'
import { textOf } from './rules.ts'
import { childIn, namedChildren, type TreeNode } from './tree-node.ts'

/** As `Outline`, of a tree. */
export interface TreeOutline extends Pick<Outline, 'kind' | 'name' | 'place'> {
  readonly nameNode: TreeNode | null
  readonly nodes: readonly TreeNode[]
  readonly children: readonly TreeOutline[]
  readonly statements: readonly TreeNode[]
}

interface Context {
  readonly text: string
  readonly dialect: Dialect
}

/** What stands together in a list of statements: one, with what belongs to it in front. */
interface Item {
  readonly node: TreeNode
  readonly nodes: readonly TreeNode[]
}

/** The units of the file. */
export function outlineTree(root: TreeNode, text: string, dialect: Dialect): TreeOutline {
  const context = { text, dialect }
  const file = { kind: 'file', name: '', nameNode: null, place: 'acts' } as const
  return { ...file, nodes: [root], ...inside(root, 'file', context) }
}

function inside(
  body: TreeNode,
  around: UnitKind,
  context: Context,
): Pick<TreeOutline, 'children' | 'statements'> {
  const statements = statementsIn(body, context.dialect)
  return { statements, children: unitsOf(groupItems(statements, context.dialect), around, context) }
}

function statementsIn(body: TreeNode, dialect: Dialect): TreeNode[] {
  return namedChildren(body).flatMap((child) => {
    if (dialect.comments.has(child.kind)) return []
    return dialect.lists.has(child.kind) ? statementsIn(child, dialect) : [child]
  })
}

function groupItems(statements: readonly TreeNode[], dialect: Dialect): Item[] {
  const items: Item[] = []
  let before: TreeNode[] = []
  for (const node of statements) {
    if (dialect.prefixes.has(node.kind)) before.push(node)
    else {
      items.push({ node, nodes: [...before, node] })
      before = []
    }
  }
  return items
}

function unitsOf(items: readonly Item[], around: UnitKind, context: Context): TreeOutline[] {
  const units: TreeOutline[] = []
  let run: TreeNode[] = []
  const endRun = () => {
    if (run.length > 0) units.push({ ...importRun, nodes: run })
    run = []
  }
  for (const item of items) {
    if (context.dialect.isImport(item.node, context.text)) {
      run.push(...item.nodes)
      continue
    }
    endRun()
    const unit = unitOf(item, around, context)
    if (unit !== null) units.push(unit)
  }
  endRun()
  return units
}

const importRun = {
  kind: 'imports',
  name: '',
  nameNode: null,
  children: [],
  statements: [],
  place: 'acts',
} as const

function unitOf(item: Item, around: UnitKind, context: Context): TreeOutline | null {
  const node = unwrapped(item.node, context.dialect)
  const shape = node === null ? undefined : ruleOf(context.dialect.units, node.kind)
  return node === null || shape === undefined ? null : shapedUnit(item, node, shape, around, context)
}

function shapedUnit(
  { node: whole, nodes }: Item,
  node: TreeNode,
  shape: UnitShape,
  around: UnitKind,
  context: Context,
): TreeOutline | null {
  const { text } = context
  const name = nameOf(shape, node, text)
  const kind = kindAround(shape.kind, around)
  if (name === null || kind === null) return null
  const body = shape.body === undefined ? childIn(node, 'body') : shape.body(node)
  return {
    kind,
    ...(typeof name === 'string' ? { name, nameNode: null } : { name: textOf(name, text), nameNode: name }),
    nodes,
    place: typeof shape.place === 'string' ? shape.place : shape.place(whole, text),
    ...(body === null ? { children: [], statements: [] } : inside(body, kind, context)),
  }
}

/** A wrapper holds one unit, or it is none. */
function unwrapped(node: TreeNode, dialect: Dialect): TreeNode | null {
  if (!dialect.wrappers.has(node.kind)) return node
  const inner = namedChildren(node).filter(
    ({ kind }) => ruleOf(dialect.units, kind) !== undefined || dialect.wrappers.has(kind),
  )
  return inner.length === 1 ? unwrapped(inner[0]!, dialect) : null
}

function nameOf({ name }: UnitShape, node: TreeNode, text: string): TreeNode | string | null {
  return name === undefined ? childIn(node, 'name') : name(node, text)
}

const AROUND_METHODS = new Set<UnitKind>(['class', 'type'])
const AROUND_VALUES = new Set<UnitKind>(['file', 'namespace'])

/** Inside a function a variable is no unit, inside a class neither. null = no unit. */
function kindAround(kind: UnitKind, around: UnitKind): UnitKind | null {
  if (kind === 'function' && AROUND_METHODS.has(around)) return 'method'
  return kind === 'const' && !AROUND_VALUES.has(around) ? null : kind
}
