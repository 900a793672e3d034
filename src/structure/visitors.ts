import {
  boundBy,
  declareTypeParameters,
  introduce,
  visitFunction,
  visitNamedFunction,
} from './declarations.ts'
import { type Node, nodeIn, nodesIn, textIn } from './node.ts'
import { declare, hoist, openScope, type Scope, type Space } from './scope.ts'
import type { Visitor, Walk } from './walk.ts'

/** Names that their text gives away: `eval` reads any, `arguments` is the parameters by another name. */
const REACHING = new Set(['eval', 'arguments'])

const inBlock: Visitor = (node, scope, { visitFields }) => visitFields(node, openScope(scope, node, 'block'))
const withoutKey: Visitor = (node, scope, { visitFields }) =>
  visitFields(node, scope, node.computed === true ? [] : ['key', 'id'])

/** Whose names mean something other than a plain use; every other node is walked through. */
export const VISITORS: Readonly<Record<string, Visitor>> = {
  Identifier(node, scope, { refer, refuse, visitFields }) {
    if (REACHING.has(String(node.name))) refuse(node)
    refer(node, scope, 'value')
    visitFields(node, scope)
  },
  WithStatement: (node, _scope, { refuse }) => refuse(node),
  MetaProperty: () => undefined,
  MemberExpression: (node, scope, { visitFields }) =>
    visitFields(node, scope, node.computed === true ? [] : ['property']),
  Property: withoutKey,
  MethodDefinition: withoutKey,
  PropertyDefinition: withoutKey,
  AccessorProperty: withoutKey,
  LabeledStatement: (node, scope, { visit }) => visit(node.body, scope),
  BreakStatement: () => undefined,
  ContinueStatement: () => undefined,

  BlockStatement: inBlock,
  ForStatement: inBlock,
  ForInStatement: inBlock,
  ForOfStatement: inBlock,
  SwitchStatement: inBlock,
  StaticBlock: (node, scope, { visitFields }) => visitFields(node, openScope(scope, node, 'function')),
  CatchClause(node, scope, { visitFields }) {
    const own = openScope(scope, node, 'block')
    declareAll(own, boundBy(nodeIn(node, 'param')), ['value'])
    visitFields(node, own)
  },
  VariableDeclaration: visitVariables,

  FunctionDeclaration: visitNamedFunction,
  FunctionExpression(node, scope, walk) {
    const id = nodeIn(node, 'id')
    const own = id === null ? scope : openScope(scope, node, 'block')
    if (id !== null) introduce(id, own, ['value'], walk)
    visitFunction(node, own, walk)
  },
  ArrowFunctionExpression: visitFunction,
  ClassDeclaration(node, scope, walk) {
    const id = nodeIn(node, 'id')
    if (id !== null) introduce(id, scope, ['value', 'type'], walk).isFixed ||= node.declare === true
    visitClass(node, scope, walk)
  },
  ClassExpression(node, scope, walk) {
    const own = openScope(scope, node, 'block')
    const id = nodeIn(node, 'id')
    if (id !== null) introduce(id, own, ['value', 'type'], walk)
    visitClass(node, own, walk)
  },

  ImportDeclaration(node, scope, walk) {
    for (const specifier of nodesIn(node, 'specifiers')) {
      const local = nodeIn(specifier, 'local')
      if (local !== null) introduce(local, scope, ['value', 'type'], walk)
    }
  },
  ExportAllDeclaration: () => undefined,
  ExportNamedDeclaration(node, scope, { refer, visit }) {
    if (nodeIn(node, 'source') !== null) return
    for (const specifier of nodesIn(node, 'specifiers')) {
      const local = nodeIn(specifier, 'local')
      if (local !== null) refer(local, scope, 'any')
    }
    visit(node.declaration, scope)
    fixNames(nodeIn(node, 'declaration'), scope)
  },
  ExportDefaultDeclaration(node, scope, { refer, visit }) {
    const declaration = nodeIn(node, 'declaration')
    if (declaration?.type === 'Identifier') refer(declaration, scope, 'any')
    else visit(declaration, scope)
    fixNames(declaration, scope)
  },

  JSXOpeningElement(node, scope, walk) {
    visitTag(nodeIn(node, 'name'), scope, walk)
    walk.visitFields(node, scope, ['name'])
  },
  JSXClosingElement: (node, scope, walk) => visitTag(nodeIn(node, 'name'), scope, walk),
}

function declareAll(scope: Scope, identifiers: readonly Node[], spaces: readonly Space[]): void {
  for (const { name } of identifiers) declare(scope, String(name), spaces)
}

function visitVariables(node: Node, scope: Scope, { refuse, visitFields }: Walk): void {
  for (const id of nodesIn(node, 'declarations').flatMap((one) => boundBy(nodeIn(one, 'id')))) {
    const name = String(id.name)
    const target = node.kind === 'var' ? hoist(scope, name) : scope
    if (target === null) refuse(node)
    else declare(target, name, ['value']).isFixed ||= node.declare === true
  }
  visitFields(node, scope)
}

function visitClass(node: Node, scope: Scope, { visitFields }: Walk): void {
  const own = openScope(scope, node, 'block')
  declareTypeParameters(node, own)
  visitFields(node, own, ['id'])
}

function fixNames(declaration: Node | null, scope: Scope): void {
  if (declaration === null) return
  const declared =
    declaration.type === 'VariableDeclaration'
      ? nodesIn(declaration, 'declarations').flatMap((one) => boundBy(nodeIn(one, 'id')))
      : [nodeIn(declaration, 'id')].filter((id) => id !== null)
  for (const { name } of declared) {
    const binding = scope.names.get(String(name))
    if (binding !== undefined) binding.isFixed = true
  }
}

/** `<a>` is an element of that name; `<A>` and `<a.b>` are variables. */
function visitTag(name: Node | null, scope: Scope, walk: Walk): void {
  if (name?.type === 'JSXMemberExpression') visitTagObject(nodeIn(name, 'object'), scope, walk)
  else if (name !== null && !/^[a-z]|-/.test(textIn(name, 'name') ?? '')) visitTagObject(name, scope, walk)
}

function visitTagObject(name: Node | null, scope: Scope, walk: Walk): void {
  if (name?.type === 'JSXIdentifier') walk.refer(name, scope, 'value')
  else if (name?.type === 'JSXMemberExpression') visitTagObject(nodeIn(name, 'object'), scope, walk)
}
