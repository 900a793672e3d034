import type { Script } from './language.ts'
import { type Node, nodeIn, nodesIn } from './node.ts'

export interface Comment {
  /** Without its delimiters. */
  readonly text: string
  /** UTF-16 offsets. */
  readonly start: number
  readonly end: number
}

export interface Parsed {
  readonly program: Node
  /** In the order of the text. */
  readonly comments: readonly Comment[]
}

let parser: Promise<typeof import('oxc-parser')> | undefined

export function loadParser(): Promise<typeof import('oxc-parser')> {
  parser ??= import('oxc-parser')
  return parser
}

/**
 * The tree of a text as TS-ESTree; null where any of it cannot be parsed. Throws where the parser cannot be loaded. It may end
 * the process by a stack overflow of its own, which nothing in the process can catch: see parser.ts.
 */
export async function parseText(text: string, lang: Script): Promise<Parsed | null> {
  const { parseSync } = await loadParser()
  // The ending does not decide between module and script: a `.js` can be either.
  const sourceType = 'unambiguous'
  const options = { lang, sourceType, astType: 'ts', preserveParens: false } as const
  const { program, comments, errors } = parseSync(`file.${lang}`, text, options)
  if (errors.length > 0) return null
  return {
    // The library's type names every field of every node; the normaliser asks for those it finds.
    program: lang === 'jsx' ? (program as unknown as Node) : tellApart(program as unknown as Node, text),
    comments: [
      ...(program.hashbang === null ? [] : [asComment(program.hashbang, '#!')]),
      ...comments.map((comment) => asComment(comment, '')),
    ].sort((a, b) => a.start - b.start),
  }
}

/** TypeScript drops `import {} from 'a'` and keeps `import 'a'`: whether a is loaded, only the text tells. */
function tellApart(program: Node, text: string): Node {
  const isEmptied = (node: Node) =>
    node.type === 'ImportDeclaration' &&
    nodesIn(node, 'specifiers').length === 0 &&
    text.slice(node.start, nodeIn(node, 'source')?.start).includes('{')
  const body = nodesIn(program, 'body')
  if (!body.some(isEmptied)) return program
  return { ...program, body: body.map((node) => (isEmptied(node) ? { ...node, clause: '{}' } : node)) }
}

function asComment(
  { value, start, end }: { value: string; start: number; end: number },
  before: string,
): Comment {
  return { text: `${before}${value}`, start, end }
}
