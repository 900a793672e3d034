import type { UnitDifference } from '../../core/unit-change.ts'
import type { UnitPlace } from '../compare.ts'
import { createLineCount, rangeOf } from '../place.ts'
import { type Canoniser, createCanoniser } from './canonical.ts'
import { dialects, type GrammarName } from './dialects.ts'
import { outlineTree, type TreeOutline } from './outline-tree.ts'
import { parseTree } from './parse-tree.ts'
import { commentsIn } from './structure-tree.ts'
import type { TreeNode } from './tree-node.ts'

/** A unit and how its nodes are written, the units inside left out. */
export interface TreeUnit extends UnitPlace {
  readonly nodes: readonly TreeNode[]
  readonly canoniser: Canoniser
  readonly text: string
  readonly lineAt: (offset: number) => number
}

/** Every unit of a text; none where no grammar can be loaded. */
export async function treeUnits(text: string, grammar: GrammarName): Promise<TreeUnit[]> {
  const dialect = dialects[grammar]
  const { root } = await parseTree(text, grammar)
  const comments = commentsIn(root, text, dialect)
  const lineAt = createLineCount(text)
  const found = (shape: TreeOutline, around: string): TreeUnit[] => {
    const name = [around, shape.name].filter((part) => part !== '').join('.')
    const { start } = shape.kind === 'file' ? { start: 0 } : rangeOf(shape.nodes, text, comments)
    const inside = new Set(shape.children.flatMap(({ nodes }) => nodes))
    const canoniser = createCanoniser({ text, comments, dialect }, (node) => {
      if (node === shape.nameNode) return ''
      return inside.has(node) ? null : undefined
    })
    const own = {
      kind: shape.kind,
      name,
      startLine: lineAt(start),
      nodes: shape.nodes,
      canoniser,
      text,
      lineAt,
    }
    return [own, ...shape.children.flatMap((child) => found(child, name))]
  }
  return found(outlineTree(root, text, dialect), '')
}

/** The first node in which two units differ; null = none is found. */
export function firstTreeDifference(before: TreeUnit, after: TreeUnit): UnitDifference | null {
  return differenceOfLists('body', before.nodes, after.nodes, { before, after })
}

interface Sides {
  readonly before: TreeUnit
  readonly after: TreeUnit
}

function differenceOfLists(
  field: string,
  before: readonly TreeNode[],
  after: readonly TreeNode[],
  sides: Sides,
): UnitDifference | null {
  const old = spoken(before, sides.before)
  const now = spoken(after, sides.after)
  const at = now.findIndex((item, index) => item.canon !== old[index]?.canon)
  const first = at === -1 ? now.length : at
  const [was, is] = [old[first]?.node, now[first]?.node]
  if (was === undefined && is === undefined) return null
  if (was !== undefined && is !== undefined && old.length === now.length)
    return differenceOfNodes(is.field ?? field, was, is, sides)
  const start = startOf([is, now.at(-1)?.node, after[0]])
  return old.length > now.length
    ? described(field, was, undefined, start, sides)
    : described(field, undefined, is, start, sides)
}

function startOf(nodes: readonly (TreeNode | undefined)[]): number {
  return nodes.find((node) => node !== undefined)?.start ?? 0
}

function spoken(nodes: readonly TreeNode[], { canoniser }: TreeUnit): { node: TreeNode; canon: string }[] {
  // Where an item comes or goes, its comma does.
  const said = nodes.filter((node) => !/^[,;]$/.test(node.kind))
  return said.flatMap((node) => {
    const canon = canoniser.node(node, null)
    return canon === null ? [] : [{ node, canon: JSON.stringify(canon) }]
  })
}

function differenceOfNodes(field: string, before: TreeNode, after: TreeNode, sides: Sides): UnitDifference {
  const isSameKind = before.kind === after.kind && before.children.length > 0 && after.children.length > 0
  const inner = isSameKind ? differenceOfLists(after.kind, before.children, after.children, sides) : null
  return inner ?? described(field, before, after, after.start, sides)
}

function described(
  field: string,
  before: TreeNode | undefined,
  after: TreeNode | undefined,
  start: number,
  sides: Sides,
): UnitDifference {
  return {
    field,
    before: excerptOf(before, sides.before),
    after: excerptOf(after, sides.after),
    line: sides.after.lineAt(start),
  }
}

const LONGEST = 80

function excerptOf(node: TreeNode | undefined, { text }: TreeUnit): string | null {
  if (node === undefined) return null
  const said = text.slice(node.start, node.end).replace(/\s+/g, ' ').trim()
  return said.length <= LONGEST ? said : `${said.slice(0, LONGEST)}…`
}
