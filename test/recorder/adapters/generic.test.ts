import { describe, expect, test } from 'vitest'
import { adapters } from '../../../src/recorder/adapters/index.ts'
import { eventOf, here, inWords } from './captured.ts'

const told = (payload: unknown) => inWords(eventOf('generic', payload))

describe('our own JSON', () => {
  const own = { session_id: 's', cwd: '/repo', tool_name: 'write_file', tool_input: { path: 'a.ts' } }

  test.each(['pre', 'post', 'failed'])('%s a call', (event) => {
    expect(told({ ...own, event })).toBe(`${event} write_file → write /repo/a.ts`)
  })

  test.each(['session-start', 'prompt', 'stop', 'session-end'])('%s', (event) => {
    expect(told({ event, session_id: 's' })).toBe(event)
  })

  test('says who it is, what ran, and where', () => {
    const payload = {
      ...own,
      event: 'pre',
      agent_name: 'my-agent',
      agent_version: '1.2.3',
      model: 'vendor/model-1',
      call_id: 'c1',
    }
    expect(eventOf('generic', { ...payload, subagent_id: 'sub', turn_id: 't' })).toMatchObject({
      agent: 'generic',
      host: 'my-agent',
      version: '1.2.3',
      model: 'vendor/model-1',
      session: 's',
      subagent: 'sub',
      turn: 't',
      call: 'c1',
    })
  })

  test('runs in the folder of the hook where it names none', () => {
    expect(told({ event: 'pre', session_id: 's', tool_name: 'write', tool_input: { path: 'a' } })).toBe(
      'pre write → write /here/a',
    )
  })
})

test('Goose: its event and folder have other names', () => {
  const payload = {
    event: 'PreToolUse',
    session_id: 's',
    working_dir: '/repo',
    tool_name: 'developer__edit',
    tool_input: { path: 'a', before: 'x', after: 'y' },
  }
  expect(told(payload)).toBe('pre developer__edit → edit /repo/a')
})

describe('the agent-v1 checkpoint', () => {
  const v1 = { repo_working_dir: '/repo', conversation_id: 'c', agent_name: 'my-agent', model: 'm' }

  test('before and after an edit', () => {
    const dirty_files = { '/repo/a.ts': 'old content' }
    expect(told({ ...v1, type: 'human', will_edit_filepaths: ['/repo/a.ts'], dirty_files })).toBe(
      'pre will_edit (other) /repo/a.ts',
    )
    const payload = {
      ...v1,
      type: 'ai_agent',
      edited_filepaths: ['/repo/a.ts', 'b.ts'],
      dirty_files,
      transcript: { messages: [] },
    }
    const event = eventOf('generic', payload)
    expect(inWords(event)).toBe('post edited → edit /repo/a.ts, edit /repo/b.ts')
    expect(event).toMatchObject({ host: 'my-agent', model: 'm', session: 'c' })
    expect(JSON.stringify(event)).not.toContain('old content')
  })

  test('before and after a command', () => {
    expect(told({ ...v1, type: 'pre_shell_command', command: 'rm a' })).toBe('pre shell $ rm a')
    expect(told({ ...v1, type: 'post_shell_command', command: 'rm a' })).toBe('post shell $ rm a')
  })

  test('an edit of files that it does not name is unreadable, not nothing', () => {
    expect(adapters.generic.parse({ ...v1, type: 'ai_agent' }, here)).toMatchObject({
      kind: 'unreadable',
      phase: 'post',
      session: 'c',
    })
  })

  test('a command has the same id before and after it, whatever else is told of it', () => {
    const [before, after] = ['pre_shell_command', 'post_shell_command'].map((type) =>
      eventOf('generic', { ...v1, type, command: 'rm a', at: type }),
    )
    expect(before!.call).toBe(after!.call)
  })

  test("a person's checkpoint is in a session of its own, where it names none", () => {
    const payload = { type: 'human', repo_working_dir: '/repo', will_edit_filepaths: ['/repo/a.ts'] }
    expect(eventOf('generic', payload)).toMatchObject({ phase: 'pre', session: 'will_edit', host: null })
  })
})

test.each([
  'ada@example.org',
  'model for ada@mail.example.org',
  '/home/ada/models/m.gguf',
  '~/models/m',
  'C:\\models\\m',
  'file:///home/ada/m',
  'ollama:/home/ada/m',
])('%s, as a name of whatever it is, stays out', (name) => {
  const tool_input = { path: 'a.ts' }
  const payload = {
    event: 'pre',
    session_id: 's',
    tool_name: name,
    tool_input,
    agent_name: name,
    model: name,
  }
  expect(JSON.stringify(eventOf('generic', { ...payload, agent_version: name }))).not.toContain(name)
  expect(eventOf('generic', payload)).toMatchObject({ host: null, model: null, tool: { name: 'unnamed' } })
})

test.each(['claude-3-5-sonnet@20240620', '@cf/meta/llama-3', 'ollama/llama3:8b', 'accounts/x/models/y'])(
  '%s is a name of a model',
  (model) => {
    expect(eventOf('generic', { event: 'stop', session_id: 's', model }).model).toBe(model)
  },
)
