import { describe, expect, test } from 'vitest'
import { adapters } from '../../../src/recorder/adapters/index.ts'
import type { AgentName, HookEnvironment } from '../../../src/recorder/event.ts'
import { eventOf, here, inWords } from './captured.ts'

/** A payload in Claude Code's shape. */
const call = (tool_name: string, tool_input: unknown, more: object = {}) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: '/repo',
  tool_name,
  tool_input,
  ...more,
})
const told = (agent: AgentName, payload: unknown, env = here) => inWords(eventOf(agent, payload, env))

describe('an edit is read whatever way its path is said', () => {
  test.each<[string, unknown, string]>([
    ['absolute', { file_path: '/repo/src/a.ts' }, '/repo/src/a.ts'],
    ['relative to the folder of the agent', { file_path: 'src/a.ts' }, '/repo/src/a.ts'],
    ['with steps in it', { file_path: './src/../src//a.ts' }, '/repo/src/a.ts'],
    ['out of the folder', { file_path: '../other/a.ts' }, '/other/a.ts'],
    ['camel case', { filePath: 'a.ts' }, '/repo/a.ts'],
    ['Pascal case', { FilePath: 'a.ts' }, '/repo/a.ts'],
    ['as a URI', { file_path: 'file:///repo/src/a%20b.ts' }, '/repo/src/a b.ts'],
    ['as a URI with a host', { file_path: 'file://localhost/repo/a.ts' }, '/repo/a.ts'],
    [
      'as a URI of a remote editor',
      { file_path: 'vscode-remote://ssh-remote%2Bbox/repo/a.ts' },
      '/repo/a.ts',
    ],
    ['in quotes once more', { file_path: '"src/a.ts"' }, '/repo/src/a.ts'],
    ['input as a string', '{"file_path":"src/a.ts"}', '/repo/src/a.ts'],
    ['input as a string in a string', JSON.stringify('{"file_path":"src/a.ts"}'), '/repo/src/a.ts'],
    ['a name that looks like JSON', { file_path: 'app/[slug].tsx' }, '/repo/app/[slug].tsx'],
    ['a name that is JSON', { file_path: '[1]' }, '/repo/[1]'],
    ['a name with a newline', { file_path: 'a\nb.ts' }, '/repo/a\nb.ts'],
    ['a name with a colon', { file_path: 'a:b.ts' }, '/repo/a:b.ts'],
  ])('%s', (_, input, path) => {
    expect(told('claude-code', call('Write', input))).toBe(`pre Write → write ${path}`)
  })

  test('several files in one call are several edits, each once', () => {
    const replacements = ['a.ts', 'b.ts', 'a.ts'].map((filePath) => ({
      filePath,
      oldString: 'x',
      newString: 'y',
    }))
    expect(told('vscode', call('multi_replace_string_in_file', { replacements }))).toBe(
      'pre multi_replace_string_in_file → edit /repo/a.ts, edit /repo/b.ts',
    )
  })

  test('a path that is said twice is two paths, and the exact name comes first', () => {
    expect(told('claude-code', call('Write', { filePath: 'b', file_path: 'a' }))).toBe(
      'pre Write → write /repo/a, write /repo/b',
    )
    expect(eventOf('generic', { ...call('Write', { path: 'a' }), sessionId: 'other' }).session).toBe('s')
    expect(eventOf('generic', { sessionId: 'other', ...call('Write', { path: 'a' }) }).session).toBe('s')
  })

  test('what is written is never taken for a path', () => {
    const content = JSON.stringify({
      file_path: '/etc/passwd',
      patch: '*** Begin Patch\n*** Add File: x\n*** End Patch',
    })
    expect(told('claude-code', call('Write', { file_path: 'a.json', content }))).toBe(
      'pre Write → write /repo/a.json',
    )
    expect(told('claude-code', call('mcp__fs__put', { path: 'a.json', content }))).toBe(
      'pre mcp__fs__put (other) /repo/a.json',
    )
  })

  test.each<[AgentName, string, object, string]>([
    [
      'claude-code',
      'MultiEdit',
      { file_path: 'a', edits: [{ old_string: 'x', new_string: 'y' }] },
      'edit /repo/a',
    ],
    ['claude-code', 'NotebookEdit', { notebook_path: 'a.ipynb', new_source: '' }, 'edit /repo/a.ipynb'],
    [
      'codex',
      'functions.apply_patch',
      { command: '*** Begin Patch\n*** Delete File: a\n*** End Patch' },
      'delete /repo/a',
    ],
    [
      'codex',
      'apply_patch',
      { input: "<<'EOF'\n*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\nEOF" },
      'write /repo/a',
    ],
    ['qwen-code', 'notebook_edit', { notebook_path: 'a.ipynb' }, 'edit /repo/a.ipynb'],
    ['copilot-cli', 'create', { path: 'a', file_text: 'x' }, 'write /repo/a'],
    ['vscode', 'create_file', { filePath: 'a', content: 'x' }, 'write /repo/a'],
    ['vscode', 'insert_edit_into_file', { filePath: 'a' }, 'edit /repo/a'],
    ['cursor', 'Write', { path: 'a', contents: 'x' }, 'write /repo/a'],
    ['cursor', 'StrReplace', { path: 'a' }, 'edit /repo/a'],
    ['cursor', 'Delete', { path: 'a' }, 'delete /repo/a'],
    [
      'cursor',
      'ApplyPatch',
      { patch: '*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch' },
      'edit /repo/a',
    ],
    [
      'opencode',
      'patch',
      { patchText: '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch' },
      'write /repo/a',
    ],
    ['generic', 'developer__write', { path: 'a', content: 'x' }, 'write /repo/a'],
    ['generic', 'apply_diff', { path: 'a', diff: 'x' }, 'edit /repo/a'],
  ])('%s: %s', (agent, tool, input, expected) => {
    expect(told(agent, call(tool, input))).toBe(`pre ${tool} → ${expected}`)
  })

  test('a move names both ends', () => {
    const command = '*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** End Patch'
    expect(eventOf('codex', call('apply_patch', { command })).tool).toEqual({
      kind: 'edit',
      name: 'apply_patch',
      edits: [{ operation: 'move', path: '/repo/a', to: '/repo/b' }],
    })
  })
})

