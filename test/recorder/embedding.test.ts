import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type AgentEvent,
  createHookEngine,
  type Decision,
  type HookEngine,
  openHookPorts,
  selectIntent,
  type ToolCall,
} from '../../src/index.ts'
import { createRepo, type TestRepo } from '../support/repo.ts'
import { createPresenter } from './documented-host.ts'

/** One block of a model's answer, as the host parses it. */
interface ToolUse {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
}

/** A host in the shape of Roo Code: every tool call passes one switch, `presentAssistantMessage`. */
class Host {
  readonly #dir: string
  readonly #engine: HookEngine
  readonly #task: string
  #calls = 0

  constructor(dir: string, engine: HookEngine, task: string) {
    this.#dir = dir
    this.#engine = engine
    this.#task = task
  }

  /** Runs one tool call and returns what the model is told. */
  async present(block: ToolUse): Promise<string> {
    const event = this.#event(block)
    const decision = await this.#engine.pre({ ...event, phase: 'pre' })
    if (decision.verdict === 'deny') return JSON.stringify(decision.refusal)
    if (decision.verdict === 'ask' && !this.approves()) return 'The user said no.'
    const result = this.#dispatch(block)
    const after = await this.#engine.post({ ...event, phase: 'post' })
    return [result, context(decision), context(after)].filter(Boolean).join('\n')
  }

  approves = () => true

  #dispatch({ name, params }: ToolUse): string {
    const file = join(this.#dir, params.path ?? '')
    switch (name) {
      case 'write_to_file':
        writeFileSync(file, params.content!)
        return 'written'
      case 'apply_diff':
        writeFileSync(file, readFileSync(file, 'utf8').replace(params.search!, params.replace!))
        return 'applied'
      case 'execute_command':
        if (params.command?.startsWith('rm ')) rmSync(join(this.#dir, params.command.slice(3)))
        return 'exit code 0'
      case 'read_file':
        return readFileSync(file, 'utf8')
      default:
        return 'unknown tool'
    }
  }

  #event({ name, params }: ToolUse): AgentEvent {
    return {
      agent: 'generic',
      host: 'roo-code',
      version: null,
      phase: 'pre',
      session: this.#task,
      subagent: null,
      turn: null,
      call: `${this.#calls++}`,
      at: null,
      cwd: this.#dir,
      model: 'anthropic/claude-sonnet-4-5',
      transcript: null,
      tool: this.#toolCall(name, params),
    }
  }

  #toolCall(name: string, params: ToolUse['params']): ToolCall {
    const path = join(this.#dir, params.path ?? '')
    switch (name) {
      case 'write_to_file':
        return { kind: 'edit', name, edits: [{ operation: 'write', path }] }
      case 'apply_diff':
        return { kind: 'edit', name, edits: [{ operation: 'edit', path }] }
      case 'execute_command':
        return { kind: 'shell', name, command: params.command!, edits: [] }
      case 'read_file':
        return { kind: 'read', name, paths: [path] }
      case 'select_active_intent':
        return { kind: 'select-intent', name, intent: params.intent_id! }
      default:
        return { kind: 'other', name, paths: [] }
    }
  }
}

function context(decision: Decision): string {
  return decision.context ?? ''
}

const INTENTS = `active_intents:
  - { id: INT-001, name: Sources, status: IN_PROGRESS, owned_scope: ["src/**", "!src/billing/**"] }
  - { id: INT-002, name: Billing, status: IN_PROGRESS, owned_scope: ["src/billing/**"] }
`

let repo: TestRepo

beforeEach(() => {
  repo = createRepo()
  repo.write({
    '.orchestration/active_intents.yaml': INTENTS,
    'src/app.ts': 'one\ntwo\nthree\n',
    'src/billing/invoice.ts': 'total\n',
  })
  repo.git('add', '-A')
  repo.git('commit', '-qm', 'start')
})

function host(
  task: string,
  options: Parameters<typeof openHookPorts>[1] = { mode: 'gate', canAsk: true },
): Host {
  return new Host(repo.dir, createHookEngine(openHookPorts(repo.dir, options)!), task)
}

const use = (name: string, params: Record<string, string>): ToolUse => ({ name, params })

function written(): string[] {
  const folder = join(repo.dir, '.orchestration/agent_trace')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  )
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
  return lines.flatMap((line) => {
    const { intent_id, tool, files: some } = JSON.parse(line)
    return some.map(
      (file: { path: string; operation: string }) =>
        `${intent_id} ${tool.call} ${file.operation} ${file.path}`,
    )
  })
}

