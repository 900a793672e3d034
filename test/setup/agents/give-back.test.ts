import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AGENT_SETUPS, type AgentSetup, type Part } from '../../../src/setup/agents/catalog.ts'
import { putPart, takePart } from '../../../src/setup/agents/part-text.ts'
import { planAgentRemoval, planAgents } from '../../../src/setup/agents/plan.ts'
import type { Change } from '../../../src/setup/change.ts'
import { temporaryFolder } from '../../support/repo.ts'

const gate = { path: 'node_modules/intentgate', machine: null }
const INDENTS = [0, 1, 2, 3, 4, '\t']

type JsonPart = Extract<Part, { kind: 'hooks' | 'server' }>
// One of each form: the property is about forms, not about names.
const FORMS = ['claude-code', 'codex', 'copilot-cli', 'vscode', 'cursor', 'opencode']
const jsonParts = AGENT_SETUPS.filter(({ name }) => FORMS.includes(name)).flatMap(({ agent, name, parts }) =>
  parts
    .filter((part): part is JsonPart => part.kind === 'hooks' || part.kind === 'server')
    .map((part) => ({ agent, part, title: `${name}: ${part.path}` })),
)

/** Settings with foreign hooks and servers among whatever else there may be. */
function settings(part: JsonPart): fc.Arbitrary<Record<string, unknown>> {
  const own =
    part.kind === 'hooks'
      ? { hooks: fc.dictionary(fc.constantFrom(...part.events, 'Foreign'), fc.array(foreignEntry)) }
      : { [part.key]: fc.dictionary(fc.string(), fc.record({ command: fc.string() })) }
  const more = fc.dictionary(fc.string(), fc.jsonValue())
  return fc
    .tuple(fc.record({ ...own, version: fc.constant(1) }, { requiredKeys: [] }), more, fc.boolean())
    .map(([known, rest, isFirst]) => (isFirst ? { ...known, ...rest } : { ...rest, ...known }))
    .map((value) => JSON.parse(JSON.stringify(value)))
}

const foreignCommand = fc.record({ type: fc.constant('command'), command: fc.string() })
const foreignEntry = fc.oneof(
  foreignCommand,
  fc.record({ matcher: fc.string(), hooks: fc.array(foreignCommand) }),
)

/** The value as somebody might have written it; every comma and bracket may have a comment. */
function asWritten(value: Record<string, unknown>): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...INDENTS),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\n', '\n\n', ' '),
      fc.constantFrom('none', 'comments', 'trailing commas', 'mark'),
    )
    .map(([indent, newline, end, oddity]) => {
      const text = JSON.stringify(value, null, indent)
      return `${odd(text, oddity)}${end}`.replaceAll('\n', newline)
    })
}

function odd(text: string, oddity: string): string {
  // Only at the end of a line: inside of a string there is none.
  if (oddity === 'comments') return `// why\n${text.replaceAll(/([{[,])\n/g, '$1 // so\n')} /* end */`
  if (oddity === 'trailing commas') return text.replaceAll(/([^{[,\s])(\n\s*[}\]])/g, '$1,$2')
  return oddity === 'mark' ? `\ufeff${text}` : text
}

describe.each(jsonParts)('$title', ({ agent, part }) => {
  const put = (text: string | null) => putPart({ path: part.path, text, part, agent }, gate)
  const take = (text: string | null) => takePart({ path: part.path, text, part, agent })
  const written = settings(part).chain(asWritten).map(latin1)

  test('what was put in comes out again, byte for byte', () => {
    fc.assert(
      fc.property(written, (before) => {
        expect(take(put(before))).toBe(before)
      }),
    )
  })

  test('to put it in twice is to put it in once', () => {
    fc.assert(
      fc.property(written, (before) => {
        const once = put(before)
        expect(once).not.toBe(before)
        expect(put(once)).toBe(once)
      }),
    )
  })

  test('after somebody formatted the file, ours still goes and theirs still stays', () => {
    fc.assert(
      fc.property(settings(part), (value) => {
        const formatted = JSON.stringify(JSON.parse(put(JSON.stringify(value))), null, 3)
        expect(pruned(take(formatted) ?? '{}', part)).toBe(pruned(JSON.stringify(value), part))
      }),
    )
  })

  test.each([
    ['no file', null],
    ['an empty file', ''],
    ['a file of blanks', ' \r\n'],
    ['an empty object', '{}'],
    ['an empty object on two lines', '{\n}\n'],
    ['nothing but a comment', '{ // none yet\n}\n'],
    ['a version alone', '{ "version": 1 }\n'],
    ['empty hooks and servers', '{\n\t"hooks": {},\n\t"mcpServers": {},\n\t"servers": {}, "mcp": {}\n}\n'],
    ['an empty event', '{ "hooks": { "PreToolUse": [], "preToolUse": [ ] } }'],
    ['a comment where ours will stand', '{\n  "a": [1, 2,], // the last\n  /* end */\n}\n'],
    ['one line', '{"a":1,"hooks":{"PreToolUse":[{"command":"theirs"}]}}'],
  ])('%s is as it was, after all', (_, before) => {
    expect(take(put(before))).toBe(before)
  })
})