describe('an edit that cannot be read is said to be one, with the paths that could', () => {
  const unreadable = (payload: unknown, agent: AgentName = 'claude-code') =>
    adapters[agent].parse(payload, here)

  test.each<[string, unknown, readonly string[]]>([
    ['no path', { content: 'x' }, []],
    ['an empty path', { file_path: ' ' }, []],
    ['a path that is a number', { file_path: 7 }, []],
    ['a NUL in the path', { file_path: 'a\0b' }, []],
    ['no file at all', { file_path: 'untitled://Untitled-1' }, []],
    ['one path of two', { file_path: 'a', edits: [{ file_path: null }] }, ['/repo/a']],
    ['a path under another name', { file: 'a' }, ['/repo/a']],
    ['no input', undefined, []],
    ['an input that is a text', 'src/a.ts', ['/repo/src/a.ts']],
  ])('%s', (_, input, paths) => {
    expect(unreadable(call('Write', input))).toEqual({
      kind: 'unreadable',
      why: 'Write: its path cannot be read',
      phase: 'pre',
      session: 's',
      paths,
    })
  })

  test.each<[string, string, readonly string[]]>([
    [
      'a section that we do not know',
      '*** Begin Patch\n*** Add File: a\n+x\n*** Rename File: b\n*** End Patch',
      ['/repo/a'],
    ],
    ['no end', '*** Begin Patch\n*** Update File: a\n-x', ['/repo/a']],
    ['no section', '*** Begin Patch\n*** End Patch', []],
    ['no patch', 'diff --git a/a b/a', []],
  ])('a patch with %s', (_, command, paths) => {
    expect(unreadable(call('apply_patch', { command }), 'codex')).toMatchObject({
      kind: 'unreadable',
      phase: 'pre',
      paths,
    })
  })

  test.each<[string, object, object]>([
    ['no session', { session_id: undefined }, { session: null, paths: ['/repo/a'] }],
    ['an empty session', { session_id: '  ' }, { session: null, paths: ['/repo/a'] }],
    ['no tool', { tool_name: undefined }, { phase: 'pre', session: 's', paths: [] }],
    ['no event', { hook_event_name: undefined }, { phase: null, session: 's' }],
    [
      'an event that we do not know',
      { hook_event_name: 'MidToolUse' },
      { phase: null, session: 's', paths: ['/repo/a'] },
    ],
  ])('%s', (_, more, expected) => {
    expect(unreadable(call('Write', { file_path: 'a' }, more))).toMatchObject({
      kind: 'unreadable',
      ...expected,
    })
  })

  test.each([null, 7, 'text', [], [{}], '{"hook_event_name":'])('%j instead of a payload', (payload) => {
    expect(unreadable(payload)).toMatchObject({ kind: 'unreadable', session: null, phase: null })
  })

  test('a payload nested so deep that it overflows the stack', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`)
    const parsed = unreadable(call('mcp__x__put', deep, { tool_use_id: undefined }), 'generic')
    expect(parsed).toMatchObject({ kind: 'unreadable', why: 'the payload cannot be read: RangeError' })
  })

  test('unless its call has an id: then it is a tool with no path that anybody could find', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(200_000)}{"path":"x"}${'}'.repeat(200_000)}`)
    expect(told('claude-code', call('mcp__x__put', deep, { tool_use_id: 'c' }))).toBe(
      'pre mcp__x__put (other)',
    )
  })

  test('its reason hides nothing', () => {
    expect(unreadable(call('Write', {}, { hook_event_name: 'Mid\u202e\nToolUse' }))).toMatchObject({
      why: 'its event is Mid\\u202e\\u000aToolUse',
    })
  })
})

