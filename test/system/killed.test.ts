import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type AgentEvent, createHookEngine, openHookPorts } from '../../src/index.ts'
import { ledger } from '../e2e/recorder/agent.ts'
import { gatedRepo } from '../support/gated-repo.ts'

// With as many as it takes two minutes on two cores, nearly all of it the start of node; the whole: STRESS_RECORDS=1000.
const RECORDS = Number(process.env.STRESS_RECORDS ?? '100')
const AGENTS = 8

const TWO = `active_intents:
  - { id: INT-001, name: Sources, status: IN_PROGRESS, owned_scope: ["src/**"] }
  - { id: INT-002, name: Billing, status: IN_PROGRESS, owned_scope: ["billing/**"] }
`

/** One run of what an installed hook starts, killed after so many milliseconds if it still runs; null = never. */
async function post(dir: string, payload: object, killAfter: number | null): Promise<'done' | 'killed'> {
  const child = spawn(process.execPath, [resolve('dist/agent.cjs'), 'claude-code'], {
    cwd: dir,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(payload))
  const timer = killAfter === null ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter)
  await once(child, 'close')
  clearTimeout(timer)
  return child.signalCode === null ? 'done' : 'killed'
}

test(`8 agents write ${RECORDS} files each, and their hooks are killed at random: nothing is lost in silence, torn, doubled or another’s`, async () => {
  const repo = gatedRepo({ intents: TWO })
  const engine = createHookEngine(openHookPorts(repo.dir, { mode: 'guide' })!)
  const done: string[] = []
  const killed: string[] = []
  const notes: string[] = []
  const work = async (agent: number) => {
    const [folder, intent] = agent % 2 === 0 ? ['src', 'INT-001'] : ['billing', 'INT-002']
    const session = `session-${agent}`
    const told = (phase: AgentEvent['phase'], call: string | null, tool: AgentEvent['tool']): AgentEvent => ({
      ...{ agent: 'claude-code', host: null, version: null, phase, session, subagent: null, turn: null },
      ...{ call, at: null, cwd: repo.dir, model: null, transcript: null, tool },
    })
    mkdirSync(join(repo.dir, folder), { recursive: true })
    await engine.pre(told('pre', 'select', { kind: 'select-intent', name: 'select', intent }))
    for (let at = 0; at < RECORDS; at++) {
      const [path, call] = [`${folder}/${agent}-${at}.ts`, `call-${at}`]
      const file = join(repo.dir, path)
      const edits = [{ operation: 'write' as const, path: file }]
      await engine.pre(told('pre', call, { kind: 'edit', name: 'Write', edits }))
      writeFileSync(file, `${agent} ${at}\n`)
      const tool = { tool_name: 'Write', tool_use_id: call, tool_input: { file_path: file } }
      const payload = { session_id: session, cwd: repo.dir, hook_event_name: 'PostToolUse', ...tool }
      const came = await post(repo.dir, payload, Math.random() < 0.3 ? Math.random() * 250 : null)
      ;(came === 'done' ? done : killed).push(path)
    }
    const stopped = await engine.stop(told('stop', null, null))
    notes.push(...('context' in stopped ? (stopped.context ?? '') : '').split('\n'))
  }
  await Promise.all(Array.from({ length: AGENTS }, (_, agent) => work(agent)))

  const lines = ledger(repo).flatMap(({ intent_id, files }) => files.map(({ path }) => ({ intent_id, path })))
  const recorded = new Set(lines.map(({ path }) => path))
  expect(killed.length).toBeGreaterThan(AGENTS)
  expect(lines.length).toBe(recorded.size)
  expect(done.filter((path) => !recorded.has(path))).toEqual([])
  const said = (path: string) => recorded.has(path) || notes.some((note) => note.includes(` ${path} `))
  expect(killed.filter((path) => !said(path))).toEqual([])
  const wrong = lines.filter(({ intent_id, path }) => (intent_id === 'INT-001') !== path.startsWith('src/'))
  expect(wrong).toEqual([])
  expect(repo.run('ledger', 'verify')).toMatchObject({ code: 0 })
}, 900_000)
