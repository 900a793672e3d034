import { alphaOf, UNNAMED } from './alpha.ts'
import { isDirective, readableComment } from './comments.ts'
import { type Language, structuralHash } from './language.ts'
import { type Names, resolveNames } from './names.ts'
import { type Node, nodesIn } from './node.ts'
import { type Outline, outline } from './outline.ts'
import type { Comment, Parsed } from './parse.ts'
import { createLineCount, isWithin, type Range, rangeOf, standsAlone, textAround } from './place.ts'
import { createSerialiser } from './serialise.ts'
import { sortedImports } from './sorted-imports.ts'
import { siblingKeys, type Unit } from './unit.ts'

/** What every unit of one file is made from. */
interface Making {
  readonly text: string
  readonly lineAt: (offset: number) => number
  readonly comments: readonly Comment[]
  /** null = nothing in it may be renamed. */
  readonly names: Names | null
}

/** Finished, with what its parent must know. */
interface Made {
  readonly unit: Unit
  readonly range: Range
}

/** The unit that is the whole file. */
export function structureOf(text: string, { program, comments }: Parsed, lang: Language): Unit {
  const statements = nodesIn(program, 'body')
  const making: Making = {
    text,
    lineAt: createLineCount(text),
    comments,
    // What a declaration file names, others see.
    names: lang === 'dts' ? null : resolveNames(program),
  }
  const whole: Outline = {
    ...{ kind: 'file', name: '', nameNode: null, place: 'acts' },
    nodes: statements,
    statements,
    children: outline(statements),
  }
  return makeUnit(whole, { start: 0, end: text.length }, '', making).unit
}

function makeUnit(shape: Outline, range: Range, around: string, making: Making): Made {
  const name = [around, shape.name].filter((part) => part !== '').join('.')
  const made = shape.children.map((child) =>
    makeUnit(child, rangeOf(child.nodes, making.text, making.comments), name, making),
  )
  const children = made.map(({ unit }) => unit)
  const last = Math.max(range.start, range.end - 1)
  const unit: Unit = {
    kind: shape.kind,
    name,
    startLine: making.lineAt(range.start),
    endLine: making.lineAt(last),
    alone: standsAlone(range, making.text),
    ...hashesOf(shape, children),
    ...renamedOf(shape, range, making),
    ...digestsOf(
      range,
      made.map((child) => child.range),
      making,
    ),
    order: orderOf(shape, children),
    children,
  }
  return { unit, range }
}

function hashesOf(shape: Outline, children: readonly Unit[]): Pick<Unit, 'hash' | 'own' | 'sorted'> {
  const references = new Map(shape.children.flatMap((child, at) => referencesTo(child, children[at]!)))
  const name = (node: Node) => (node === shape.nameNode ? UNNAMED : null)
  const whole = createSerialiser({ name, node: (node) => references.get(node) ?? null })
  const own = createSerialiser({ name, node: (node) => (references.has(node) ? '' : null) })
  const hash = structuralHash(whole.list(shape.nodes).join(','))
  return {
    hash,
    own: children.length === 0 ? hash : structuralHash(own.list(shape.nodes).join(',')),
    sorted: shape.kind === 'imports' ? structuralHash(sortedImports(shape.nodes, whole)) : null,
  }
}

/** A unit inside stands there by its name and its hash, so that every node is serialised once. */
function referencesTo({ kind, name, nodes }: Outline, { hash }: Unit): [Node, string][] {
  return nodes.map((node, at) => [node, at === 0 ? JSON.stringify(['unit', kind, name, hash]) : ''])
}

function renamedOf(
  { kind, nodes, nameNode }: Outline,
  range: Range,
  { names }: Making,
): Pick<Unit, 'alpha' | 'outer'> {
  if (names === null || kind === 'imports') return { alpha: null, outer: ['import'] }
  const { text, outer } = alphaOf(nodes, range, nameNode, names)
  return { alpha: text === null ? null : structuralHash(text), outer }
}

function digestsOf(
  range: Range,
  holes: readonly Range[],
  { text, comments }: Making,
): Pick<Unit, 'text' | 'directives' | 'comments'> {
  const own = comments.filter(
    (comment) => isWithin(comment, range) && !holes.some((hole) => isWithin(comment, hole)),
  )
  const digest = (some: readonly Comment[]) =>
    structuralHash(JSON.stringify(some.map(readableComment).sort()))
  return {
    text: structuralHash(textAround(range, holes, text)),
    directives: digest(own.filter(isDirective)),
    comments: digest(own.filter((comment) => !isDirective(comment))),
  }
}

const MARKS = { hoisted: null, still: '~', acts: '!' } as const

function orderOf({ statements, children }: Outline, units: readonly Unit[]): string[] {
  const keys = siblingKeys(units)
  const marks = new Map(
    children.flatMap(({ nodes, place }, at) => {
      const mark = MARKS[place]
      return nodes.map((node, index) => [node, mark === null || index > 0 ? null : `${mark}${keys[at]}`])
    }),
  )
  const said = statements.filter(({ type }) => type !== 'EmptyStatement')
  return said.flatMap((statement) => {
    const mark = marks.get(statement)
    return mark === undefined ? ['*'] : mark === null ? [] : [mark]
  })
}
