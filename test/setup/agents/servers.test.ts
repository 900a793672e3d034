import { describe, expect, test } from 'vitest'
import { GateError } from '../../../src/core/error.ts'
import { AGENT_SETUPS } from '../../../src/setup/agents/catalog.ts'
import { hasPart, putPart, takePart } from '../../../src/setup/agents/part-text.ts'

const gate = { path: 'node_modules/intentgate', machine: null }

function serverOf(name: string) {
  const setup = AGENT_SETUPS.find((one) => one.name === name)!
  const part = setup.parts.find(({ kind }) => kind.endsWith('server'))!
  const held = (text: string) => ({ path: part.path, text, part, agent: setup.agent })
  return {
    put: (text: string) => putPart(held(text), gate),
    take: (text: string) => takePart(held(text)),
    has: (text: string) => hasPart(held(text)),
  }
}

const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof GateError) return error.message
    throw error
  }
  return 'none'
}

const THEIRS = {
  'claude-code': '{ "mcpServers": { "intentgate": { "command": "mine", "args": ["x"] } } }',
  codex: '[mcp_servers.intentgate]\ncommand = "mine"\nargs = ["x"]\n',
  opencode: '{ "mcp": { "intentgate": { "type": "local", "command": ["mine", "mcp"] } } }',
}
const BY_HAND = {
  'claude-code':
    '{ "mcpServers": { "intentgate": { "command": "npx", "args": ["--no-install", "intentgate", "mcp"] } } }',
  codex: '[mcp_servers.intentgate]\ncommand = "npx"\nargs = ["--no-install", "intentgate", "mcp"]\n',
}

describe.each(Object.entries(THEIRS))('%s: a server of another’s that has our name', (name, text) => {
  test('is neither written over nor taken out', () => {
    const { put, take, has } = serverOf(name)
    expect(refusal(() => put(text))).toContain("it has a server 'intentgate' of its own")
    expect(take(text)).toBe(text)
    expect(has(text)).toBe(false)
  })
})

test('what docs/mcp.md has people write by hand gets today’s command, where the file is JSON', () => {
  const { put, take } = serverOf('claude-code')
  const text = BY_HAND['claude-code']
  expect(put(text)).toContain('node_modules')
  expect(take(put(text))).toBeNull()
})

test('and is left as it is in TOML', () => {
  const { put, take } = serverOf('codex')
  expect(put(BY_HAND.codex)).toBe(BY_HAND.codex)
  expect(take(BY_HAND.codex)).toBe(BY_HAND.codex)
})

test('a closed table in TOML is said to be one', () => {
  const { put } = serverOf('codex')
  expect(refusal(() => put('mcp_servers = { foo = { command = "x" } }\n'))).toBe(
    ".codex/config.toml: its 'mcp_servers' is closed: write it as [mcp_servers.NAME] tables",
  )
})
