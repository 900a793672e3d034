import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Mode } from '../../src/core/change.ts'
import { isSidecarsOwn } from '../../src/core/sidecar.ts'
import { schemaFiles } from '../../src/store/schema.ts'

const EMPTY = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
const SOME = '1'.repeat(40)
const added = (path: string, mode: Mode, blob: string) => ({ path, before: null, after: { mode, blob } })

describe('what needs no trace', () => {
  test.each([
    ['.orchestration/agent_trace/2026-11/.keep', '100644', EMPTY],
    [
      '.orchestration/agent_trace/.keep',
      '100644',
      '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
    ],
    ['.orchestration/agent_trace/2026-11/30-0123456789abcdef-aaaaaa.jsonl', '100644', SOME],
    ['.orchestration/intent_map.md', '100644', SOME],
  ] as const)('is %s as a plain file', (path, mode, blob) => {
    expect(isSidecarsOwn(added(path, mode, blob))).toBe(true)
    expect(isSidecarsOwn({ path, before: { mode, blob }, after: null })).toBe(true)
  })

  test.each([
    ['a placeholder that holds something', '.orchestration/agent_trace/2026-11/.keep', '100644', SOME],
    ['an executable ledger', '.orchestration/agent_trace.jsonl', '100755', SOME],
    ['a schema that no version writes', '.orchestration/schema/policy.json', '100644', SOME],
    ['a schema of no file of ours', '.orchestration/schema/constructor.json', '100644', SOME],
    ['a link', '.orchestration/schema/policy.json', '120000', SOME],
    ['a submodule', '.orchestration/intent_map.md', '160000', SOME],
    ['any other name', '.orchestration/agent_trace/run.sh', '100644', SOME],
  ] as const)('is not %s', (_, path, mode, blob) => {
    expect(isSidecarsOwn(added(path, mode, blob))).toBe(false)
  })
})

test.each([...schemaFiles()])('the schema %s, as this version writes it, needs no trace', (name, text) => {
  const blob = (algorithm: string) =>
    createHash(algorithm)
      .update(`blob ${Buffer.byteLength(text)}\0${text}`)
      .digest('hex')
  for (const algorithm of ['sha1', 'sha256'])
    expect(isSidecarsOwn(added(`.orchestration/schema/${name}`, '100644', blob(algorithm)))).toBe(true)
})
