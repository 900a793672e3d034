import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { IntentsFile } from '../../src/core/intent.ts'
import { Policy } from '../../src/core/policy.ts'
import { TraceRecord } from '../../src/core/trace.ts'
import { schemaFiles } from '../../src/store/schema.ts'

/** A schema and every schema inside it. */
function* within(schema: z.core.$ZodType): Generator<z.core.$ZodType> {
  yield schema
  for (const part of Object.values(schema._zod.def).flatMap(partsOf)) yield* within(part)
}

function partsOf(value: unknown): z.core.$ZodType[] {
  if (value instanceof z.core.$ZodType) return [value]
  if (Array.isArray(value)) return value.flatMap(partsOf)
  const isPlain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? Object.values(value).flatMap(partsOf) : []
}

test('every example in a schema is one that it accepts', () => {
  let tried = 0
  for (const schema of [IntentsFile, Policy, TraceRecord].flatMap((root) => [...within(root)])) {
    const examples = z.globalRegistry.get(schema)?.examples
    for (const example of Array.isArray(examples) ? examples : []) {
      tried++
      expect(z.core.safeParse(schema, example), JSON.stringify(example)).toMatchObject({ success: true })
    }
  }
  expect(tried).toBeGreaterThan(10)
})

test('the schemas that editors read are those the gate reads by', () => {
  for (const [name, text] of schemaFiles())
    expect(readFileSync(`.orchestration/schema/${name}`, 'utf8')).toBe(text)
})

test('a key with a default may be left out, an unknown one is wrong', () => {
  const policy = JSON.parse(schemaFiles().get('policy.json') ?? '')
  expect(policy.required ?? []).toEqual([])
  expect(policy.additionalProperties).toBe(false)
})
