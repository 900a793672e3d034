import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlainRecord } from '../../src/core/plain-record.ts'
import { TraceRecord } from '../../src/core/trace-record.ts'

const record = {
  version: '0.1.0',
  id: 'b5957561-55d1-87e9-9724-8d332b33bd8c',
  timestamp: '2026-11-30T15:12:02.542Z',
  intent_id: 'INT-001',
  vcs: { type: 'git', revision: '3125c2a806904e4e0140062ca26395fbda35ea4d' },
  tool: { name: 'intentgate', version: '0.1.0', call: 'record' },
  files: [
    {
      path: 'src/a.txt',
      operation: 'modify',
      before: { blob: '78981922613b2afb6025042ff6bd878ac1994e85', mode: '100644' },
      after: {
        blob: '422c2b7ab3b3c668038da977e4e93a5fc623169c',
        mode: '100644',
        content_hash: `sha256:${'a'.repeat(64)}`,
      },
      hunks: [{ at: [1, 0, 2, 1], removed: '', added: 'AmOCmYm2_ZVP' }],
      conversations: [
        {
          contributor: { type: 'ai', model_id: 'demo/agent' },
          ranges: [{ start_line: 2, end_line: 2, content_hash: `sha256:${'b'.repeat(64)}` }],
          related: [{ type: 'specification', url: 'intent:INT-001' }],
        },
      ],
    },
  ],
  session: '4c50c2f13ceb26db',
  previous: null,
}

/** Every place in a JSON value, as the keys that lead there. */
function placesIn(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, below]) => placesIn(below, [...at, key]))]
}

function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by
  const copy: Record<string, unknown> = Array.isArray(value)
    ? ([...value] as never)
    : { ...(value as object) }
  // JSON has no array with a hole.
  if (rest.length === 0 && by === undefined && Array.isArray(value)) return value
  if (rest.length === 0 && by === undefined) delete copy[key]
  else copy[key] = replaced(copy[key], rest, by)
  return copy
}

const odd = fc.constantFrom<unknown>(
  undefined,
  null,
  '',
  'x',
  0,
  -1,
  1.5,
  true,
  [],
  {},
  'A'.repeat(12),
  `!${'A'.repeat(11)}`,
  '2026-13-45T99:00:00.000Z',
  '0'.repeat(40),
  'sha256:',
  [1, 2, 3],
  [{ type: 'git' }],
)

test('what our writer writes is plain', () => {
  expect(isPlainRecord(record)).toBe(true)
})

test('whatever is plain satisfies the schema', () => {
  let plain = 0
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...placesIn(record).slice(1)), odd), { maxLength: 2 }),
      (changes) => {
        const changed = changes.reduce<unknown>((value, [place, by]) => replaced(value, place, by), record)
        if (!isPlainRecord(changed)) return
        plain++
        expect(TraceRecord.safeParse(changed).success).toBe(true)
      },
    ),
    { numRuns: 4000 },
  )
  expect(plain).toBeGreaterThan(100)
})