/** The settings without what holds nothing: a formatter takes away what told whose it was. */
function pruned(text: string, part: JsonPart): string {
  const value: Record<string, unknown> = JSON.parse(text)
  const key = part.kind === 'hooks' ? 'hooks' : part.key
  const table = value[key]
  if (isTable(table)) {
    for (const [name, list] of Object.entries(table)) if (isEmpty(list)) delete table[name]
    if (isEmpty(table)) delete value[key]
  }
  const isHead = Object.entries(value).every(([name, held]) => part.head[name] === held)
  return isHead ? '{}' : JSON.stringify(value)
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}

describe("a file that is also somebody else's", () => {
  const claude = AGENT_SETUPS[0]!
  const [part] = claude.parts
  const held = (text: string) => ({ path: 'settings.json', text, part: part!, agent: claude.agent })
  const own = { type: 'command', command: 'npx intentgate hook claude-code' }
  const theirs = { type: 'command', command: 'theirs' }

  test('keeps their command of a group that ours is in, too', () => {
    const settings = { hooks: { PreToolUse: [{ matcher: 'Edit', hooks: [own, theirs] }] } }
    const rest = takePart(held(JSON.stringify(settings)))
    expect(JSON.parse(rest!)).toEqual({ hooks: { PreToolUse: [{ matcher: 'Edit', hooks: [theirs] }] } })
  })

  test('loses what stands there twice of ours, and what is for an event that is no longer asked for', () => {
    const hooks = {
      PreToolUse: [{ hooks: [own] }, { hooks: [theirs] }, { hooks: [own] }],
      Notification: [{ hooks: [own] }],
    }
    const text = putPart(held(JSON.stringify({ hooks })), gate)
    const written = JSON.parse(text).hooks
    expect(written.PreToolUse).toHaveLength(2)
    expect(written.Notification).toBeUndefined()
  })

  test('may hold under hooks what is no event', () => {
    const text = JSON.stringify({
      hooks: { enabled: true, disabled: ['theirs'], Other: [{ hooks: 'x' }, null] },
    })
    expect(takePart(held(putPart(held(text), gate)))).toBe(text)
  })

  test('is kept where somebody wrote into the one that we made', () => {
    const made = putPart({ ...held(''), text: null }, gate)
    expect(takePart(held(made))).toBeNull()
    expect(takePart(held(made.replace('{', '{ // mine')))).toContain('// mine')
    expect(JSON.parse(takePart(held(made.replace('{', '{ "mine": 1,')))!)).toEqual({ mine: 1 })
  })
})

describe('all agents together', () => {
  test('come and go without a trace, and the second install changes nothing', async () => {
    const top = temporaryFolder()
    const before = {
      '.claude/settings.json': '{\n    "model": "opus", // mine\n}\r\n',
      '.codex/config.toml': 'model = "x"',
      // Two agents write into this one.
      '.github/hooks/intentgate.json': '{ "version": 1, "hooks": {} }\n',
    }
    for (const [path, text] of Object.entries(before)) write(top, path, text)
    await apply(planAgents({ top, gate }, AGENT_SETUPS))
    expect(verbs(planAgents({ top, gate }, AGENT_SETUPS))).toEqual(['keep'])
    await apply(planAgentRemoval({ top }, AGENT_SETUPS))
    for (const [path, text] of Object.entries(before))
      expect(readFileSync(join(top, path), 'utf8')).toBe(text)
    expect(planAgentRemoval({ top }, AGENT_SETUPS)).toEqual([])
  })

  test('the MCP server stays as long as another agent needs it', async () => {
    const top = temporaryFolder()
    const [claude, copilot] = ['claude-code', 'copilot-cli'].map(setupOf) as [AgentSetup, AgentSetup]
    await apply(planAgents({ top, gate }, [claude, copilot]))
    await apply(planAgentRemoval({ top }, [claude]))
    expect(readFileSync(join(top, '.mcp.json'), 'utf8')).toContain('"intentgate"')
    await apply(planAgentRemoval({ top }, [copilot]))
    expect(() => readFileSync(join(top, '.mcp.json'))).toThrow('ENOENT')
  })
})

function setupOf(name: string): AgentSetup {
  return AGENT_SETUPS.find((setup) => setup.name === name)!
}

function write(top: string, path: string, text: string): void {
  mkdirSync(dirname(join(top, path)), { recursive: true })
  writeFileSync(join(top, path), text)
}

async function apply(changes: readonly Change[]): Promise<void> {
  for (const change of changes) await change.apply()
}

function verbs(changes: readonly Change[]): string[] {
  return [...new Set(changes.map(({ verb }) => verb))]
}
