import { createHash } from 'node:crypto'
import { boundBy } from './declarations.ts'
import { edited } from './edit.ts'
import { sourceName, sourcesIn } from './imports.ts'
import { NamedWriter, NOTHING, type WrittenName } from './named-writer.ts'
import { resolveNames } from './names.ts'
import { isNode, type Node, nodeIn, nodesIn, plainName } from './node.ts'
import type { Binding } from './scope.ts'

/** One name by which a file is tied to others. */
export type Link =
  | { readonly kind: 'import'; readonly from: string; readonly name: string }
  | { readonly kind: 'export'; readonly name: string }
  /** All of a module, or what part of it is only known when it runs; null = even which module. */
  | { readonly kind: 'whole'; readonly from: string | null }

export interface Links {
  /**
   * Hash of the whole file with every name that it binds, imports or exports replaced by a number: two files are equal if and only if
   * one is the other under other names, links aside. null = something in it reaches names by their text, or it is no module.
   */
  readonly alpha: string | null
  /** In an order that equal files share. */
  readonly links: readonly Link[]
}

/** Takes the names of the links out of the tree, which is of no use afterwards. */
export function linksOf(program: Node, text: string): Links {
  const { isModule, unsafe, bindings } = resolveNames(program)
  const sources = sourcesIn(program, text).sort((a, b) => a.start - b.start)
  if (!isModule || unsafe.length > 0) return { alpha: null, links: sources.map(wholeOf) }
  const statements = nodesIn(program, 'body')
  const exported = new Set(statements.flatMap(declaredBy).flatMap((id) => bindings.get(id) ?? []))
  const tied = new Set(statements.map((statement) => nodeIn(statement, 'source')))
  const inside = sources.filter((source) => !tied.has(source))
  const paths = pathTexts(program).filter((node) => !sources.includes(node))
  const links = [...statements.flatMap(linksIn), ...[...inside, ...paths].map(wholeOf)]
  for (const source of sources) if (sourceName(source) !== null) blank(source)
  const writer = new NamedWriter({ ...NOTHING, bindings })
  writer.statements(statements)
  const isOwn = (binding: Binding) => !binding.isFixed || exported.has(binding)
  return { alpha: numbered(writer, isOwn), links }
}

function wholeOf(source: Node): Link {
  return { kind: 'whole', from: sourceName(source) }
}

/** Names of its own by first occurrence. */
function numbered({ text, names, counted }: NamedWriter, isOwn: (binding: Binding) => boolean): string {
  const numbers = new Map<Binding, string>()
  const numberOf = ({ binding }: WrittenName) => {
    if (binding === null || !isOwn(binding)) return null
    const number = numbers.get(binding) ?? `["bound",${numbers.size}]`
    numbers.set(binding, number)
    return number
  }
  for (const name of counted) numberOf(name)
  const edits = names.flatMap((name) => {
    const by = numberOf(name)
    return by === null ? [] : [{ start: name.start, end: name.end, by }]
  })
  const canonical = edited(text, { start: 0, end: text.length }, edits)
  return createHash('sha256').update(canonical).digest('hex')
}

/** The identifiers that an export declares. */
function declaredBy(statement: Node): readonly Node[] {
  if (!/^Export(?:Named|Default)Declaration$/.test(statement.type)) return []
  const declaration = nodeIn(statement, 'declaration')
  if (declaration?.type === 'VariableDeclaration')
    return nodesIn(declaration, 'declarations').flatMap((one) => boundBy(nodeIn(one, 'id')))
  const id = declaration === null ? null : nodeIn(declaration, 'id')
  return id === null ? [] : [id]
}

function linksIn(statement: Node): Link[] {
  const source = nodeIn(statement, 'source')
  const from = source === null ? null : sourceName(source)
  switch (statement.type) {
    case 'ImportDeclaration':
      return importLinks(statement, from ?? '')
    case 'ExportNamedDeclaration':
      return exportLinks(statement, from)
    case 'ExportAllDeclaration':
      return [{ kind: 'whole', from }]
    case 'ExportDefaultDeclaration':
      return [{ kind: 'export', name: 'default' }]
    default:
      return []
  }
}

function importLinks(statement: Node, from: string): Link[] {
  const specifiers = nodesIn(statement, 'specifiers')
  if (specifiers.length === 0) return [{ kind: 'whole', from }]
  return specifiers.map((specifier): Link => {
    if (specifier.type === 'ImportNamespaceSpecifier') return { kind: 'whole', from }
    const name = specifier.type === 'ImportDefaultSpecifier' ? 'default' : taken(specifier, 'imported')
    return { kind: 'import', from, name }
  })
}

function exportLinks(statement: Node, from: string | null): Link[] {
  const declared = declaredBy(statement).map(({ name }): Link => ({ kind: 'export', name: String(name) }))
  const specifiers = nodesIn(statement, 'specifiers').flatMap((specifier): Link[] => {
    const imported: Link[] = from === null ? [] : [{ kind: 'import', from, name: taken(specifier, 'local') }]
    return [...imported, { kind: 'export', name: taken(specifier, 'exported') }]
  })
  return [...declared, ...specifiers]
}

/** The name in a field, which is a link from now on. */
function taken(specifier: Node, field: string): string {
  const node = nodeIn(specifier, field)
  const name = plainName(node)
  if (node === null || name === null) throw new TypeError(`a specifier without ${field}`)
  blank(node)
  return name
}

function blank(node: Node): void {
  Object.assign(node, { type: 'Literal', value: '' })
}

/** What a tool may load: `jest.mock('./a')`, `new URL('./a.js', import.meta.url)`. Other than a source, it keeps its text. */
function pathTexts(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(pathTexts)
  if (!isNode(value)) return []
  if (value.type === 'Literal') return /^\.{1,2}\//.test(String(value.value)) ? [value] : []
  return Object.values(value).flatMap((field) => (typeof field === 'object' ? pathTexts(field) : []))
}
