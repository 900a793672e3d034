import {
  type ArrayNode,
  evaluate,
  type MemberNode,
  type ObjectNode,
  parse,
  type Token,
  type ValueNode,
} from '@humanwhocodes/momoa'
import { GateError } from '../../core/error.ts'

/** Somebody's JSON, with its comments, trailing commas and odd spaces; as `readBytes` gives it. */
export interface Jsonc {
  readonly text: string
  /** For messages. */
  readonly what: string
  readonly root: ValueNode
  readonly tokens: readonly Token[]
  /** How this file ends lines, and by what it indents. */
  readonly newline: string
  readonly unit: string
}

/** Names and places in arrays, from the root. */
export type Path = readonly (string | number)[]
export type Container = ObjectNode | ArrayNode

const BOM = '\xef\xbb\xbf'

/** Throws USAGE, with the line, for what is not JSON even with comments. */
export function readJsonc(text: string, what: string): Jsonc {
  const start = text.startsWith(BOM) ? BOM.length : 0
  // Blanks instead of the mark: it is no JSON, and every offset stays.
  const { body, tokens = [] } = parseText(`${' '.repeat(start)}${text.slice(start)}`, what)
  return {
    text,
    what,
    root: body,
    tokens,
    newline: /\r?\n/.exec(text)?.[0] ?? '\n',
    unit: /\n([ \t]+)"/.exec(text)?.[1] ?? '  ',
  }
}

function parseText(text: string, what: string): ReturnType<typeof parse> {
  try {
    return parse(text, { mode: 'jsonc', tokens: true, allowTrailingCommas: true })
  } catch (cause) {
    throw complaint(text, what, cause as MomoaError) // momoa throws nothing else
  }
}

type MomoaError = Error & { readonly line?: number; readonly offset?: number }

// momoa names a token by its kind, and where a file ends too early the last token that it read, or the first line.
function complaint(
  text: string,
  what: string,
  { message, line, offset = 0 }: MomoaError,
): GateError<'USAGE'> {
  const word = /^(?:"[^"\n]{0,40}"?|[\w.+-]{1,40}|.)/.exec(text.slice(offset))?.[0] ?? ''
  const isLast = text.slice(offset + word.length).trim() === ''
  const last = text.trimEnd().split('\n').length
  if (message.includes('end of input')) return unfit(`${what}:${last}`, 'it is no JSON: it ends too early')
  const shown = `'${Buffer.from(word, 'latin1').toString('utf8')}'`
  const why = isLast ? `it ends too early, or ${shown} is too much` : `${shown} does not belong there`
  return unfit(`${what}:${line ?? last}`, `it is no JSON: ${why}`)
}

/** `where`: a file, or FILE:LINE. */
export function unfit(where: string, why: string): GateError<'USAGE'> {
  const [, file = where, line] = /^(.*?)(?::(\d+))?$/s.exec(where) ?? []
  const place = line === undefined ? file : `line ${line} of ${file}`
  return new GateError('USAGE', {
    message: `${where}: ${why}`,
    remedy: `correct ${place}, then run this again`,
  })
}

/** What stands at a place; null = nothing. Throws USAGE where a name on the way stands twice. */
export function nodeAt(jsonc: Jsonc, path: Path): ValueNode | null {
  let node: ValueNode | null = jsonc.root
  for (const step of path) node = node === null ? null : childAt(jsonc, node, step)
  return node
}

function childAt({ what }: Jsonc, node: ValueNode, step: string | number): ValueNode | null {
  if (typeof step === 'number') return node.type === 'Array' ? (node.elements[step]?.value ?? null) : null
  if (node.type !== 'Object') return null
  const [found, again] = node.members.filter((member) => nameOf(member) === step)
  if (again !== undefined) throw unfit(`${what}:${again.loc.start.line}`, `'${step}' stands there twice`)
  return found?.value ?? null
}

export function nameOf({ name }: MemberNode): string {
  return name.type === 'String' ? name.value : name.name
}

/** What stands at a place, as a value; undefined = nothing. */
export function valueAt(jsonc: Jsonc, path: Path): unknown {
  const node = nodeAt(jsonc, path)
  return node === null ? undefined : evaluate(node)
}

/** The object or array at a place; null = nothing is there. Throws USAGE, with the line, for anything else. */
export function containerAt<T extends Container['type']>(
  jsonc: Jsonc,
  path: Path,
  type: T,
): Extract<Container, { type: T }> | null {
  const node = nodeAt(jsonc, path)
  if (node === null || node.type === type) return node as Extract<Container, { type: T }> | null // just compared
  const name = path.length === 0 ? 'the whole' : `'${path.join('.')}'`
  throw unfit(`${jsonc.what}:${node.loc.start.line}`, `${name} has to be an ${type.toLowerCase()}`)
}

/** From the first character to behind the last. */
export function rangeOf({ loc: { start, end } }: Pick<Token, 'loc'>): readonly [number, number] {
  return [start.offset, end.offset]
}

/** The members or elements. */
export function childrenOf(node: Container): ReadonlyArray<MemberNode | ArrayNode['elements'][number]> {
  return node.type === 'Object' ? node.members : node.elements
}
