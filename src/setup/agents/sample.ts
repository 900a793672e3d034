import { join } from 'node:path'
import type { AgentName } from '../../recorder/event.ts'

/** A write that is about to happen, as an agent tells its hook, and what it takes for a refusal. */
export interface Sample {
  payload(folder: string): Readonly<Record<string, unknown>>
  /** The key, by its path, and its value. */
  readonly refusal: readonly [path: string, value: unknown]
}

const SESSION = 'intentgate-doctor'
const CONTENT = 'export {}\n'
const inFolder = (folder: string) => join(folder, 'src', 'doctor.ts')
const claude = (folder: string) => ({
  session_id: SESSION,
  cwd: folder,
  hook_event_name: 'PreToolUse',
  tool_name: 'Write',
  tool_input: { file_path: inFolder(folder), content: CONTENT },
  tool_use_id: 'call-1',
})
const CLAUDE_REFUSAL = ['hookSpecificOutput.permissionDecision', 'deny'] as const

export const SAMPLES: Readonly<Record<Exclude<AgentName, 'generic'>, Sample>> = {
  'claude-code': {
    refusal: CLAUDE_REFUSAL,
    payload: (folder) => ({ ...claude(folder), permission_mode: 'default' }),
  },
  codex: {
    refusal: CLAUDE_REFUSAL,
    payload: (folder) => ({
      ...claude(folder),
      turn_id: 'turn-1',
      model: 'gpt-5.5',
      permission_mode: 'default',
      tool_name: 'apply_patch',
      tool_input: { command: '*** Begin Patch\n*** Add File: src/doctor.ts\n+export {}\n*** End Patch\n' },
    }),
  },
  'gemini-cli': {
    refusal: ['decision', 'deny'],
    payload: (folder) => ({
      session_id: SESSION,
      cwd: folder,
      hook_event_name: 'BeforeTool',
      timestamp: '2026-01-01T00:00:00.000Z',
      tool_name: 'write_file',
      tool_input: { file_path: inFolder(folder), content: CONTENT },
    }),
  },
  'qwen-code': {
    refusal: CLAUDE_REFUSAL,
    payload: (folder) => ({
      ...claude(folder),
      tool_name: 'write_file',
      tool_call_id: 'call-1',
      prompt_id: 'p',
    }),
  },
  'copilot-cli': {
    refusal: ['permissionDecision', 'deny'],
    payload: (folder) => ({
      sessionId: SESSION,
      timestamp: 0,
      cwd: folder,
      toolName: 'create',
      toolArgs: { path: inFolder(folder), file_text: CONTENT },
    }),
  },
  vscode: {
    refusal: CLAUDE_REFUSAL,
    payload: (folder) => ({
      ...claude(folder),
      timestamp: '2026-01-01T00:00:00.000Z',
      tool_name: 'create_file',
      tool_input: { filePath: inFolder(folder), content: CONTENT },
    }),
  },
  cursor: {
    refusal: ['permission', 'deny'],
    payload: (folder) => ({
      conversation_id: SESSION,
      generation_id: 'turn-1',
      model: 'model-1',
      hook_event_name: 'preToolUse',
      cursor_version: '1.0.0',
      workspace_roots: [folder],
      tool_name: 'Write',
      tool_input: { file_path: inFolder(folder), content: CONTENT },
      tool_use_id: 'call-1',
    }),
  },
  cline: {
    refusal: ['cancel', true],
    payload: (folder) => ({
      clineVersion: '',
      hookName: 'tool_call',
      taskId: SESSION,
      workspaceRoots: [folder],
      tool_call: { id: 'call-1', name: 'editor', input: { path: inFolder(folder), new_text: CONTENT } },
    }),
  },
  opencode: {
    refusal: ['verdict', 'deny'],
    payload: (folder) => ({
      host: 'opencode',
      hook_event_name: 'tool.execute.before',
      session_id: SESSION,
      cwd: folder,
      tool_name: 'write',
      tool_use_id: 'call-1',
      tool_input: { filePath: inFolder(folder), content: CONTENT },
    }),
  },
}
