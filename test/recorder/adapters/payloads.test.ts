import { describe, expect, test } from 'vitest'
import { eventKey } from '../../../src/recorder/event.ts'
import { capturedFiles, eventOf, inWords } from './captured.ts'

const SHELL = 'echo from-bash >> src/old.txt'

/** What each captured session did, event by event. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  'claude-code-2.1.332.jsonl': [
    'session-start',
    'prompt',
    'pre Write → write /repo/src/new.ts',
    'pre selects INT-1',
    'post selects INT-1',
    'pre Write → write /repo/src/new.ts',
    'post Write → write /repo/src/new.ts',
    'pre Read (read) /repo/src/old.txt',
    'post Read (read) /repo/src/old.txt',
    'pre Edit → edit /repo/src/new.ts',
    'post Edit → edit /repo/src/new.ts',
    'pre Edit → edit /repo/src/old.txt',
    'post Edit → edit /repo/src/old.txt',
    `pre Bash $ ${SHELL}`,
    `post Bash $ ${SHELL}`,
    'stop',
    'session-end',
  ],
  'claude-code-2.1.332-subagent.jsonl': [
    'session-start',
    'prompt',
    'pre Agent (other)',
    'post Agent (other)',
    'pre Write → write /repo/src/sub.ts',
    'a29e2937d969e3da0: pre selects INT-2',
    'a29e2937d969e3da0: post selects INT-2',
    'pre Write → write /repo/src/sub.ts',
    'post Write → write /repo/src/sub.ts',
    'prompt',
    'stop',
    'session-end',
  ],
  'claude-code-2.1.332-notebook.jsonl': [
    'pre NotebookEdit → edit /repo/src/n.ipynb',
    'post NotebookEdit → edit /repo/src/n.ipynb',
    // It failed, and had written all the same.
    'pre Bash $ echo hi >> src/old.txt; exit 3',
    'failed Bash $ echo hi >> src/old.txt; exit 3',
  ],
  'codex-0.171.0.jsonl': [
    'session-start',
    'pre apply_patch → write /repo/src/new.ts',
    'pre selects INT-1',
    'post selects INT-1',
    'pre apply_patch → write /repo/src/new.ts',
    'post apply_patch → write /repo/src/new.ts',
    'pre apply_patch → edit /repo/src/old.txt',
    'post apply_patch → edit /repo/src/old.txt',
    `pre Bash $ ${SHELL}`,
    `post Bash $ ${SHELL}`,
    'stop',
  ],
  'codex-0.171.0-codemode.jsonl': [
    'session-start',
    'pre apply_patch → write /repo/src/new.ts',
    'pre selects INT-1',
    'post selects INT-1',
    'pre apply_patch → write /repo/src/new.ts',
    'post apply_patch → write /repo/src/new.ts',
    `pre Bash $ ${SHELL}`,
    `post Bash $ ${SHELL}`,
    'stop',
  ],
  'codex-0.171.0-heredoc.jsonl': [
    'session-start',
    "pre Bash $ apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: src/new.ts\n+export const a = 1;\n*** End Patch\nEOF → write /repo/src/new.ts",
    'stop',
  ],
  'codex-0.171.0-move.jsonl': [
    'prompt',
    'pre apply_patch → move /repo/src/old.txt',
    'post apply_patch → move /repo/src/old.txt',
  ],
  'gemini-cli-0.61.0.jsonl': [
    'session-start',
    'pre write_file → write /repo/src/new.ts',
    'pre selects INT-1',
    'post selects INT-1',
    'pre write_file → write /repo/src/new.ts',
    'post write_file → write /repo/src/new.ts',
    'pre replace → edit /repo/src/old.txt',
    'post replace → edit /repo/src/old.txt',
    `pre run_shell_command $ ${SHELL}`,
    `post run_shell_command $ ${SHELL}`,
    'stop',
  ],
  'gemini-cli-0.61.0-failed.jsonl': [
    'pre replace → edit /repo/src/old.txt',
    'failed replace → edit /repo/src/old.txt',
    'session-end',
  ],
  'qwen-code-0.24.4.jsonl': [
    'session-start',
    'pre write_file → write /repo/src/new.ts',
    'pre selects INT-1',
    'post selects INT-1',
    'pre write_file → write /repo/src/new.ts',
    'post write_file → write /repo/src/new.ts',
    'pre read_file (read) /repo/src/old.txt',
    'post read_file (read) /repo/src/old.txt',
    'pre edit → edit /repo/src/old.txt',
    'post edit → edit /repo/src/old.txt',
    `pre run_shell_command $ ${SHELL}`,
    `post run_shell_command $ ${SHELL}`,
    'stop',
  ],
  'copilot-cli-1.0.102-camel.jsonl': [
    'session-start',
    'pre create → write /repo/src/new.ts',
    'pre selects INT-1',
    'post selects INT-1',
    'pre create → write /repo/src/new.ts',
    'post create → write /repo/src/new.ts',
    'pre edit → edit /repo/src/old.txt',
    'post edit → edit /repo/src/old.txt',
    `pre bash $ ${SHELL}`,
    `post bash $ ${SHELL}`,
    'stop',
    'session-end',
  ],
  'copilot-cli-1.0.102-pascal.jsonl': [
    'session-start',
    'pre Write → write /repo/src/new.ts',
    'pre selects INT-1',
    'post selects INT-1',
    'pre Write → write /repo/src/new.ts',
    'pre Edit → edit /repo/src/old.txt',
    `pre Bash $ ${SHELL}`,
    `post Bash $ ${SHELL}`,
    'stop',
  ],
  'copilot-cli-1.0.102-camel-failed.jsonl': [
    'prompt',
    'pre edit → edit /repo/src/old.txt',
    'failed edit → edit /repo/src/old.txt',
  ],
  'copilot-cli-1.0.102-pascal-failed.jsonl': [
    'prompt',
    'pre Edit → edit /repo/src/old.txt',
    'failed Edit → edit /repo/src/old.txt',
  ],
  'cline-cli-3.0.65-filehooks.jsonl': [
    'session-start',
    'pre editor → edit /repo/src/new.ts',
    'post editor → edit /repo/src/new.ts',
    'pre selects INT-1',
    'post selects INT-1',
    'pre editor → edit /repo/src/new.ts',
    // `postToolUse.success` said true; the output said what really happened.
    'failed editor → edit /repo/src/new.ts',
    'pre editor → edit /repo/src/old.txt',
    'post editor → edit /repo/src/old.txt',
    `pre run_commands $ ${SHELL}`,
    `post run_commands $ ${SHELL}`,
    'stop',
  ],
}

const MODELS: Readonly<Record<string, string>> = {
  'codex-0.171.0.jsonl': 'gpt-5.5',
  'codex-0.171.0-codemode.jsonl': 'gpt-6.2-sol',
  'codex-0.171.0-heredoc.jsonl': 'gpt-5.5',
  'codex-0.171.0-move.jsonl': 'gpt-5.5',
}

const files = capturedFiles('hook')

test('every captured file is told, and no other', () => {
  expect(files.map(({ file }) => file).sort()).toEqual(Object.keys(TOLD).sort())
})

describe.each(files)('$file', ({ agent, file, lines }) => {
  const events = lines.map((line) => eventOf(agent, line))

  test('each payload is the event that it was', () => {
    expect(events.map(inWords)).toEqual(TOLD[file])
  })

  test('all of them are one session, in the folder where the agent worked', () => {
    const said = lines[0]!.session_id ?? lines[0]!.sessionId ?? lines[0]!.taskId
    expect(new Set(events.map(({ session }) => session))).toEqual(new Set([said]))
    expect(new Set(events.map(({ cwd }) => cwd))).toEqual(new Set(['/repo']))
    expect(new Set(events.map((event) => event.agent))).toEqual(new Set([agent]))
  })

  test('what comes after a call finds what came before it', () => {
    const before = events.filter(({ phase }) => phase === 'pre').map(({ call }) => call)
    const after = events.filter(({ phase }) => phase === 'post' || phase === 'failed').map(({ call }) => call)
    expect(before).not.toContain(null)
    expect(before).toEqual(expect.arrayContaining(after))
  })

  test('no two events have one key, and the same event told twice has', () => {
    const keys = events.flatMap((event) => eventKey(event) ?? [])
    expect(new Set(keys).size).toBe(keys.length)
    expect(lines.flatMap((line) => eventKey(eventOf(agent, line)) ?? [])).toEqual(keys)
  })

  test('the model is named where the payload names it', () => {
    const calls = events.filter(({ tool }) => tool !== null)
    expect(new Set(calls.map(({ model }) => model))).toEqual(new Set([MODELS[file] ?? null]))
  })

  test('nothing of a file, a prompt, an answer or a person is in an event', () => {
    const text = JSON.stringify(
      events.map(({ tool, ...rest }) => ({ ...rest, tool: tool?.kind === 'shell' ? null : tool })),
    )
    expect(text).not.toMatch(
      /export const|B1|create src|do it|task-notification|"done"|intent_context|originalContent/,
    )
  })
})

test('Qwen Code says its model at the start, and afterwards in its variable', () => {
  const { lines } = files.find(({ agent }) => agent === 'qwen-code')!
  expect(eventOf('qwen-code', lines[0]).model).toBe('qwen3-coder-plus')
  const env = { cwd: '/here', event: null, variables: { QWEN_CODE_MODEL: 'qwen3-coder-next' } }
  expect(eventOf('qwen-code', lines[1], env).model).toBe('qwen3-coder-next')
})
