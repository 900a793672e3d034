import { isAbsolute } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adapters } from '../../../src/recorder/adapters/index.ts'
import { AGENTS, type AgentName, eventKey, type Parsed } from '../../../src/recorder/event.ts'
import { capturedFiles, here, type Payload } from './captured.ts'

const agent = fc.constantFrom(...AGENTS)
const captured = capturedFiles('hook').flatMap(({ agent, lines }) => lines.map((line) => ({ agent, line })))
const isCall = ({ line }: { line: Payload }) =>
  'tool_name' in line || 'toolName' in line || 'tool_call' in line

function check(parsed: Parsed): void {
  if (parsed.kind === 'unreadable') {
    expect(parsed.session?.trim()).not.toBe('')
    expect(parsed.paths.every((path) => isAbsolute(path) && !path.includes('\0'))).toBe(true)
  }
  if (parsed.kind !== 'event') return
  const { event } = parsed
  expect(event.session.trim()).not.toBe('')
  expect(isAbsolute(event.cwd)).toBe(true)
  expect(event.call === null).toBe(event.tool === null)
  expect(eventKey(event) === null).toBe(event.tool === null)
  if (event.tool?.kind === 'edit') expect(event.tool.edits.length).toBeGreaterThan(0)
  for (const path of pathsOf(event.tool)) expect(isAbsolute(path) && !path.includes('\0')).toBe(true)
}

function pathsOf(tool: Extract<Parsed, { kind: 'event' }>['event']['tool']): string[] {
  if (tool === null || tool.kind === 'select-intent') return []
  return 'edits' in tool
    ? tool.edits.flatMap((edit) => ('to' in edit ? [edit.path, edit.to] : [edit.path]))
    : [...tool.paths]
}

test('no JSON throws, or yields a session without a name or a path that is none', () => {
  fc.assert(
    fc.property(agent, fc.jsonValue(), (name, payload) => check(adapters[name].parse(payload, here))),
    { numRuns: 2000 },
  )
})

/** Puts something else, or nothing, in one place of a payload. */
function disturb(value: unknown, at: number, by: unknown): unknown {
  const places = placesIn(value)
  const target = places[at % places.length]!
  return replaceAt(value, target, by)
}

function replaceAt(value: unknown, [key, ...deeper]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  const inner = replaceAt(Reflect.get(Object(value), key), deeper, by)
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === key ? inner : item))
  return { ...Object(value), [key]: inner }
}

function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...placesIn(inner, [...path, key])])
}

const noise = fc.oneof(
  fc.constant(undefined),
  fc.jsonValue(),
  fc.string(),
  fc.constantFrom('', ' ', '\0', '{', '[]', 'file://'),
)

test('a real payload with something wrong in it neither throws nor loses its session', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...captured),
      fc.nat(),
      noise,
      fc.option(agent, { nil: null }),
      (told, at, by, other) => {
        check(adapters[other ?? told.agent].parse(disturb(told.line, at, by), here))
      },
    ),
    { numRuns: 3000 },
  )
})

const EDITS = captured.filter(
  (told) =>
    isCall(told) && /Write|Edit|write_file|apply_patch|"create"|editor/.test(JSON.stringify(told.line)),
)
const INPUTS: Readonly<Partial<Record<AgentName, (line: Payload, input: unknown) => Payload>>> = {
  'copilot-cli': (line, input) =>
    'toolName' in line ? { ...line, toolArgs: input } : { ...line, tool_input: input },
  cline: (line, input) => ({ ...line, tool_call: { ...(line.tool_call as Payload), input } }),
}

test('an edit stays an edit whatever its input is: told, or said to be unreadable, never passed over', () => {
  fc.assert(
    fc.property(fc.constantFrom(...EDITS), fc.jsonValue(), ({ agent, line }, input) => {
      const payload = (INPUTS[agent] ?? ((given, said) => ({ ...given, tool_input: said })))(line, input)
      const parsed = adapters[agent].parse(payload, here)
      expect(parsed.kind === 'event' ? parsed.event.tool?.kind : parsed.kind).toMatch(/^(?:edit|unreadable)$/)
    }),
    { numRuns: 1000 },
  )
})
