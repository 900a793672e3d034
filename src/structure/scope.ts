import type { Node } from './node.ts'

/** TypeScript has two name spaces; a class, an enum or an import stands in both. */
export type Space = 'value' | 'type'
export type Sought = Space | 'any'

export interface Binding {
  readonly scope: Scope
  readonly spaces: Set<Space>
  /** The name itself is seen from outside (exported, ambient, a property), so a renaming is a change. */
  isFixed: boolean
}

export interface Scope {
  readonly parent: Scope | null
  /** What opened it. */
  readonly node: Node
  /** function: where `var` lands. params: of a function; the body's own `var` of the same name is the parameter. */
  readonly kind: 'function' | 'params' | 'block' | 'conditional' | 'fixed'
  readonly names: Map<string, Binding>
}

export function openScope(parent: Scope | null, node: Node, kind: Scope['kind']): Scope {
  return { parent, node, kind, names: new Map() }
}

export function declare(scope: Scope, name: string, spaces: readonly Space[]): Binding {
  const known = scope.names.get(name)
  const binding = known ?? { scope, spaces: new Set(), isFixed: scope.kind === 'fixed' }
  for (const space of spaces) binding.spaces.add(space)
  scope.names.set(name, binding)
  return binding
}

/** Where a `var` or a function in `scope` lands; null = on its way there it passes one of the same name that hides it. */
export function hoist(scope: Scope, name: string): Scope | null {
  let at = scope
  while (at.kind !== 'function' && at.kind !== 'fixed' && at.parent !== null) {
    if (at.names.has(name)) return null
    at = at.parent
  }
  return atBody(at, name)
}

/** The scope itself, or the parameters of the function whose body it is, if one of them has the name. */
export function atBody(scope: Scope, name: string): Scope {
  const outer = scope.parent
  return scope.kind === 'function' && outer?.kind === 'params' && outer.names.has(name) ? outer : scope
}

/** The binding that a name in `scope` means; null = free. */
export function lookUp(scope: Scope, name: string, sought: Sought): Binding | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const binding = at.names.get(name)
    if (binding !== undefined && (sought === 'any' || binding.spaces.has(sought))) return binding
  }
  return null
}
