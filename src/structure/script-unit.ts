import { obeyedComment, readableComment } from './comments.ts'
import type { FileNames } from './file-names.ts'
import { structuralHash } from './language.ts'
import { orderOf } from './order.ts'
import type { Outline } from './outline.ts'
import type { Comment } from './parse.ts'
import { type Range, rangeOf, standsAlone, textAround } from './place.ts'
import { outsideOf, startingIn } from './ranges.ts'
import { sortedImports } from './sorted-imports.ts'
import type { Unit } from './unit.ts'
import { type WrittenUnit, writeUnit } from './written-unit.ts'

/** What every unit of one file is made from. */
export interface ScriptFile {
  readonly text: string
  readonly lineAt: (offset: number) => number
  readonly comments: readonly Comment[]
  /** Of the comments, those that a tool obeys; and the others. */
  readonly directives: readonly Comment[]
  readonly remarks: readonly Comment[]
  readonly names: FileNames
  /** Two files that are read the same way: what has the same text in both, at their first level, is the same. */
  readonly reading: string
}

/** A unit that is written and hashed as far as it is asked: of two that have the same text, nobody asks. */
export class ScriptUnit implements Unit {
  readonly kind: Unit['kind']
  readonly name: string
  readonly startLine: number
  readonly endLine: number
  readonly children: readonly ScriptUnit[]
  readonly #shape: Outline
  readonly #range: Range
  readonly #file: ScriptFile
  readonly #level: number
  #written: WrittenUnit | undefined
  #hash: string | undefined
  #renamed: Pick<Unit, 'alpha' | 'outer'> | undefined

  constructor(shape: Outline, range: Range, around: ScriptUnit | null, file: ScriptFile) {
    const { text, comments, lineAt } = file
    this.kind = shape.kind
    this.name = [around?.name ?? '', shape.name].filter((part) => part !== '').join('.')
    this.startLine = lineAt(range.start)
    this.endLine = lineAt(Math.max(range.start, range.end - 1))
    this.#shape = shape
    this.#range = range
    this.#file = file
    this.#level = around === null ? 0 : around.#level + 1
    this.children = shape.children.map(
      (child) => new ScriptUnit(child, rangeOf(child.nodes, text, comments), this, file),
    )
  }

  get alone(): boolean {
    return standsAlone(this.#range, this.#file.text)
  }

  get hash(): string {
    this.#hash ??= structuralHash(this.#write().whole(this.#references()))
    return this.#hash
  }

  get own(): string {
    return this.children.length === 0 ? this.hash : structuralHash(this.#write().own())
  }

  get sorted(): string | null {
    return this.kind === 'imports' ? structuralHash(sortedImports(this.#shape.nodes)) : null
  }

  get length(): number {
    return this.#write().length
  }

  get alpha(): string | null {
    return this.#rename().alpha
  }

  get outer(): readonly string[] {
    return this.#rename().outer
  }

  get order(): readonly string[] {
    return orderOf(this.#shape, this.children)
  }

  get text(): string {
    return textAround(this.#range, this.#holes(), this.#file.text)
  }

  get directives(): string {
    return this.#digest(this.#file.directives, obeyedComment)
  }

  get comments(): string {
    return this.#digest(this.#file.remarks, readableComment)
  }

  // Deeper down, what stands around it has a say in how its text is read: `await` is a name in one function, and none in another.
  get said(): string | null {
    const { text, reading } = this.#file
    return this.#level === 1 ? `${reading}\n${text.slice(this.#range.start, this.#range.end)}` : null
  }

  #write(): WrittenUnit {
    this.#written ??= writeUnit(this.#shape)
    return this.#written
  }

  #rename(): Pick<Unit, 'alpha' | 'outer'> {
    this.#renamed ??= this.#file.names.renamed(this.#shape, this.#range)
    return this.#renamed
  }

  /** A unit inside stands there by its name and its hash. */
  #references(): string[] {
    return this.children.map((child) => JSON.stringify(['unit', child.kind, child.#shape.name, child.hash]))
  }

  #holes(): Range[] {
    return this.children.map((child) => child.#range)
  }

  #digest(comments: readonly Comment[], read: (comment: Comment) => string): string {
    if (comments.length === 0) return NO_COMMENTS
    const own = outsideOf(this.#holes(), this.#range).flatMap((part) => startingIn(comments, part))
    return own.length === 0 ? NO_COMMENTS : structuralHash(JSON.stringify(own.map(read).sort()))
  }
}

const NO_COMMENTS = structuralHash('[]')
