import { join } from 'node:path'
import type { HookEnvironment } from '../event.ts'
import { copilotAnswer } from './answers.ts'
import { createAdapter } from './create-adapter.ts'
import { type Loose, lookUp } from './read.ts'
import { edits, patches, reads, runs, writes } from './tool-table.ts'

/** Under Claude's event names the tools have Claude's names, but Copilot's fields. */
export const copilotCli = createAdapter({
  agent: 'copilot-cli',
  canAsk: true,
  render: copilotAnswer,
  guessEvent,
  guessTranscript,
  tools: {
    create: writes('path', 'file_path'),
    Write: writes('path', 'file_path'),
    edit: edits('path', 'file_path'),
    str_replace: edits('path', 'file_path'),
    str_replace_editor: edits('path', 'file_path'),
    apply_patch: patches('input', 'patch', 'command'),
    bash: runs('command'),
    powershell: runs('command'),
    view: reads('path'),
    Read: reads('path', 'file_path'),
    glob: reads('path'),
    grep: reads('path'),
    rg: reads('path'),
  },
})

const TOLD: readonly (readonly [key: string, event: string])[] = [
  ['tool_result', 'postToolUse'],
  ['tool_name', 'preToolUse'],
  ['stop_reason', 'agentStop'],
  ['prompt', 'userPromptSubmitted'],
  ['source', 'sessionStart'],
  ['reason', 'sessionEnd'],
]

// Its own payloads do not say which event they are. A call that failed looks like one to come, unless it says so.
function guessEvent(payload: Loose): string | null {
  if (lookUp(payload, 'tool_name') !== undefined && lookUp(payload, 'error') !== undefined)
    return 'postToolUseFailure'
  return TOLD.find(([key]) => lookUp(payload, key) !== undefined)?.[1] ?? null
}

/** As it says itself, but only when a turn ends. */
function guessTranscript(session: string, { COPILOT_HOME, HOME, USERPROFILE }: Variables): string | null {
  const home = HOME ?? USERPROFILE
  const folder = COPILOT_HOME ?? (home === undefined ? null : join(home, '.copilot'))
  return folder !== null && SESSION.test(session)
    ? join(folder, 'session-state', session, 'events.jsonl')
    : null
}

type Variables = HookEnvironment['variables']
const SESSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
