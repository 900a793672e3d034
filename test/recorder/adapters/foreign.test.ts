import { describe, expect, test } from 'vitest'
import { adapters } from '../../../src/recorder/adapters/index.ts'
import { AGENTS, type AgentName } from '../../../src/recorder/event.ts'
import { capturedFiles, eventOf, here, inWords, type Payload } from './captured.ts'

/** As documented, or seen in public logs, of agents that could not be run. */
const CURSOR: Payload = {
  conversation_id: 'c-1',
  generation_id: 'g-1',
  model: 'claude-4.5-sonnet',
  hook_event_name: 'preToolUse',
  cursor_version: '3.15.6',
  workspace_roots: ['/repo'],
  user_email: 'somebody@example.com',
  transcript_path: null,
  tool_name: 'Write',
  tool_input: { file_path: '/repo/src/a.ts', content: 'secret' },
  tool_use_id: 'call_1\nfc_1',
}
const VSCODE: Payload = {
  timestamp: '2026-11-30T12:00:00.000Z',
  hook_event_name: 'PreToolUse',
  session_id: 'v-1',
  transcript_path: '/home/u/.config/Code/User/workspaceStorage/1f/GitHub.copilot-chat/transcripts/v-1.jsonl',
  tool_name: 'create_file',
  tool_input: { filePath: '/repo/src/a.ts', content: 'x' },
  tool_use_id: 'call_1',
  cwd: '/repo',
}
const GROK: Payload = {
  sessionId: 'g-1',
  hookEventName: 'PreToolUse',
  cwd: '/repo',
  toolName: 'Write',
  toolInput: { file_path: '/repo/a.ts' },
}
const DROID: Payload = {
  session_id: 'd-1',
  transcript_path: '/home/u/.factory/sessions/-repo/d-1.jsonl',
  cwd: '/repo',
  hook_event_name: 'PreToolUse',
  tool_name: 'Create',
  tool_input: { file_path: '/repo/a.ts', content: '' },
}

const others = (agent: AgentName) => AGENTS.filter((name) => name !== agent && name !== 'generic')
const foreignTo = (agent: AgentName, payload: unknown) => {
  const parsed = adapters[agent].parse(payload, here)
  return parsed.kind === 'foreign' ? parsed.agent : parsed.kind
}

describe.each(capturedFiles('hook'))('$file', ({ agent, lines }) => {
  test.each(others(agent))(`in the hook of %s is ${agent}'s`, (other) => {
    // Only a session that begins may say too little of whose it is.
    const calls = lines.filter(
      (line) => 'tool_name' in line || 'toolName' in line || 'tool_call' in line || 'tool_result' in line,
    )
    expect(new Set(calls.map((line) => foreignTo(other, line)))).toEqual(new Set([agent]))
  })
})

test.each<[string, Payload, AgentName | 'unknown']>([
  ['Cursor', CURSOR, 'cursor'],
  ['VS Code', VSCODE, 'vscode'],
  ['Grok', GROK, 'unknown'],
  ['Factory Droid', DROID, 'unknown'],
])('%s in the hooks of Claude Code is not Claude Code', (_, payload, whose) => {
  for (const agent of others('generic')) if (agent !== whose) expect(foreignTo(agent, payload)).toBe(whose)
})

test("Claude Code's variables do not make a payload Claude Code's", () => {
  const env = { ...here, variables: { CLAUDECODE: '1', CLAUDE_PROJECT_DIR: '/repo' } }
  expect(adapters['claude-code'].parse(VSCODE, env).kind).toBe('foreign')
})

/** The first call of the first captured session of an agent. */
function firstCall(agent: AgentName): Payload {
  const { lines } = capturedFiles('hook').find((captured) => captured.agent === agent)!
  return lines.find(({ tool_name }) => tool_name !== undefined)!
}

describe('without its own log, or with the log elsewhere, an agent is still known', () => {
  test.each<[AgentName, Payload]>([
    ['codex', { ...firstCall('codex'), transcript_path: null }],
    ['qwen-code', { ...firstCall('qwen-code'), transcript_path: '/srv/qwen/chats/1.jsonl' }],
    ['vscode', { ...VSCODE, transcript_path: '/srv/code/v-1.jsonl' }],
    ['gemini-cli', { ...firstCall('gemini-cli'), transcript_path: '' }],
  ])('%s', (agent, payload) => {
    expect(foreignTo('claude-code', payload)).toBe(agent)
    expect(eventOf(agent, payload).agent).toBe(agent)
  })

  test('a log on Windows is a log', () => {
    const transcript_path = 'C:\\Users\\u\\.codex\\sessions\\rollout-1.jsonl'
    const started = { session_id: 's', transcript_path, cwd: 'C:\\repo', hook_event_name: 'SessionStart' }
    expect(foreignTo('claude-code', started)).toBe('codex')
  })
})

