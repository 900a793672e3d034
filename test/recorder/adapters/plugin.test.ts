import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { adapters } from '../../../src/recorder/adapters/index.ts'
import type { Decision, Phase } from '../../../src/recorder/event.ts'
import { type PluginHost, pluginSource } from '../../../src/recorder/shim/plugin.ts'
import { capturedFiles, eventOf, inWords, type Payload } from './captured.ts'

const refusal = {
  code: 'NO_INTENT',
  message: 'You must call select_active_intent before writing files.',
  next: ['select one'],
}
const deny: Decision = { verdict: 'deny', refusal }
const allow: Decision = { verdict: 'allow' }

/** A program in the place of `intentgate`: it keeps what it is told, and prints an answer. */
const RECORDER = 'echo "$*" >> "$0/args"; { cat; echo; } >> "$0/told"; cat "$0/answer"'

interface Installed {
  /** What the file exports, as the agent loads it. */
  readonly module: Record<string, unknown>
  prints(text: string): void
  answers(phase: Phase, decision: Decision): void
  told(): Payload[]
}

/** Installs the plugin where a real node loads it, and starts a real program for every call. */
async function install(host: PluginHost): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'intentgate-plugin-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'plugin.mjs'), pluginSource(host, ['sh', '-c', RECORDER, folder]))
  const prints = (text: string) => writeFileSync(join(folder, 'answer'), text)
  prints('')
  const linesOf = (name: string) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
  return {
    module: await import(/* @vite-ignore */ pathToFileURL(join(folder, 'plugin.mjs')).href),
    prints,
    answers: (phase, decision) => prints(adapters[host].answer(phase, decision).stdout),
    told: () => {
      expect(new Set(linesOf('args'))).toEqual(new Set([`hook ${host}`]))
      return linesOf('told').map((line) => JSON.parse(line))
    },
  }
}

const linesOf = (host: PluginHost) => capturedFiles('plugin').find(({ agent }) => agent === host)!.lines

describe('OpenCode', () => {
  type Hook = (input: unknown, output: unknown) => Promise<void>
  interface Hooks {
    readonly event: (input: unknown) => Promise<void>
    readonly [name: string]: Hook
  }
  type Line = Record<'k' | 'type', string> & {
    i: Payload
    o: Payload
    p: string
    model: string
    sessionID: string
  }

  async function load() {
    const installed = await install('opencode')
    const start = installed.module.Intentgate as (context: unknown) => Promise<Hooks>
    return { ...installed, hooks: await start({ directory: '/repo' }) }
  }

  /** Gives the plugin what the real one was given. */
  async function replay(hooks: Hooks, { k, type, i, o, p, model, sessionID }: Line) {
    if (k === 'event') {
      const said = /"sessionID":"(?<session>\w+)"/.exec(p)?.groups?.session
      const info =
        type === 'session.created' ? { id: said, version: /"version":"([^"]+)"/.exec(p)?.[1] } : undefined
      await hooks.event({ event: { type, properties: { sessionID: said, info } } })
    }
    if (k === 'chat.params') await hooks['chat.params']!({ sessionID, model: { id: model } }, {})
    if (k === 'before') await hooks['tool.execute.before']!(i, o)
    if (k === 'after') await hooks['tool.execute.after']!(i, o)
  }

  test('a whole real session is told, call by call', async () => {
    const { hooks, told } = await load()
    for (const line of linesOf('opencode')) await replay(hooks, line as never)
    const events = told().map((payload) => eventOf('opencode', payload))
    expect(events.map(inWords)).toEqual([
      'session-start',
      'pre write → write /repo/src/new.ts',
      'pre selects INT-1',
      'post selects INT-1',
      'pre write → write /repo/src/new.ts',
      'post write → write /repo/src/new.ts',
      'pre read (read) /repo/src/old.txt',
      'post read (read) /repo/src/old.txt',
      'pre edit → edit /repo/src/old.txt',
      'post edit → edit /repo/src/old.txt',
      'pre bash $ echo from-bash >> src/old.txt',
      'post bash $ echo from-bash >> src/old.txt',
      'stop',
    ])
    expect(new Set(events.map(({ session }) => session))).toEqual(new Set(['ses_dd39bd957ffeXrinIJV3BXoPR3']))
    expect(events.at(-1)).toMatchObject({
      model: 'fake-model',
      version: '1.18.33',
      cwd: '/repo',
      subagent: null,
    })
    expect(events[1]!.call).toBe('call_1nzezanfoy')
  })

  const before = [{ tool: 'write', sessionID: 's', callID: 'c' }, { args: { filePath: '/repo/a' } }] as const

  test('a refusal is thrown, and the model reads it', async () => {
    const { hooks, answers } = await load()
    answers('pre', deny)
    await expect(hooks['tool.execute.before']!(...before)).rejects.toThrow(JSON.stringify(refusal))
    answers('pre', { verdict: 'ask', refusal })
    await expect(hooks['tool.execute.before']!(...before)).rejects.toThrow(refusal.message)
  })

  test('a context is put under the output, of a tool of its own or of an MCP server', async () => {
    const { hooks, answers } = await load()
    answers('post', { verdict: 'allow', context: 'recorded' })
    const own = { output: 'Wrote file.' }
    const other = { content: [{ type: 'text', text: 'x' }] }
    await hooks['tool.execute.after']!({ ...before[0], args: {} }, own)
    await hooks['tool.execute.after']!({ ...before[0], args: {} }, other)
    expect(own.output).toBe('Wrote file.\nrecorded')
    expect(other.content.at(-1)).toEqual({ type: 'text', text: 'recorded' })
  })

  test('what was said before a call is not lost: there is no output to put it under yet', async () => {
    const { hooks, answers, prints } = await load()
    answers('pre', { verdict: 'allow', context: 'select an intent' })
    await hooks['tool.execute.before']!(...before)
    prints('')
    const [first, second] = [{ output: 'x' }, { output: 'x' }]
    await hooks['tool.execute.after']!({ ...before[0], args: {} }, first)
    await hooks['tool.execute.after']!({ ...before[0], args: {} }, second)
    expect([first.output, second.output]).toEqual(['x\nselect an intent', 'x'])
  })

  test('a subagent works in the session of whoever started it, at any depth', async () => {
    const { hooks, told } = await load()
    const born = (id: string, parentID?: string) =>
      hooks.event({ event: { type: 'session.created', properties: { info: { id, parentID } } } })
    await born('root')
    await born('child', 'root')
    await born('grandchild', 'child')
    await hooks['tool.execute.before']!({ ...before[0], sessionID: 'grandchild' }, before[1])
    expect(eventOf('opencode', told().at(-1))).toMatchObject({ session: 'root', subagent: 'grandchild' })
  })

  test.each(['', 'not JSON', 'null', '7', '"deny"', '[]'])(
    'a recorder that answers %j stops nothing',
    async (text) => {
      const { hooks, prints } = await load()
      prints(text)
      await expect(hooks['tool.execute.before']!(...before)).resolves.toBeUndefined()
      await expect(
        hooks['tool.execute.after']!({ ...before[0], args: {} }, { output: 'x' }),
      ).resolves.toBeUndefined()
    },
  )
})

