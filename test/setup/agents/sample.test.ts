import { describe, expect, test } from 'vitest'
import { adapters } from '../../../src/recorder/adapters/index.ts'
import { SAMPLES } from '../../../src/setup/agents/sample.ts'
import { capturedFiles, eventOf, here, type Payload } from '../../recorder/adapters/captured.ts'

const agents = Object.keys(SAMPLES) as (keyof typeof SAMPLES)[] // what the table is keyed by
const refusal = { code: 'NO_ACTIVE_INTENT', message: 'm', next: ['call select_active_intent'] } as const

describe.each(agents)('the sample of %s', (agent) => {
  const payload = SAMPLES[agent].payload('/scratch')

  test('is a write about to happen in the folder it is given, to that agent and to no other', () => {
    const { phase, tool } = eventOf(agent, payload, { ...here, cwd: '/repo' })
    expect(phase).toBe('pre')
    expect(tool).toMatchObject({ kind: 'edit', edits: [{ path: '/scratch/src/doctor.ts' }] })
  })

  test('is refused in the form that it looks for', () => {
    const { stdout } = adapters[agent].answer('pre', { verdict: 'deny', refusal })
    const [path, value] = SAMPLES[agent].refusal
    expect(JSON.parse(stdout)).toHaveProperty(path, value)
  })

  const captured = capturedFiles('hook')
    .filter((file) => file.agent === agent)
    .flatMap(({ lines }) => lines)
  test.skipIf(captured.length === 0)('says nothing that the agent itself does not say', () => {
    const known = new Set(captured.flatMap((line) => Object.keys(line)))
    expect(Object.keys(payload).filter((key) => !known.has(key))).toEqual([])
    expect(captured.some((line) => toolOf(line) === toolOf(payload))).toBe(true)
  })
})

function toolOf(payload: Payload): unknown {
  const { tool_call: call } = payload
  return payload.tool_name ?? payload.toolName ?? (call as { name?: unknown } | undefined)?.name // Cline's
}
