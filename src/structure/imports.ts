import { isNode, type Node, nodeIn, nodesIn, plainName } from './node.ts'
import type { Comment, Parsed } from './parse.ts'

/** A module that a file loads, or takes types from. */
export interface Import {
  /** As it is written; null = computed when the program runs. */
  readonly name: string | null
  /** Of the name, from 1. */
  readonly line: number
}

/** What can load a module from within an expression, a type or a namespace: only a text with one of these is walked. */
const NESTED = /\b(?:require|getBuiltinModule|module|namespace|global)\b|\\u|\bimport\b(?!\s*[\w$*{'"])/

/** Every import of a program, in the order of its text; `require` by whatever it is bound to. */
export function importsOf(
  { program, comments }: Parsed,
  text: string,
  lineAt: (offset: number) => number,
): Import[] {
  const sources = sourcesIn(program, text).map((source) => ({
    name: sourceName(source),
    start: source.start,
  }))
  const found = [...sources, ...comments.flatMap(referenceIn)].sort((a, b) => a.start - b.start)
  return found.map(({ name, start }) => ({ name, line: lineAt(start) }))
}

/** Comments by which a compiler loads a module. */
const REFERENCE =
  /^\/\s*<reference\s[^>]*?\b(?:types|path)\s*=\s*["']([^"']+)|^[*\s]*@jsxImportSource\s+(\S+)/

function referenceIn({ text, start }: Comment): { name: string; start: number }[] {
  const [, referenced, source] = REFERENCE.exec(text) ?? []
  const name = referenced ?? source
  return name === undefined ? [] : [{ name, start }]
}

/** The nodes that name the modules. */
export function sourcesIn(program: Node, text: string): Node[] {
  const found: Node[] = []
  if (NESTED.test(text)) collectSources(program, found)
  else found.push(...nodesIn(program, 'body').flatMap((statement) => sourceOf(statement) ?? []))
  return found
}

function collectSources(value: unknown, into: Node[]): void {
  if (Array.isArray(value)) for (const item of value) collectSources(item, into)
  if (!isNode(value)) return
  const source = sourceOf(value)
  if (source !== null) into.push(source)
  for (const field in value) if (typeof value[field] === 'object') collectSources(value[field], into)
}

/** The node that names the module which `node` loads; null = it loads none. */
function sourceOf(node: Node): Node | null {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return nodeIn(node, 'source')
    case 'TSExternalModuleReference':
      return nodeIn(node, 'expression')
    case 'CallExpression':
      return LOADERS.has(calleeName(node)) ? (nodesIn(node, 'arguments')[0] ?? null) : null
    default:
      return null
  }
}

const LOADERS = new Set(['require', 'require.resolve', 'module.require', 'process.getBuiltinModule'])

/** `f`, `f.g`; '' = anything else. */
function calleeName(call: Node): string {
  const callee = nodeIn(call, 'callee')
  if (callee?.type !== 'MemberExpression') return callee?.type === 'Identifier' ? String(callee.name) : ''
  const object = nodeIn(callee, 'object')
  const key = nodeIn(callee, 'property')
  const isPlain = object?.type === 'Identifier' && (callee.computed !== true || key?.type === 'Literal')
  return isPlain ? `${String(object.name)}.${plainName(key)}` : ''
}

/** null = computed when the program runs. */
export function sourceName(source: Node): string | null {
  if (source.type === 'Literal') return typeof source.value === 'string' ? source.value : null
  if (source.type !== 'TemplateLiteral' || nodesIn(source, 'expressions').length > 0) return null
  const value = nodesIn(source, 'quasis')[0]?.value
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : null
}