describe('Claude Code stays itself', () => {
  const claude = firstCall('claude-code')
  test.each<[string, Payload]>([
    ['with a time in its payload', { ...claude, timestamp: '2026-11-30T12:00:00.000Z' }],
    ['with its folder elsewhere', { ...claude, transcript_path: '/srv/cc/projects/-repo/1.jsonl' }],
    ['without its log', { ...claude, transcript_path: undefined }],
    ['with a model in its payload', { ...claude, model: 'claude-sonnet-4-5' }],
  ])('%s', (_, payload) => {
    expect(eventOf('claude-code', payload).agent).toBe('claude-code')
  })
})

describe('Cursor', () => {
  const told = (more: Payload) => inWords(eventOf('cursor', { ...CURSOR, ...more }))

  test('its own event, without the person', () => {
    const event = eventOf('cursor', CURSOR)
    expect(event).toMatchObject({
      session: 'c-1',
      turn: 'g-1',
      version: '3.15.6',
      model: 'claude-4.5-sonnet',
      cwd: '/repo',
      call: 'call_1\nfc_1',
    })
    expect(JSON.stringify(event)).not.toMatch(/somebody|secret/)
  })

  test.each<[string, Payload, string]>([
    ['beforeShellExecution', { command: 'rm a', cwd: '/repo/pkg' }, 'pre Shell $ rm a'],
    ['afterShellExecution', { command: 'rm a', output: 'x' }, 'post Shell $ rm a'],
    [
      'afterFileEdit',
      { file_path: '/repo/a.ts', edits: [{ old_string: 'x', new_string: 'y' }] },
      'post StrReplace → edit /repo/a.ts',
    ],
    ['beforeReadFile', { file_path: '/repo/a.ts', content: 'x' }, 'pre Read (read) /repo/a.ts'],
    [
      'beforeMCPExecution',
      { tool_name: 'select_active_intent', tool_input: '{"intent_id":"INT-1"}' },
      'pre selects INT-1',
    ],
    ['sessionStart', {}, 'session-start'],
    ['beforeSubmitPrompt', { prompt: 'x' }, 'prompt'],
    ['stop', { status: 'completed' }, 'stop'],
    ['sessionEnd', {}, 'session-end'],
  ])('%s', (hook_event_name, more, expected) => {
    expect(told({ tool_name: undefined, tool_input: undefined, hook_event_name, ...more })).toBe(expected)
  })

  test('a completion that a person takes is not the agent', () => {
    const payload = {
      ...CURSOR,
      tool_name: undefined,
      hook_event_name: 'afterTabFileEdit',
      file_path: '/repo/a.ts',
    }
    expect(adapters.cursor.parse(payload, here)).toEqual({ kind: 'ignored', why: 'afterTabFileEdit' })
  })
})

test('VS Code: its own event', () => {
  expect(inWords(eventOf('vscode', VSCODE))).toBe('pre create_file → write /repo/src/a.ts')
})

test("Cline's extension sends its calls in another place, with every value a text", () => {
  const payload = {
    clineVersion: '3.80.0',
    hookName: 'PreToolUse',
    timestamp: '1796040741446',
    taskId: '17',
    workspaceRoots: ['/repo'],
    userId: 'user-1',
    model: { provider: 'anthropic', slug: 'claude-sonnet-4-5' },
    preToolUse: { toolName: 'write_to_file', parameters: { path: 'src/a.ts', content: 'x' } },
  }
  const event = eventOf('cline', payload)
  expect(event).toMatchObject({ session: '17', version: '3.80.0', model: 'claude-sonnet-4-5', phase: 'pre' })
  expect(inWords(event)).toBe('pre write_to_file → write /repo/src/a.ts')
  expect(JSON.stringify(event)).not.toContain('user-1')
})

test('Cline: who has a parent is a subagent', () => {
  const { lines } = capturedFiles('hook').find(({ agent }) => agent === 'cline')!
  expect(eventOf('cline', { ...lines[1], parent_agent_id: 'agent_0' }).subagent).toBe(
    'agent_1796040741304_z88ub8',
  )
})

describe('Copilot', () => {
  const failed = { sessionId: 's', timestamp: 1, cwd: '/repo', toolName: 'edit', toolArgs: '{"path":"a"}' }
  test('reads its arguments as a text too', () => {
    expect(inWords(eventOf('copilot-cli', failed))).toBe('pre edit → edit /repo/a')
  })
  test('a failed call is one by what it says, or by the event that the hook is installed for', () => {
    expect(eventOf('copilot-cli', { ...failed, error: { message: 'x' } }).phase).toBe('failed')
    expect(eventOf('copilot-cli', { ...failed, toolResult: { resultType: 'failure' } }).phase).toBe('failed')
    expect(eventOf('copilot-cli', failed, { ...here, event: 'postToolUseFailure' }).phase).toBe('failed')
  })
})
