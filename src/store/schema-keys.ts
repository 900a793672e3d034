import * as z from 'zod'

/** The part of JSON Schema that is needed to find one's way in it. */
interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly propertyNames?: { readonly enum?: readonly string[] }
  readonly additionalProperties?: Node | boolean
  readonly items?: Node
  readonly anyOf?: readonly Node[]
}

const known = new WeakMap<z.ZodType, Node>()

function jsonSchemaOf(schema: z.ZodType): Node {
  // zod gives a wider type: every keyword of every draft.
  const root = known.get(schema) ?? (z.toJSONSchema(schema, { io: 'input' }) as Node)
  known.set(schema, root)
  return root
}

/** The keys that an object at `path` may have; for a union, those of every alternative. */
export function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const root = jsonSchemaOf(schema)
  const found = path.reduce<Node[]>((nodes, segment) => nodes.flatMap((node) => below(node, segment)), [root])
  return [...new Set(found.flatMap(alternatives).flatMap(keysOf))]
}

function alternatives(node: Node): Node[] {
  return [node, ...(node.anyOf ?? []).flatMap(alternatives)]
}

function keysOf(node: Node): string[] {
  return [...Object.keys(node.properties ?? {}), ...(node.propertyNames?.enum ?? [])]
}

function below(node: Node, segment: PropertyKey): Node[] {
  return alternatives(node).flatMap((one) => {
    const next =
      typeof segment === 'number'
        ? one.items
        : (one.properties?.[String(segment)] ?? one.additionalProperties)
    return typeof next === 'object' ? [next] : []
  })
}
