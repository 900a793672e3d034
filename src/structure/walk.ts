import type { Node } from './node.ts'
import type { Scope, Sought } from './scope.ts'

/** What a visitor works with. */
export interface Walk {
  /** The strictness of a module: functions in blocks stay there. */
  readonly isModule: boolean
  readonly visit: (node: unknown, scope: Scope) => void
  readonly visitAll: (nodes: readonly unknown[], scope: Scope) => void
  readonly visitFields: (node: Node, scope: Scope, except?: readonly string[]) => void
  /** `node` is an identifier that means whatever `scope` says. */
  readonly refer: (node: Node, scope: Scope, sought: Sought) => void
  readonly refuse: (node: Node) => void
}

export type Visitor = (node: Node, scope: Scope, walk: Walk) => void
