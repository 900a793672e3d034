import type * as z from 'zod/mini'

/** The keys that an object at `path` may have; for a union, those of every alternative. */
export function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const found = path.reduce(
    (schemas, segment) => schemas.flatMap((one) => below(one, segment)),
    alternatives(schema),
  )
  return [...new Set(found.flatMap(keysOf))]
}

/** What a value may be, without what only wraps it. */
function alternatives(schema: z.core.$ZodType): z.core.$ZodTypes[] {
  const known = schema as z.core.$ZodTypes // every schema is one of these; the wider type does not tell them apart
  const { def } = known._zod
  switch (def.type) {
    case 'union':
      return def.options.flatMap(alternatives)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return alternatives(def.innerType)
    case 'pipe':
      return alternatives(def.in)
    default:
      return [known]
  }
}

function keysOf({ _zod: { def } }: z.core.$ZodTypes): string[] {
  if (def.type === 'object') return Object.keys(def.shape)
  return def.type === 'record' ? Array.from(def.keyType._zod.values ?? [], String) : []
}

function below({ _zod: { def } }: z.core.$ZodTypes, segment: PropertyKey): z.core.$ZodTypes[] {
  if (def.type === 'array') return alternatives(def.element)
  if (def.type === 'record') return alternatives(def.valueType)
  const next = def.type === 'object' ? new Map(Object.entries(def.shape)).get(String(segment)) : undefined
  return next === undefined ? [] : alternatives(next)
}
