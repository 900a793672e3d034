import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('every command loads of zod only what our schemas ask for, not what the MCP server does', () => {
  const [base = ''] = readdirSync('dist/chunks').filter((name) => name.startsWith('base-'))
  const text = readFileSync(join('dist/chunks', base), 'utf8')
  expect(text).toContain('ZodMiniObject')
  expect(text).not.toMatch(/ZodObjectJIT|ZodEmail|JSONSchema/)
})
