// What Babel says of two texts: the same program but for names that are bound inside? Nothing of ours is used for it.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tool } from '../support/tools.mjs'

const VERSION = '7.29.15'
const SKIPPED = new Set([
  ...[
    'type',
    'start',
    'end',
    'loc',
    'range',
    'extra',
    'errors',
    'tokens',
    'comments',
    'computed',
    'shorthand',
  ],
  ...['leadingComments', 'trailingComments', 'innerComments', 'interpreter', 'trailingComma'],
])

/** null = npm cannot bring Babel here. */
export async function createOracle() {
  const folder = tool('@babel/traverse', VERSION)
  if (folder === null) return null
  const load = (path) => import(pathToFileURL(join(folder, path)).href)
  const { default: loaded } = await load('lib/index.js')
  const { parse } = (await load('../parser/lib/index.js')).default
  return { itemsOf: (path, text) => itemsOf(path, text, parse, loaded.default ?? loaded) }
}

/**
 * Statements and class members of a file: `{ start, end, text, names, node }`, lines from 1. Two texts are equal if the code is, up
 * to a renaming of what is bound inside; `names` are those that the file binds around it, by first occurrence. null = it cannot be parsed.
 */
function itemsOf(path, text, parse, traverse) {
  let ast
  try {
    const typescript = /\.[cm]?tsx?$/.test(path) ? ['typescript'] : []
    const plugins = [...typescript, ...(/\.[cm]?ts$/.test(path) ? [] : ['jsx'])]
    ast = parse(text, { sourceType: 'unambiguous', allowReturnOutsideFunction: true, plugins })
  } catch {
    return null
  }
  const bindings = resolve(ast, traverse)
  const items = ast.program.body.flatMap((node) => [node, ...membersOf(node)])
  return items.map((node) => ({
    ...written(node, bindings),
    node,
    start: node.loc.start.line,
    end: node.loc.end.line,
  }))
}

function membersOf(statement) {
  const inner = /^Export/.test(statement.type) ? statement.declaration : statement
  return inner?.type === 'ClassDeclaration' ? inner.body.body : []
}

function resolve(ast, traverse) {
  const bindings = new Map()
  traverse(ast, {
    Identifier(path) {
      if (!path.isReferencedIdentifier() && !path.isBindingIdentifier()) return
      const isOwnName = path.key === 'id' && /^(?:Function|Class)Declaration$/.test(path.parent.type)
      const binding = (isOwnName ? path.scope.parent : path.scope)?.getBinding(path.node.name)
      if (binding !== undefined) bindings.set(path.node, binding)
    },
    JSXIdentifier(path) {
      const binding = path.isReferencedIdentifier() ? path.scope.getBinding(path.node.name) : undefined
      if (binding !== undefined) bindings.set(path.node, binding)
    },
  })
  return bindings
}

function written(root, bindings) {
  const numbers = new Map()
  const names = []
  const nameOf = (node) => {
    const binding = bindings.get(node)
    if (binding === undefined) return node.name
    const number = numbers.get(binding) ?? numbers.size
    if (!numbers.has(binding)) {
      numbers.set(binding, number)
      const { block } = binding.scope
      if (block.start < root.start || block.end > root.end) names.push([number, node.name])
    }
    return `#${number}`
  }
  const write = (value) => {
    if (Array.isArray(value)) return value.filter((item) => item?.type !== 'EmptyStatement').map(write)
    if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? `${value}n` : value
    if (value.type === undefined) return value
    if (value.type === 'Identifier' || value.type === 'JSXIdentifier') return named(value, nameOf, write)
    return branched(value, write)
  }
  return { text: JSON.stringify(write(root)), names }
}

function named(node, nameOf, write) {
  const type = node.typeAnnotation ? [write(node.typeAnnotation)] : []
  return [node.type, nameOf(node), node.optional === true, ...type]
}

/** `if (a) b` is `if (a) { b }`, `{ 'a': b }` is `{ a: b }`, a template without substitutions is a string. */
function branched(node, write) {
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return ['StringLiteral', node.quasis[0].value.cooked]
  if (node.type === 'StringLiteral') return ['StringLiteral', node.value]
  const out = [node.type]
  for (const key of Object.keys(node)) {
    if (SKIPPED.has(key) || node[key] === null || node[key] === undefined || node[key] === false) continue
    const isKey =
      key === 'key' && node.computed !== true && ['Identifier', 'StringLiteral'].includes(node.key.type)
    out.push([key, isKey ? (node.key.name ?? node.key.value) : write(asBlock(node, key))])
  }
  return node.computed === true ? [...out, 'computed'] : out
}

function asBlock(node, key) {
  const value = node[key]
  const isBranch =
    ['body', 'consequent', 'alternate'].includes(key) && /^(?:If|For|While|DoWhile)/.test(node.type)
  if (!isBranch || value.type === 'BlockStatement' || Array.isArray(value)) return value
  return { type: 'BlockStatement', body: [value], directives: [] }
}
