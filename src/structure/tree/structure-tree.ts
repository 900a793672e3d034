import { structuralHash } from '../language.ts'
import type { Comment } from '../parse.ts'
import { createLineCount, type Range, rangeOf, standsAlone, textAround } from '../place.ts'
import { outsideOf, startingIn } from '../ranges.ts'
import { siblingKeys, type Unit } from '../unit.ts'
import { type Canon, type Canoniser, createCanoniser, type Source, type Substitute } from './canonical.ts'
import { digestComments } from './comment-digests.ts'
import type { Dialect } from './dialect.ts'
import { outlineTree, type TreeOutline } from './outline-tree.ts'
import type { ParsedTree } from './parse-tree.ts'
import { nodesBelow, type TreeNode } from './tree-node.ts'

/** What every unit of one file is made from. */
interface Making extends Source {
  readonly norm: string
  readonly lineAt: (offset: number) => number
}

interface Made {
  readonly unit: Unit
  readonly range: Range
}

/** The unit that is the whole file. What holds an error has no hash. */
export function structureOfTree(text: string, { root, norm }: ParsedTree, dialect: Dialect): Unit {
  const comments = commentsIn(root, text, dialect)
  const making: Making = { text, norm, comments, dialect, lineAt: createLineCount(text) }
  return makeUnit(outlineTree(root, text, dialect), { start: 0, end: text.length }, '', making).unit
}

export function commentsIn(root: TreeNode, text: string, { comments }: Dialect): Comment[] {
  return nodesBelow(root)
    .filter(({ kind }) => comments.has(kind))
    .map(({ start, end }) => {
      // Some end with their line.
      const written = text.slice(start, end).trimEnd()
      return { text: written, start, end: start + written.length }
    })
}

function makeUnit(shape: TreeOutline, range: Range, around: string, making: Making): Made {
  const name = [around, shape.name].filter((part) => part !== '').join('.')
  const made = shape.children.map((child) =>
    makeUnit(child, rangeOf(child.nodes, making.text, making.comments), name, making),
  )
  const children = made.map(({ unit }) => unit)
  const holes = made.map((child) => child.range)
  const hashes = hashesOf(shape, children, making)
  const unit: Unit = {
    kind: shape.kind,
    name,
    startLine: making.lineAt(range.start),
    endLine: making.lineAt(Math.max(range.start, range.end - 1)),
    alone: standsAlone(range, making.text),
    ...hashes,
    // Which names are bound inside is not known here.
    ...{ alpha: null, said: null, length: null },
    outer: [shape.kind === 'imports' ? 'import' : 'export'],
    ...digestsOf(range, holes, hashes.own, making),
    order: orderOf(shape, children),
    children,
  }
  return { unit, range }
}

function hashesOf(
  shape: TreeOutline,
  children: readonly Unit[],
  making: Making,
): Pick<Unit, 'hash' | 'own' | 'sorted'> {
  const inside = new Map(shape.children.flatMap((child, at) => referencesTo(child, children[at]!)))
  const isWhole = !shape.nodes.some(({ isBroken }) => isBroken)
  const sorted = isWhole ? sortedOf(shape, making) : null
  if (sorted !== null && making.dialect.importOrder === 'free') return { hash: sorted, own: sorted, sorted }
  const hash = isWhole ? hashWith(shape, (node) => inside.get(node), making) : null
  if (children.length === 0) return { hash, own: hash, sorted }
  const own = isBrokenOutside(shape.nodes, inside)
    ? null
    : hashWith(shape, (node) => (inside.has(node) ? null : undefined), making)
  return { hash, own, sorted }
}

function hashWith({ nodes, nameNode }: TreeOutline, instead: Substitute, making: Making): string {
  const canoniser = createCanoniser(making, (node) => (node === nameNode ? UNNAMED : instead(node)))
  const canons = nodes.flatMap((node) => canoniser.node(node, null) ?? [])
  return structuralHash(JSON.stringify(canons), making.norm)
}

const UNNAMED: Canon = ['#name']

/** A unit inside stands there by its name and its hash. */
function referencesTo({ kind, name, nodes }: TreeOutline, { hash }: Unit): [TreeNode, Canon | null][] {
  return nodes.map((node, at) => [node, at === 0 ? ['#unit', kind, name, hash ?? ''] : null])
}

function sortedOf({ kind, nodes }: TreeOutline, making: Making): string | null {
  if (kind !== 'imports') return null
  const canoniser: Canoniser = createCanoniser(making, () => undefined)
  const sorted = making.dialect.sortImports(nodes, canoniser)
  return sorted === null ? null : structuralHash(JSON.stringify(sorted), making.norm)
}

function isBrokenOutside(nodes: readonly TreeNode[], units: ReadonlyMap<TreeNode, unknown>): boolean {
  return nodes.some((node) => {
    if (!node.isBroken || units.has(node)) return false
    return node.children.length === 0 || node.kind === 'ERROR' || isBrokenOutside(node.children, units)
  })
}

function digestsOf(
  range: Range,
  holes: readonly Range[],
  own: string | null,
  { text, comments, dialect, norm }: Making,
): Pick<Unit, 'text' | 'directives' | 'comments'> {
  const found = outsideOf(holes, range).flatMap((part) => startingIn(comments, part))
  return {
    // Without a structure every blank may mean something.
    text: structuralHash(own === null ? exactText(range, holes, text) : textAround(range, holes, text), norm),
    ...digestComments(found, text, dialect, norm),
  }
}

function exactText(range: Range, holes: readonly Range[], text: string): string {
  return JSON.stringify(outsideOf(holes, range).map(({ start, end }) => text.slice(start, end)))
}

const MARKS = { hoisted: null, still: '~', acts: '!' } as const

function orderOf({ statements, children }: TreeOutline, units: readonly Unit[]): string[] {
  const keys = siblingKeys(units)
  const marks = new Map(
    children.flatMap(({ nodes, place }, at) => {
      const mark = MARKS[place]
      return nodes.map((node, index) => [node, mark === null || index > 0 ? null : `${mark}${keys[at]}`])
    }),
  )
  return statements.flatMap((statement) => {
    const mark = marks.get(statement)
    return mark === undefined ? ['*'] : mark === null ? [] : [mark]
  })
}