describe('Cline', () => {
  interface Plugin {
    readonly hooks: Readonly<Record<'beforeTool' | 'afterTool', (context: unknown) => unknown>>
  }
  type Line = {
    ev: 'beforeTool' | 'afterTool'
    tool: string
    id: string
    input: unknown
    conv: string
    isError?: boolean
  }

  test('a whole real session is told, call by call', async () => {
    const { module, told } = await install('cline')
    const { hooks } = module.default as Plugin
    let last: Line | undefined
    for (const line of linesOf('cline') as unknown as Line[]) {
      // After a call only its name was captured: the rest is that of the call before.
      last = line.ev === 'beforeTool' ? line : { ...last!, ...line }
      const { tool, id, conv, input, isError } = last
      const context = { toolCall: { toolName: tool, toolCallId: id }, snapshot: { conversationId: conv } }
      hooks[line.ev](line.ev === 'beforeTool' ? { ...context, input } : { ...context, result: { isError } })
    }
    const events = told().map((payload) => eventOf('cline', payload))
    expect(events.map(inWords)).toEqual([
      'pre editor → edit /repo/src/new.ts',
      'failed editor → edit /repo/src/new.ts',
      'pre selects INT-1',
      'post selects INT-1',
      'pre editor → edit /repo/src/new.ts',
      'post editor → edit /repo/src/new.ts',
      'pre editor → edit /repo/src/old.txt',
      'post editor → edit /repo/src/old.txt',
      'pre run_commands $ echo from-bash >> src/old.txt',
      'post run_commands $ echo from-bash >> src/old.txt',
    ])
    expect(new Set(events.map(({ session }) => session))).toEqual(new Set(['conv_1796041140632_ebr3zgj']))
    expect(events[0]).toMatchObject({ call: 'call_zmzjclnjdq', cwd: process.cwd() })
  })

  const call = {
    toolCall: { toolName: 'editor', toolCallId: 'c' },
    snapshot: { conversationId: 's' },
    input: { path: '/repo/a' },
  }

  test('the model is that of the last message that names one', async () => {
    const { module, told } = await install('cline')
    const { hooks } = module.default as Plugin
    const named = (modelInfo: object) => ({ role: 'assistant', modelInfo })
    const snapshots = [
      [{ role: 'user' }],
      [
        named({ id: 'old', provider: 'x' }),
        named({ id: 'claude-sonnet-4-5', provider: 'anthropic' }),
        { role: 'user' },
      ],
      [named({ id: 'alone' })],
    ]
    for (const messages of snapshots)
      hooks.beforeTool({ ...call, snapshot: { conversationId: 's', messages } })
    const models = told().map((payload) => eventOf('cline', payload).model)
    expect(models).toEqual([null, 'anthropic/claude-sonnet-4-5', 'alone'])
  })

  test('a refusal skips the one call, and a context is appended', async () => {
    const { module, answers } = await install('cline')
    const { hooks } = module.default as Plugin
    answers('pre', deny)
    expect(hooks.beforeTool(call)).toEqual({ skip: true, reason: JSON.stringify(refusal) })
    answers('pre', { verdict: 'allow', context: 'said before' })
    expect(hooks.beforeTool(call)).toBeUndefined()
    answers('post', { verdict: 'allow', context: 'recorded' })
    expect(hooks.afterTool(call)).toEqual({ appendContext: 'said before\nrecorded' })
    answers('post', allow)
    expect(hooks.afterTool(call)).toBeUndefined()
  })
})

test('a program that is not there stops nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'intentgate-plugin-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'plugin.mjs'), pluginSource('cline', [join(folder, 'nowhere')]))
  const { default: plugin } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'plugin.mjs')).href)
  expect(plugin.hooks.beforeTool({})).toBeUndefined()
})

test('a command with quotes and backslashes in it is one program with its arguments', () => {
  const source = pluginSource('opencode', ['C:\\Program Files\\node.exe', 'it\'s "here".js'])
  expect(source).toContain(
    'const COMMAND = ["C:\\\\Program Files\\\\node.exe","it\'s \\"here\\".js","hook","opencode"]',
  )
})
