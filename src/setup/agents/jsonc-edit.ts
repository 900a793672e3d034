import {
  type Container,
  childrenOf,
  containerAt,
  type Jsonc,
  nameOf,
  nodeAt,
  type Path,
  rangeOf,
  readJsonc,
} from './jsonc.ts'

/*
 * Edits that leave every other byte alone, and that can be taken back: what `append` put in as the last of a container,
 * `remove` takes out without a trace. What was put into an empty container has a blank line before it: that is how
 * `remove` tells a container that was there before from one that came with what it held.
 */

/** What is put in: a member where it has a name, else an element. */
export interface Item {
  readonly name?: string
  readonly value: unknown
}

/** `isFirst`: of what the container holds, nothing is the user's. */
export interface Room {
  readonly isFirst: (container: Container) => boolean
}

const EMPTY: Room = { isFirst: (container) => childrenOf(container).length === 0 }

/** With `item` as the last of the container at `path`. */
export function append(jsonc: Jsonc, path: Path, item: Item, room: Room = EMPTY): Jsonc {
  const container = containerThere(jsonc, path)
  const at = lastToken(jsonc, container).range[1]
  const text = spaced(jsonc, container, item, room)
  const last = childrenOf(container).at(-1)
  if (last === undefined) {
    const closing = `${jsonc.newline}${indentAt(jsonc, rangeOf(container)[0])}`
    return readJsonc(insert(jsonc.text, at, text + closing), jsonc.what)
  }
  const [, end] = rangeOf(last)
  if (commaAfter(jsonc, end, at) !== null) return readJsonc(insert(jsonc.text, at, `${text},`), jsonc.what)
  return readJsonc(insert(insert(jsonc.text, at, text), end, ','), jsonc.what)
}

/** The item and what stands between it and the token before it. */
function spaced(jsonc: Jsonc, container: Container, item: Item, { isFirst }: Room): string {
  const isNew = isFirst(container)
  if (!isNew && !isBroken(jsonc, container)) return ` ${render(item, null)}`
  const { newline, unit } = jsonc
  const indent = innerIndent(jsonc, container)
  return `${isNew ? newline : ''}${newline}${indent}${render(item, { newline, unit, indent })}`
}

/** With another value at `path`, which has to be there. */
export function replace(jsonc: Jsonc, path: Path, value: unknown): Jsonc {
  const node = nodeAt(jsonc, path)
  if (node === null) throw new Error(`${jsonc.what} has nothing at ${path.join('.')}`)
  const [start, end] = rangeOf(node)
  const { newline, unit } = jsonc
  const text = render({ value }, { newline, unit, indent: indentAt(jsonc, start) })
  return readJsonc(jsonc.text.slice(0, start) + text + jsonc.text.slice(end), jsonc.what)
}

/** Without what stands at `path`; `left` says whether its container was there before it. */
export function remove(jsonc: Jsonc, path: Path): { readonly jsonc: Jsonc; readonly left: 'own' | 'theirs' } {
  const container = containerThere(jsonc, path.slice(0, -1))
  const children = childrenOf(container)
  const at = placeOf(container, path.at(-1))
  const [start] = rangeOf(children[at]!)
  const from = endBefore(jsonc, start)
  const isMarked = /\n[^\S\n]*\r?\n/.test(jsonc.text.slice(from, start))
  const left = isMarked || children.length > 1 ? 'theirs' : 'own'
  return { jsonc: readJsonc(without(jsonc, container, { at, from }), jsonc.what), left }
}

interface Cut {
  readonly at: number
  /** Where the token before it ends. */
  readonly from: number
}

function without(jsonc: Jsonc, container: Container, { at, from }: Cut): string {
  const { text } = jsonc
  const children = childrenOf(container)
  const [open, close] = rangeOf(container)
  const [start, end] = rangeOf(children[at]!)
  const comma = commaAfter(jsonc, end, close)
  const after = text.slice(comma ?? end)
  if (children.length === 1)
    return text.slice(0, from) + apart(jsonc, from, withoutClosing(jsonc, open, after))
  if (comma !== null) return text.slice(0, from) + apart(jsonc, from, after)
  // The last of several: the comma before it came with it.
  const joint = commaAfter(jsonc, rangeOf(children[at - 1]!)[1], start)!
  return text.slice(0, joint - 1) + text.slice(joint, from) + apart(jsonc, from, after)
}

