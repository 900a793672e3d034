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