describe('a shell command', () => {
  test.each<[string, AgentName, string, unknown, string]>([
    ['as a text', 'claude-code', 'Bash', { command: 'rm a' }, 'rm a'],
    ['that begins like JSON', 'claude-code', 'Bash', { command: '[ -f a ] && rm a' }, '[ -f a ] && rm a'],
    ['as words', 'codex', 'shell', { command: ['bash', '-lc', 'rm a b'] }, "bash -lc 'rm a b'"],
    ['under its short name', 'codex', 'exec_command', { cmd: 'rm a' }, 'rm a'],
    ['one of several', 'generic', 'run_commands', { commands: ['rm a', 'rm b c'] }, 'rm a\nrm b c'],
    ['one of several, encoded', 'generic', 'run_commands', { commands: '["rm a","rm b"]' }, 'rm a\nrm b'],
    [
      'with its arguments apart',
      'generic',
      'run_commands',
      { commands: [{ command: 'rm', args: ['a b'] }] },
      "rm 'a b'",
    ],
  ])('%s', (_, agent, tool, input, command) => {
    expect(eventOf(agent, call(tool, input)).tool).toEqual({ kind: 'shell', name: tool, command, edits: [] })
  })

  test.each([
    {},
    { command: '' },
    { command: 7 },
    { command: ['rm', 7] },
    { commands: ['rm a', 7] },
    { commands: [] },
  ])('%j is none', (input) => {
    expect(adapters.generic.parse(call('bash', input), here)).toMatchObject({ kind: 'unreadable' })
  })

  const PATCH = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch'
  test.each<[string, object, readonly string[]]>([
    ['a heredoc', { command: `apply_patch <<'EOF'\n${PATCH}\nEOF` }, ['/repo/a.ts']],
    ['an argument', { command: `apply_patch '${PATCH}'` }, ['/repo/a.ts']],
    [
      'another folder',
      { command: `cd 'my pkg' && apply_patch <<'EOF'\n${PATCH}\nEOF` },
      ['/repo/my pkg/a.ts'],
    ],
    [
      'a folder of the call',
      { command: `apply_patch <<'EOF'\n${PATCH}\nEOF`, workdir: 'pkg' },
      ['/repo/pkg/a.ts'],
    ],
    [
      'two patches',
      { command: `apply_patch <<A\n${PATCH}\nA\napply_patch <<B\n${PATCH.replace('a.ts', 'b.ts')}\nB` },
      ['/repo/a.ts', '/repo/b.ts'],
    ],
    [
      'a patch without an end',
      { command: `apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a.ts` },
      ['/repo/a.ts'],
    ],
    [
      'a patch of a patch',
      {
        command: `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: doc\n+*** Begin Patch\n+*** Add File: no\n*** End Patch\nEOF`,
      },
      ['/repo/doc'],
    ],
    ['only the words', { command: "grep -r '*** Begin Patch' ." }, []],
  ])('with a patch in it edits files: %s', (_, input, paths) => {
    const { tool } = eventOf('codex', call('Bash', input))
    expect(tool).toMatchObject({ kind: 'shell' })
    expect(tool?.kind === 'shell' && tool.edits.map(({ path }) => path)).toEqual(paths)
  })
})

describe('a tool of ours is known by the end of its name', () => {
  test.each(
    [
      'select_active_intent',
      'mcp__intentgate__select_active_intent',
      'mcp_intentgate_select_active_intent',
    ].concat([
      'intentgate-select_active_intent',
      'intentgate_select_active_intent',
      'intentgate__select_active_intent',
      'MCP:select_active_intent',
      'functions.mcp__intentgate__select_active_intent',
    ]),
  )('%s', (name) => {
    expect(eventOf('claude-code', call(name, { intent_id: 'INT-1' })).tool).toMatchObject({
      kind: 'select-intent',
      intent: 'INT-1',
    })
  })

  test('and not by its middle, nor by a name that only ends alike', () => {
    expect(eventOf('claude-code', call('select_active_intent_now', {})).tool?.kind).toBe('other')
    expect(eventOf('claude-code', call('deselect_active_intent', {})).tool?.kind).toBe('other')
  })

  test('without an intent it says so', () => {
    expect(eventOf('codex', call('select_active_intent', '{}')).tool).toMatchObject({ intent: null })
  })
})

