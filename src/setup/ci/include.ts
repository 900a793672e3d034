import { isDeepStrictEqual } from 'node:util'
import { isCollection, isMap, isScalar, isSeq, type Node, type Pair, parseAllDocuments } from 'yaml'
import { GateError } from '../../core/error.ts'

interface Pipeline {
  /** The document that holds the jobs: the last one, after a header with `spec:`. */
  readonly value: Readonly<Record<string, unknown>>
  readonly include: Node | null
}

/** The `stages` and other keys of a pipeline. Throws USAGE for a text that is no map. */
export function readPipeline(text: string, path: string): Pipeline['value'] {
  return parse(text, path).value
}

/** Does the pipeline include this file of the repository, in any of the forms there are? */
export function includesFile(value: Pipeline['value'], path: string): boolean {
  return entriesOf(value).some((entry) => {
    const local = typeof entry === 'object' && entry !== null && 'local' in entry ? entry.local : entry
    return typeof local === 'string' && local.replace(/^\//, '') === path
  })
}

/** The text with the file among its includes, every other byte as it was. Throws USAGE where that cannot be done. */
export function addInclude(text: string, file: string, path: string): string {
  const before = parse(text, path)
  const edited = insert(text, before.include, file)
  // The edit goes by where nodes stand in the text. Where that misleads it, a person adds the line.
  if (edited !== null && means(edited, before.value, file, path)) return edited
  throw new GateError('USAGE', {
    message: `${path}: its include has a form that is not edited here`,
    remedy: `add to the includes of ${path}: - local: /${file}`,
  })
}

function parse(text: string, path: string): Pipeline {
  const document = [...parseAllDocuments(text, { logLevel: 'silent', merge: true })].at(-1)
  const problem = document?.errors[0]
  if (problem !== undefined) {
    throw new GateError('USAGE', {
      message: `${path} is not YAML: ${problem.message}`,
      remedy: `correct ${path}`,
    })
  }
  const map = document?.contents ?? null
  if (map !== null && !isMap(map)) {
    throw new GateError('USAGE', {
      message: `${path} is no pipeline: it holds no map`,
      remedy: `correct ${path}`,
    })
  }
  const pair: Pair | undefined = map?.items.find(({ key }) => isScalar(key) && key.value === 'include')
  return {
    value: map === null ? {} : map.toJS(document!, { maxAliasCount: -1 }),
    include: (pair?.value ?? null) as Node | null, // the parser makes nodes of all values
  }
}

function entriesOf({ include }: Pipeline['value']): unknown[] {
  if (include === undefined || include === null) return []
  return Array.isArray(include) ? include : [include]
}

function means(text: string, before: Pipeline['value'], file: string, path: string): boolean {
  const { include, ...rest } = parse(text, path).value
  const { include: old, ...kept } = before
  const added = [{ local: `/${file}` }, ...entriesOf({ include: old })]
  return isDeepStrictEqual(rest, kept) && isDeepStrictEqual(include, added)
}

function insert(text: string, include: Node | null, file: string): string | null {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  if (include === null) return appendInclude(text, file, newline)
  const [start, end] = include.range ?? [0, 0]
  const around = { before: text.slice(0, start), value: text.slice(start, end), after: text.slice(end) }
  return isCollection(include) && include.flow !== true
    ? insertLine(around, include, `- local: /${file}${newline}`)
    : insertItem(around, include, `{ local: /${file} }`)
}

interface Around {
  readonly before: string
  /** The source of the include's value. */
  readonly value: string
  readonly after: string
}

function insertLine({ before, value, after }: Around, include: Node, line: string): string | null {
  const indent = before.slice(before.lastIndexOf('\n') + 1)
  if (indent.trim() !== '') return null
  const rest = isSeq(include) ? value : `- ${value.replace(/\n(?=[^\r\n])/g, '\n  ')}`
  return `${before}${line}${indent}${rest}${after}`
}

function insertItem({ before, value, after }: Around, include: Node, item: string): string {
  if (isSeq(include)) return `${before}[${item}, ${value.slice(1)}${after}`
  return `${before}[${item}, ${isScalar(include) ? JSON.stringify(include.value) : value}]${after}`
}

function appendInclude(text: string, file: string, newline: string): string {
  const lines = ['include:', `  - local: /${file}`, ''].join(newline)
  if (text.trim() === '') return text + lines
  return `${text}${text.endsWith('\n') ? '' : newline}${newline}${lines}`
}
