import { alphaOf, type Place, UNNAMED } from './alpha.ts'
import { isDirective, obeyedComment, readableComment } from './comments.ts'
import { type Edit, edited, takenOut } from './edit.ts'
import { type Language, structuralHash } from './language.ts'
import { type Names, resolveNames } from './names.ts'
import { type Node, nodesIn } from './node.ts'
import { type Outline, outline } from './outline.ts'
import type { Comment, Parsed } from './parse.ts'
import { createLineCount, type Range, rangeOf, standsAlone, textAround } from './place.ts'
import { outsideOf, startingIn } from './ranges.ts'
import { Writer } from './serialise.ts'
import { sortedImports } from './sorted-imports.ts'
import { siblingKeys, type Unit } from './unit.ts'

/** What every unit of one file is made from. */
interface Making {
  readonly text: string
  readonly lineAt: (offset: number) => number
  readonly comments: readonly Comment[]
  /** null = nothing in it may be renamed. */
  readonly names: Names | null
  /** The whole file is written once: what a unit is hashed by is cut out of it. */
  readonly written: Writer
}

/** The unit that is the whole file. */
export function structureOf(text: string, { program, comments }: Parsed, lang: Language): Unit {
  const statements = nodesIn(program, 'body')
  const children = outline(statements)
  // What a declaration file names, others see.
  const names = lang === 'dts' ? null : resolveNames(program)
  const written = write(statements, children, names)
  const making: Making = { text, lineAt: createLineCount(text), comments, names, written }
  const whole: Outline = {
    ...{ kind: 'file', name: '', nameNode: null, place: 'acts' },
    nodes: statements,
    statements,
    children,
  }
  const place: Place = {
    source: { start: 0, end: text.length },
    written: { start: 0, end: written.text.length },
    nameNode: null,
  }
  return makeUnit(whole, place, '', making)
}

function write(statements: readonly Node[], units: readonly Outline[], names: Names | null): Writer {
  const marks = {
    bindings: names?.bindings ?? new Map(),
    statements: new Set<Node>(),
    names: new Set<Node>(),
  }
  const mark = ({ nodes, nameNode, children }: Outline) => {
    for (const node of nodes) marks.statements.add(node)
    if (nameNode !== null) marks.names.add(nameNode)
    for (const child of children) mark(child)
  }
  for (const unit of units) mark(unit)
  const written = new Writer(marks)
  written.statements(statements)
  return written
}

function placeOf({ nodes, nameNode }: Outline, { text, comments, written }: Making): Place {
  const places = nodes.map((node) => written.statementAt.get(node))
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) throw new TypeError('a unit that is not written')
  return { source: rangeOf(nodes, text, comments), written: { start: first.start, end: last.end }, nameNode }
}

function makeUnit(shape: Outline, place: Place, outerName: string, making: Making): Unit {
  const name = [outerName, shape.name].filter((part) => part !== '').join('.')
  const places = shape.children.map((child) => placeOf(child, making))
  const children = shape.children.map((child, at) => makeUnit(child, places[at]!, name, making))
  const { start, end } = place.source
  return {
    kind: shape.kind,
    name,
    startLine: making.lineAt(start),
    endLine: making.lineAt(Math.max(start, end - 1)),
    alone: standsAlone(place.source, making.text),
    ...hashesOf(shape, place, { places, children }, making),
    ...renamedOf(shape, place, making),
    ...digestsOf(
      place.source,
      places.map(({ source }) => source),
      making,
    ),
    order: orderOf(shape, children),
    children,
  }
}

interface Inside {
  readonly places: readonly Place[]
  readonly children: readonly Unit[]
}

function hashesOf(
  shape: Outline,
  { written: range, nameNode }: Place,
  { places, children }: Inside,
  { written: { text, nameAt } }: Making,
): Pick<Unit, 'hash' | 'own' | 'sorted'> {
  const name = nameNode === null ? undefined : nameAt.get(nameNode)
  const unnamed = name === undefined ? [] : [{ ...name, by: UNNAMED }]
  const hashWith = (edits: readonly Edit[]) =>
    structuralHash(
      edited(
        text,
        range,
        [...edits, ...unnamed].sort((a, b) => a.start - b.start),
      ),
    )
  const inside = places.map(({ written }) => written)
  const hash = hashWith(
    inside.map(({ start, end }, at) => ({ start, end, by: reference(shape.children[at]!, children[at]!) })),
  )
  return {
    hash,
    own: children.length === 0 ? hash : hashWith(takenOut(text, inside)),
    sorted: shape.kind === 'imports' ? structuralHash(sortedImports(shape.nodes)) : null,
  }
}

/** A unit inside stands there by its name and its hash. */
function reference({ kind, name }: Outline, { hash }: Unit): string {
  return JSON.stringify(['unit', kind, name, hash])
}

function renamedOf(
  { kind }: Outline,
  place: Place,
  { names, written }: Making,
): Pick<Unit, 'alpha' | 'outer'> {
  if (names === null || kind === 'imports') return { alpha: null, outer: ['import'] }
  const { text, outer } = alphaOf(place, written)
  // Strict in a module, the same function is not so in a script.
  if (!names.isModule) outer.add('this')
  const { start, end } = place.source
  const isUnsafe = names.unsafe.some((offset) => offset >= start && offset < end)
  if (isUnsafe) outer.add('eval')
  return { alpha: isUnsafe ? null : structuralHash(text), outer: [...outer].sort() }
}

const NO_COMMENTS = structuralHash('[]')

function digestsOf(
  range: Range,
  holes: readonly Range[],
  { text, comments }: Making,
): Pick<Unit, 'text' | 'directives' | 'comments'> {
  const own = outsideOf(holes, range).flatMap((part) => startingIn(comments, part))
  const digest = (some: readonly string[]) =>
    some.length === 0 ? NO_COMMENTS : structuralHash(JSON.stringify(some.toSorted()))
  return {
    text: structuralHash(textAround(range, holes, text)),
    directives: digest(own.filter(isDirective).map(obeyedComment)),
    comments: digest(own.filter((comment) => !isDirective(comment)).map(readableComment)),
  }
}

const MARKS = { hoisted: null, still: '~', acts: '!' } as const

function orderOf({ statements, children }: Outline, units: readonly Unit[]): string[] {
  const said = statements.filter(({ type }) => type !== 'EmptyStatement')
  if (children.length === 0) return said.map(() => '*')
  const keys = siblingKeys(units)
  const marks = new Map(
    children.flatMap(({ nodes, place }, at) => {
      const mark = MARKS[place]
      return nodes.map((node, index) => [node, mark === null || index > 0 ? null : `${mark}${keys[at]}`])
    }),
  )
  return said.flatMap((statement) => {
    const mark = marks.get(statement)
    return mark === undefined ? ['*'] : mark === null ? [] : [mark]
  })
}
