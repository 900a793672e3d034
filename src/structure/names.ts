import { isNode, type Node, nodesIn } from './node.ts'
import { type Binding, lookUp, openScope, type Scope, type Sought } from './scope.ts'
import { TYPE_VISITORS } from './type-visitors.ts'
import { VISITORS } from './visitors.ts'
import type { Walk } from './walk.ts'

export interface Names {
  readonly isModule: boolean
  /** The binding that an identifier means or declares. Free names are absent. */
  readonly bindings: ReadonlyMap<Node, Binding>
  /** Offsets of what can reach names by their text: nothing around it can be renamed. */
  readonly unsafe: readonly number[]
}

interface Reference {
  readonly node: Node
  readonly scope: Scope
  readonly sought: Sought
}

/** Whom every name in the program means. Names are looked up last: a `var` or a function counts before its line. */
export function resolveNames(program: Node): Names {
  const references: Reference[] = []
  const unsafe: number[] = []
  const walk: Walk = {
    isModule: program.sourceType === 'module',
    visit(node, scope) {
      if (!isNode(node)) return
      const visitor = VISITORS[node.type] ?? TYPE_VISITORS[node.type]
      if (visitor === undefined) walk.visitFields(node, scope)
      else visitor(node, scope, walk)
    },
    visitAll: (nodes, scope) => {
      for (const node of nodes) walk.visit(node, scope)
    },
    visitFields(node, scope, except = []) {
      for (const field of Object.keys(node)) if (!except.includes(field)) visitValue(node[field], scope)
    },
    refer: (node, scope, sought) => void references.push({ node, scope, sought }),
    refuse: (node) => void unsafe.push(node.start),
  }
  const visitValue = (value: unknown, scope: Scope) => {
    if (Array.isArray(value)) walk.visitAll(value, scope)
    else if (typeof value === 'object') walk.visit(value, scope)
  }
  // What a script declares, every other script sees.
  const root = openScope(null, program, walk.isModule ? 'function' : 'fixed')
  walk.visitAll(nodesIn(program, 'body'), root)
  return { isModule: walk.isModule, bindings: resolve(references), unsafe }
}

/** JSX calls these without naming them. */
const IMPLIED = new Set(['React', 'Fragment', 'h'])

function resolve(references: readonly Reference[]): Map<Node, Binding> {
  const bindings = new Map<Node, Binding>()
  for (const { node, scope, sought } of references) {
    if (IMPLIED.has(String(node.name))) continue
    const binding = lookUp(scope, String(node.name), sought)
    if (binding !== null) bindings.set(node, binding)
  }
  return bindings
}