function withoutClosing(jsonc: Jsonc, open: number, after: string): string {
  const closing = `${jsonc.newline}${indentAt(jsonc, open)}`
  return after.startsWith(closing) ? after.slice(closing.length) : after
}

/** A comment that goes to the end of its line must not swallow what comes next. */
function apart({ tokens, newline }: Jsonc, from: number, after: string): string {
  const before = tokens.find((token) => rangeOf(token)[1] === from)
  const isSwallowed = before?.type === 'LineComment' && !/^[^\S\n]*(?:\n|$)/.test(after)
  return isSwallowed ? `${newline}${after}` : after
}

function containerThere(jsonc: Jsonc, path: Path): Container {
  const type = nodeAt(jsonc, path)?.type === 'Array' ? 'Array' : 'Object'
  const container = containerAt(jsonc, path, type)
  if (container === null) throw new Error(`${jsonc.what} has nothing at ${path.join('.')}`)
  return container
}

function placeOf(container: Container, step: string | number | undefined): number {
  if (container.type === 'Array') return Number(step)
  return container.members.findIndex((member) => nameOf(member) === step)
}

interface Spot {
  readonly range: readonly [number, number]
  readonly isLineComment: boolean
}

/** The last token before the container's closing bracket. */
function lastToken({ tokens }: Jsonc, container: Container): Spot {
  const close = rangeOf(container)[1]
  const at = tokens.findIndex((token) => rangeOf(token)[1] === close)
  const token = tokens[at - 1]!
  return { range: rangeOf(token), isLineComment: token.type === 'LineComment' }
}

/** Does the container end on a line of its own? */
function isBroken(jsonc: Jsonc, container: Container): boolean {
  const { range, isLineComment } = lastToken(jsonc, container)
  return isLineComment || jsonc.text.slice(range[1], rangeOf(container)[1]).includes('\n')
}

/** Where the token before this place ends. */
function endBefore({ tokens }: Jsonc, place: number): number {
  const before = tokens.findLast((token) => rangeOf(token)[1] <= place)
  return before === undefined ? 0 : rangeOf(before)[1]
}

/** The end of the comma between two places, comments aside; null = none. */
function commaAfter({ tokens }: Jsonc, from: number, to: number): number | null {
  const next = tokens.find((token) => rangeOf(token)[0] >= from && !token.type.endsWith('Comment'))
  return next?.type === 'Comma' && rangeOf(next)[1] <= to ? rangeOf(next)[1] : null
}

/** What the line of this place begins with. */
function indentAt({ text }: Jsonc, place: number): string {
  const line = text.slice(text.lastIndexOf('\n', place - 1) + 1, place)
  return /^[ \t]*/.exec(line)![0]
}

// A child that begins its line shows how far children are indented here.
function innerIndent(jsonc: Jsonc, container: Container): string {
  const last = childrenOf(container).at(-1)
  const outer = indentAt(jsonc, rangeOf(container)[0])
  if (last === undefined) return outer + jsonc.unit
  const [start] = rangeOf(last)
  const line = jsonc.text.slice(jsonc.text.lastIndexOf('\n', start - 1) + 1, start)
  return line.trim() === '' ? line : outer + jsonc.unit
}

interface Style {
  readonly newline: string
  readonly unit: string
  readonly indent: string
}

function render({ name, value }: Item, style: Style | null): string {
  const key = name === undefined ? '' : `${JSON.stringify(name)}: `
  if (style === null) return key + JSON.stringify(value)
  return key + JSON.stringify(value, null, style.unit).replaceAll('\n', `${style.newline}${style.indent}`)
}

function insert(text: string, at: number, what: string): string {
  return text.slice(0, at) + what + text.slice(at)
}
