import { alphaOf } from './alpha.ts'
import { type Language, structuralHash } from './language.ts'
import { NamedWriter } from './named-writer.ts'
import { type Names, resolveNames } from './names.ts'
import type { Node } from './node.ts'
import type { Outline } from './outline.ts'
import type { Range } from './place.ts'
import type { Unit } from './unit.ts'

interface Resolved {
  readonly names: Names
  /** The whole file is written once: what a unit is compared by is cut out of it. */
  readonly written: NamedWriter
}

/** The names of one file, resolved when they are first asked for: most units are told apart without them. */
export class FileNames {
  readonly #program: Node
  readonly #shape: Outline
  readonly #lang: Language
  #resolved: Resolved | undefined

  constructor(program: Node, shape: Outline, lang: Language) {
    this.#program = program
    this.#shape = shape
    this.#lang = lang
  }

  /** Of a unit of the file: its names by number, and what it takes from around it. */
  renamed(unit: Outline, source: Range): Pick<Unit, 'alpha' | 'outer'> {
    // What a declaration file names, others see.
    if (this.#lang === 'dts' || unit.kind === 'imports') return { alpha: null, outer: ['import'] }
    this.#resolved ??= resolve(this.#program, this.#shape)
    const { names, written } = this.#resolved
    const place = { source, written: placeOf(unit, written), nameNode: unit.nameNode }
    const { text, outer } = alphaOf(place, written)
    // Strict in a module, the same function is not so in a script.
    if (!names.isModule) outer.add('this')
    const isUnsafe = names.unsafe.some((offset) => offset >= source.start && offset < source.end)
    if (isUnsafe) outer.add('eval')
    return { alpha: isUnsafe ? null : structuralHash(text), outer: [...outer].sort() }
  }
}

function resolve(program: Node, file: Outline): Resolved {
  const names = resolveNames(program)
  const marks = { bindings: names.bindings, statements: new Set<Node>(), names: new Set<Node>() }
  const mark = ({ nodes, nameNode, children }: Outline) => {
    for (const node of nodes) marks.statements.add(node)
    if (nameNode !== null) marks.names.add(nameNode)
    for (const child of children) mark(child)
  }
  for (const unit of file.children) mark(unit)
  const written = new NamedWriter(marks)
  written.statements(file.statements)
  return { names, written }
}

function placeOf({ kind, nodes }: Outline, { text, statementAt }: NamedWriter): Range {
  if (kind === 'file') return { start: 0, end: text.length }
  const places = nodes.map((node) => statementAt.get(node))
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) throw new TypeError('a unit that is not written')
  return { start: first.start, end: last.end }
}