describe('a host with one switch', () => {
  test('is told to select an intent, and where its scope ends, word for word', async () => {
    const roo = host('task-1')
    const write = use('write_to_file', { path: 'src/new.ts', content: 'new\n' })
    expect(JSON.parse(await roo.present(write)).message).toBe(
      'You must call select_active_intent before writing files.',
    )
    await roo.present(use('select_active_intent', { intent_id: 'INT-001' }))
    expect(await roo.present(write)).toBe('written')
    const billing = use('apply_diff', { path: 'src/billing/invoice.ts', search: 'total', replace: 'sum' })
    expect(JSON.parse(await roo.present(billing))).toMatchObject({
      message: 'Scope Violation: INT-001 is not authorized to edit src/billing/invoice.ts',
      next: [expect.stringContaining('INT-002'), expect.any(String)],
    })
    await roo.present(use('select_active_intent', { intent_id: 'INT-002' }))
    expect(await roo.present(billing)).toBe('applied')
    expect(written()).toEqual(
      expect.arrayContaining([
        'INT-001 write_to_file create src/new.ts',
        'INT-002 apply_diff modify src/billing/invoice.ts',
      ]),
    )
  })

  test('reads again before it writes what somebody else has changed', async () => {
    const roo = host('task-1')
    await roo.present(use('select_active_intent', { intent_id: 'INT-001' }))
    await roo.present(use('read_file', { path: 'src/app.ts' }))
    repo.write({ 'src/app.ts': 'one\ntwo\nfour\n' })
    const diff = use('apply_diff', { path: 'src/app.ts', search: 'two', replace: '2' })
    expect(JSON.parse(await roo.present(diff)).code).toBe('STALE_FILE')
    await roo.present(use('read_file', { path: 'src/app.ts' }))
    expect(await roo.present(diff)).toBe('applied')
  })

  test('asks the person before a command that may write, and not before one that reads', async () => {
    const roo = host('task-1')
    let asked = 0
    roo.approves = () => {
      asked++
      return false
    }
    await roo.present(use('select_active_intent', { intent_id: 'INT-001' }))
    expect(await roo.present(use('execute_command', { command: 'ls -la' }))).toBe('exit code 0')
    expect(asked).toBe(0)
    expect(await roo.present(use('execute_command', { command: 'rm src/app.ts' }))).toBe('The user said no.')
    roo.approves = () => true
    await roo.present(use('execute_command', { command: 'rm src/app.ts' }))
    expect(written()).toEqual(['INT-001 shell delete src/app.ts'])
  })

  test('parallel tasks do not share an intent', async () => {
    const [one, two] = [host('task-1'), host('task-2')]
    await one.present(use('select_active_intent', { intent_id: 'INT-001' }))
    expect(JSON.parse(await two.present(use('write_to_file', { path: 'src/b.ts', content: 'b' }))).code).toBe(
      'NO_ACTIVE_INTENT',
    )
  })

  test('by default it only records', async () => {
    const roo = host('task-1', {})
    expect(await roo.present(use('write_to_file', { path: 'src/new.ts', content: 'new\n' }))).toBe('written')
    expect(written()).toEqual(['INT-001 write_to_file create src/new.ts'])
  })
})

describe('the host in docs/embedding.md', () => {
  test('is the one that runs here, line by line', () => {
    const source = readFileSync('test/recorder/documented-host.ts', 'utf8')
    const blocks = readFileSync('docs/embedding.md', 'utf8').matchAll(/```ts\n([\s\S]*?)\n```/g)
    const shown = [...blocks].map(([, block]) => block).join('\n\n')
    expect(`${shown}\n`).toBe(source.replace("'../../src/index.ts'", "'intentgate'"))
  })

  test('refuses, selects, writes, records and asks', async () => {
    const questions: string[] = []
    const present = createPresenter({
      id: 'task-1',
      workspaceFolder: repo.dir,
      askPerson: async (question) => questions.push(question) > 1,
      async dispatch({ name, params }) {
        if (name === 'select_active_intent') {
          const selection = await selectIntent(repo.dir, params.intent_id ?? '')
          return selection.kind === 'selected' ? selection.context : JSON.stringify(selection.refusal)
        }
        if (name === 'write_to_file') repo.write({ [params.path!]: params.content! })
        if (name === 'execute_command') rmSync(join(repo.dir, 'src/app.ts'))
        return 'done'
      },
    })
    const write = { id: '1', name: 'write_to_file', params: { path: 'src/new.ts', content: 'new\n' } }
    expect(JSON.parse(await present(write)).code).toBe('NO_ACTIVE_INTENT')
    const select = { id: '2', name: 'select_active_intent', params: { intent_id: 'INT-001' } }
    expect(await present(select)).toContain('<intent_context>')
    expect(await present({ ...write, id: '3' })).toBe('done')
    const command = { name: 'execute_command', params: { command: 'rm src/app.ts' } }
    expect(await present({ ...command, id: '4' })).toBe('The user said no.')
    expect(await present({ ...command, id: '5' })).toBe('done')
    expect(questions).toHaveLength(2)
    expect(written().sort()).toEqual([
      'INT-001 shell delete src/app.ts',
      'INT-001 write_to_file create src/new.ts',
    ])
  })

  test('runs tools as ever where nothing is governed', async () => {
    rmSync(join(repo.dir, '.orchestration'), { recursive: true })
    const present = createPresenter({
      id: 'task-1',
      workspaceFolder: repo.dir,
      askPerson: async () => false,
      dispatch: async () => 'done',
    })
    expect(await present({ id: '1', name: 'write_to_file', params: { path: 'a', content: '' } })).toBe('done')
  })
})

test('outside of a working tree, or in one that declares nothing, there is nothing to record for', () => {
  rmSync(join(repo.dir, '.orchestration'), { recursive: true })
  expect(openHookPorts(repo.dir)).toBeNull()
  rmSync(join(repo.dir, '.git'), { recursive: true })
  expect(openHookPorts(repo.dir)).toBeNull()
})

test('an engine whose world breaks answers all the same', async () => {
  const ports = openHookPorts(repo.dir, { mode: 'gate' })!
  const logged: string[] = []
  const engine = createHookEngine({
    ...ports,
    intents: () => Promise.reject(new Error('no disk')),
    log: (what) => void logged.push(what),
  })
  const roo = new Host(repo.dir, engine, 'task-1')
  expect(await roo.present(use('write_to_file', { path: 'src/new.ts', content: 'new\n' }))).toContain(
    'written',
  )
  expect(logged).toEqual(expect.arrayContaining([expect.stringContaining('no disk')]))
})
