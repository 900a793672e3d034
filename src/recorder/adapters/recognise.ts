import type { AgentName } from '../event.ts'
import type { Loose } from './read.ts'

/**
 * Whose payload this is, by what only that agent sends. Several agents run the hooks that were installed for Claude Code,
 * and all of them set its variables, so the environment says nothing. null = nothing speaks for any of them.
 */
export function recognise(payload: Loose): AgentName | 'unknown' | null {
  return SIGNS.find(([, isSign]) => isSign(payload))?.[0] ?? null
}

type Sign = readonly [AgentName | 'unknown', (payload: Loose) => boolean]

const has = (payload: Loose, ...keys: string[]) => keys.every((key) => Object.hasOwn(payload, key))

// The first that matches decides: what an agent says of itself, then its own log's place, then which keys there are.
const SIGNS: readonly Sign[] = [
  ['cursor', (payload) => has(payload, 'cursor_version') || has(payload, 'conversation_id', 'generation_id')],
  ['cline', (payload) => has(payload, 'clineVersion') || has(payload, 'hookName', 'taskId')],
  ['opencode', ({ host }) => host === 'opencode'],
  ['unknown', (payload) => has(payload, 'sessionId', 'hookEventName')], // Grok
  ['copilot-cli', (payload) => has(payload, 'sessionId', 'timestamp') && !has(payload, 'session_id')],
  ['gemini-cli', (payload) => isEvent(payload, /^(?:Before|After)(?:Tool|Agent|Model|ToolSelection)$/)],
  ['gemini-cli', (payload) => keepsLog(payload, /\/\.gemini\/tmp\//)],
  ['qwen-code', (payload) => keepsLog(payload, /\/\.qwen\//)],
  ['codex', (payload) => keepsLog(payload, /\/\.codex\/|\/rollout-[^/]+\.jsonl$/)],
  ['copilot-cli', (payload) => keepsLog(payload, /\/\.copilot\//)],
  ['vscode', (payload) => keepsLog(payload, /\/workspaceStorage\/|\/github\.copilot-chat\//i)],
  ['unknown', (payload) => keepsLog(payload, /\/\.factory\//)], // Factory Droid
  ['claude-code', (payload) => keepsLog(payload, /\/projects\/[^/]+\/[^/]+\.jsonl$/)],
  ['qwen-code', (payload) => has(payload, 'tool_call_id', 'prompt_id')],
  ['codex', (payload) => has(payload, 'turn_id', 'model')],
  ['copilot-cli', (payload) => has(payload, 'tool_result') || speaksPascal(payload)],
  ['vscode', (payload) => has(payload, 'timestamp', 'tool_use_id')],
]

function isEvent({ hook_event_name }: Loose, names: RegExp): boolean {
  return typeof hook_event_name === 'string' && names.test(hook_event_name)
}

function keepsLog({ transcript_path }: Loose, place: RegExp): boolean {
  return typeof transcript_path === 'string' && place.test(transcript_path.replaceAll('\\', '/'))
}

// Copilot under Claude's event names: a time, and neither a log nor an id of the call.
function speaksPascal(payload: Loose): boolean {
  const isTimed = has(payload, 'hook_event_name', 'session_id', 'timestamp')
  return isTimed && !has(payload, 'transcript_path') && !has(payload, 'tool_use_id')
}
