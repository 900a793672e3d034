import { declareTypeParameters, introduce, visitFunction, visitNamedFunction } from './declarations.ts'
import { type Node, nodeIn, nodesIn, plainName } from './node.ts'
import { declare, openScope, type Scope, type Sought } from './scope.ts'
import type { Visitor, Walk } from './walk.ts'

const functionLike: Visitor = (node, scope, walk) => visitFunction(node, scope, walk)
const withKey: Visitor = (node, scope, walk) => {
  if (node.computed === true) walk.visit(node.key, scope)
  visitFunction(node, scope, walk)
}
const property: Visitor = (node, scope, { visitFields }) =>
  visitFields(node, scope, node.computed === true ? [] : ['key'])
const declaresType: Visitor = (node, scope, walk) => {
  const id = nodeIn(node, 'id')
  if (id !== null) introduce(id, scope, ['type'], walk)
  const own = openScope(scope, node, 'block')
  declareTypeParameters(node, own)
  walk.visitFields(node, own, ['id'])
}
const heritage: Visitor = (node, scope, walk) => {
  referTo(nodeIn(node, 'expression'), scope, 'type', walk)
  walk.visit(node.typeArguments, scope)
}

export const TYPE_VISITORS: Readonly<Record<string, Visitor>> = {
  TSInterfaceDeclaration: declaresType,
  TSTypeAliasDeclaration: declaresType,
  TSDeclareFunction: (node, scope, walk) => visitNamedFunction(node, scope, walk),
  TSEmptyBodyFunctionExpression: functionLike,
  TSFunctionType: functionLike,
  TSConstructorType: functionLike,
  TSCallSignatureDeclaration: functionLike,
  TSConstructSignatureDeclaration: functionLike,
  TSMethodSignature: withKey,
  TSPropertySignature: property,
  TSAbstractMethodDefinition: property,
  TSAbstractPropertyDefinition: property,
  TSAbstractAccessorProperty: property,
  TSTypeParameter(node, scope, { refer, visitFields }) {
    const name = nodeIn(node, 'name')
    if (name !== null) refer(name, scope, 'type')
    visitFields(node, scope, ['name'])
  },
  TSTypeReference(node, scope, walk) {
    referTo(nodeIn(node, 'typeName'), scope, 'type', walk)
    walk.visit(node.typeArguments, scope)
  },
  TSTypeQuery(node, scope, walk) {
    referTo(nodeIn(node, 'exprName'), scope, 'value', walk)
    walk.visit(node.typeArguments, scope)
  },
  TSQualifiedName: (node, scope, walk) => referTo(node, scope, 'any', walk),
  TSInterfaceHeritage: heritage,
  TSClassImplements: heritage,
  TSExportAssignment: (node, scope, walk) => referTo(nodeIn(node, 'expression'), scope, 'any', walk),
  TSNamespaceExportDeclaration: () => undefined,
  TSImportType: (node, scope, { visit }) => visit(node.typeArguments, scope),
  TSNamedTupleMember: (node, scope, { visit }) => visit(node.elementType, scope),
  TSIndexSignature(node, scope, { visit }) {
    for (const { typeAnnotation } of nodesIn(node, 'parameters')) visit(typeAnnotation, scope)
    visit(node.typeAnnotation, scope)
  },
  TSImportEqualsDeclaration(node, scope, walk) {
    const id = nodeIn(node, 'id')
    if (id !== null) introduce(id, scope, ['value', 'type'], walk)
    referTo(nodeIn(node, 'moduleReference'), scope, 'any', walk)
  },
  TSMappedType(node, scope, { refer, visit, visitFields }) {
    const own = openScope(scope, node, 'block')
    const key = nodeIn(node, 'key')
    if (key !== null) {
      declare(own, String(key.name), ['type'])
      refer(key, own, 'type')
    }
    visit(node.constraint, scope)
    visitFields(node, own, ['key', 'constraint'])
  },
  // What `infer` names is known in the true branch only.
  TSConditionalType(node, scope, { visit }) {
    const own = openScope(scope, node, 'conditional')
    visit(node.checkType, scope)
    visit(node.extendsType, own)
    visit(node.trueType, own)
    visit(node.falseType, scope)
  },
  TSInferType(node, scope, { refuse, visit }) {
    const conditional = nearestConditional(scope)
    const name = nodeIn(nodeIn(node, 'typeParameter') ?? node, 'name')
    if (conditional === null || name === null) refuse(node)
    else declare(conditional, String(name.name), ['type'])
    visit(node.typeParameter, scope)
  },
  // Members are properties of the enum, and names inside it.
  TSEnumDeclaration(node, scope, walk) {
    const id = nodeIn(node, 'id')
    if (id !== null) introduce(id, scope, ['value', 'type'], walk).isFixed ||= node.declare === true
    const own = openScope(scope, node, 'fixed')
    const members = nodesIn(nodeIn(node, 'body') ?? node, 'members')
    for (const member of members) {
      const name = plainName(nodeIn(member, 'id'))
      if (name !== null) declare(own, name, ['value'])
    }
    for (const { initializer } of members) walk.visit(initializer, own)
  },
  // Other files can add to a namespace, and see what it exports.
  TSModuleDeclaration(node, scope, walk) {
    const id = nodeIn(node, 'id')
    if (id?.type === 'Identifier') introduce(id, scope, ['value', 'type'], walk).isFixed = true
    walk.visit(node.body, openScope(scope, node, 'fixed'))
  },
}

/** An identifier, or the first of a dotted name. */
function referTo(name: Node | null, scope: Scope, sought: Sought, walk: Walk): void {
  if (name?.type === 'TSQualifiedName') {
    const left = nodeIn(name, 'left')
    // Before a dot stands a namespace, whatever the whole is.
    referTo(left, scope, left?.type === 'Identifier' ? 'any' : sought, walk)
  } else if (name?.type === 'Identifier') walk.refer(name, scope, sought)
  else walk.visit(name, scope)
}

function nearestConditional(scope: Scope): Scope | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) if (at.kind === 'conditional') return at
  return null
}
