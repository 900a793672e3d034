import { type Node, nodeIn, nodesIn } from './node.ts'
import { atBody, type Binding, declare, openScope, type Scope, type Space } from './scope.ts'
import type { Walk } from './walk.ts'

/** Declares an identifier, and says that it means what it declares. */
export function introduce(id: Node, scope: Scope, spaces: readonly Space[], { refer }: Walk): Binding {
  const binding = declare(scope, String(id.name), spaces)
  refer(id, scope, 'any')
  return binding
}

export function visitNamedFunction(node: Node, scope: Scope, walk: Walk): void {
  const id = nodeIn(node, 'id')
  if (id !== null) {
    // Outside of modules such a function is seen around its block as well.
    if (!walk.isModule && scope.kind === 'block') walk.refuse(node)
    introduce(id, atBody(scope, String(id.name)), ['value'], walk).isFixed ||= node.declare === true
  }
  visitFunction(node, scope, walk)
}

/** Parameters have a scope around the body's: a default value does not see what the body declares. */
export function visitFunction(node: Node, scope: Scope, walk: Walk): void {
  const own = openScope(scope, node, 'params')
  declareTypeParameters(node, own)
  for (const param of nodesIn(node, 'params')) {
    for (const { name } of boundBy(param))
      declare(own, String(name), ['value']).isFixed ||= param.type === 'TSParameterProperty'
  }
  walk.visitFields(node, own, ['id', 'key', 'body'])
  const body = nodeIn(node, 'body')
  if (body?.type === 'BlockStatement') walk.visitAll(nodesIn(body, 'body'), openScope(own, body, 'function'))
  else walk.visit(body, own)
}

export function declareTypeParameters(node: Node, scope: Scope): void {
  const parameters = nodeIn(node, 'typeParameters')
  for (const parameter of parameters === null ? [] : nodesIn(parameters, 'params')) {
    const name = nodeIn(parameter, 'name')
    if (name !== null) declare(scope, String(name.name), ['type'])
  }
}

/** The identifiers that a pattern binds. */
export function boundBy(pattern: Node | null): readonly Node[] {
  if (pattern === null) return []
  switch (pattern.type) {
    case 'Identifier':
      return pattern.name === 'this' ? [] : [pattern]
    case 'ObjectPattern':
      return nodesIn(pattern, 'properties').flatMap(boundBy)
    case 'ArrayPattern':
      return nodesIn(pattern, 'elements').flatMap(boundBy)
    case 'Property':
      return boundBy(nodeIn(pattern, 'value'))
    case 'AssignmentPattern':
      return boundBy(nodeIn(pattern, 'left'))
    case 'RestElement':
      return boundBy(nodeIn(pattern, 'argument'))
    case 'TSParameterProperty':
      return boundBy(nodeIn(pattern, 'parameter'))
    default:
      return []
  }
}