test('a tool that we do not know is told, with whatever may be a path in it', () => {
  const input = {
    target: { uri: 'file:///repo/a.ts' },
    items: [{ path: 'b.ts' }],
    files: '["c.ts"]',
    content: 'd.ts',
  }
  expect(told('claude-code', call('mcp__fs__move', input))).toBe(
    'pre mcp__fs__move (other) /repo/a.ts, /repo/b.ts, /repo/c.ts',
  )
})

test.each(['constructor', '__proto__', 'toString'])('a tool with the name %s is only a name', (name) => {
  expect(eventOf('claude-code', call(name, {})).tool).toEqual({ kind: 'other', name, paths: [] })
})

describe('Copilot’s log of a session, which only the end of a turn names', () => {
  const SESSION = '5dbeea7e-c65d-43f9-9ecc-a07b1998afa0'
  const logOf = (session: string, variables: Record<string, string>) => {
    const payload = { sessionId: session, cwd: '/repo', toolName: 'create', toolArgs: { path: 'a' } }
    const parsed = adapters['copilot-cli'].parse(payload, { cwd: '/repo', variables, event: 'preToolUse' })
    return parsed.kind === 'event' ? parsed.event.transcript : parsed
  }

  test.each([
    [{ HOME: '/home/u' }, `/home/u/.copilot/session-state/${SESSION}/events.jsonl`],
    [{ HOME: '/home/u', COPILOT_HOME: '/srv/c' }, `/srv/c/session-state/${SESSION}/events.jsonl`],
    [{}, null],
  ])('lies where %j says', (variables, place) => expect(logOf(SESSION, variables)).toBe(place))

  test('is not looked for under a name that is none of its ids', () =>
    expect(logOf('../../etc', { HOME: '/home/u' })).toBeNull())
})

describe('a call that failed', () => {
  test.each<[string, AgentName, object]>([
    ['by its event', 'claude-code', { hook_event_name: 'PostToolUseFailure' }],
    [
      'by an MCP result',
      'codex',
      { hook_event_name: 'PostToolUse', tool_response: { isError: true, content: [] } },
    ],
    [
      'by the type of its result',
      'copilot-cli',
      { hook_event_name: 'PostToolUse', tool_result: { result_type: 'failure' } },
    ],
  ])('%s', (_, agent, more) => {
    expect(eventOf(agent, call('Write', { file_path: 'a' }, more)).phase).toBe('failed')
  })

  test.each([{ error: null }, { error: '' }, { error: false }, { success: true }, { isError: false }])(
    'is not one with %j',
    (tool_response) => {
      const more = { hook_event_name: 'PostToolUse', tool_response }
      expect(eventOf('claude-code', call('Write', { file_path: 'a' }, more)).phase).toBe('post')
    },
  )

  test('has run: before it, nothing has failed', () => {
    const more = { tool_response: { isError: true } }
    expect(eventOf('claude-code', call('Write', { file_path: 'a' }, more)).phase).toBe('pre')
  })

  test('is not known by what a command printed', () => {
    const more = { hook_event_name: 'PostToolUse', tool_response: '{"success":false,"is_error":true}' }
    expect(eventOf('codex', call('Bash', { command: 'cat a.json' }, more)).phase).toBe('post')
  })
})

test('an event has a time only where its call has no id', () => {
  const timestamp = '2026-11-30T12:00:00.000Z'
  expect(eventOf('generic', call('x', {}, { timestamp, tool_use_id: 'c' }))).toMatchObject({
    call: 'c',
    at: null,
  })
  expect(eventOf('generic', call('x', {}, { timestamp }))).toMatchObject({ at: timestamp })
})

describe('names that go into the ledger', () => {
  test.each(['a\u202eb', 'a\nb', 'x'.repeat(129)])(
    'are left out when they hide something or are too long: %j',
    (name) => {
      const event = eventOf('generic', call(name, {}, { model: name, agent_version: name, agent_name: name }))
      expect(event).toMatchObject({ model: null, version: null, host: null, tool: { name: 'unnamed' } })
    },
  )
})

describe('on Windows', () => {
  const windows: HookEnvironment = { ...here, cwd: 'C:\\repo' }
  test.each([
    ['C:\\repo', 'C:\\repo\\src\\a.ts'],
    ['C:\\repo', 'src/a.ts'],
    ['/c:/repo', '/c:/repo/src/a.ts'],
    ['c:/repo', 'file:///c%3A/repo/src/a.ts'],
  ])('from %s, %s', (cwd, file_path) => {
    const event = eventOf('cursor', call('Write', { file_path }, { cwd }), windows)
    expect(event.tool?.kind === 'edit' && event.tool.edits[0]!.path.toLowerCase()).toBe('c:\\repo\\src\\a.ts')
  })
})
