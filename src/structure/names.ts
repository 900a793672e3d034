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

const ALL_VISITORS = new Map(Object.entries({ ...VISITORS, ...TYPE_VISITORS }))
const NONE: readonly string[] = []

/** Whom every name in the program means. Names are looked up last: a `var` or a function counts before its line. */
export function resolveNames(program: Node): Names {
  const references: Reference[] = []
  const unsafe: number[] = []
  const walk: Walk = {
    isModule: program.sourceType === 'module',
    visit,
    visitAll,
    visitFields(node, scope, except = NONE) {
      for (const field in node) {
        const value = node[field]
        if (typeof value === 'object' && !except.includes(field)) visitValue(value, scope)
      }
    },
    refer: (node, scope, sought) => void references.push({ node, scope, sought }),
    refuse: (node) => void unsafe.push(node.start),
  }
  function visit(node: unknown, scope: Scope): void {
    if (!isNode(node)) return
    const visitor = ALL_VISITORS.get(node.type)
    if (visitor === undefined) walk.visitFields(node, scope)
    else visitor(node, scope, walk)
  }
  function visitValue(value: unknown, scope: Scope): void {
    if (Array.isArray(value)) visitAll(value, scope)
    else visit(value, scope)
  }
  function visitAll(nodes: readonly unknown[], scope: Scope): void {
    for (const node of nodes) visit(node, scope)
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
