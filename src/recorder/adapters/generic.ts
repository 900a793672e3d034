import { CHECKPOINT } from '../event.ts'
import { exit2Answer } from './answers.ts'
import { createAdapter } from './create-adapter.ts'
import { type Loose, textOf } from './read.ts'
import { edits, looks } from './tool-table.ts'
import { WILD_TOOLS } from './wild-tools.ts'

const checkpointEvent = (payload: Loose) => textOf(payload, ['type'])

// What a person has written so far is nobody's session: whoever edits the file next is measured from there.
const checkpointSession = (payload: Loose) => (checkpointEvent(payload) === 'human' ? CHECKPOINT : null)

/**
 * For every other host: Claude Code's shape, or `event` (`pre`, `post`, `failed`, …) and `tool_name`, with the names that
 * tools have in the wild; also the `agent-v1` checkpoint, which names its event by `type`.
 */
export const generic = createAdapter({
  agent: 'generic',
  canAsk: true,
  render: exit2Answer,
  isForAll: true,
  guessEvent: checkpointEvent,
  guessSession: checkpointSession,
  names: {
    event: ['hook_event_name', 'event'],
    host: ['agent_name'],
    session: ['session_id', 'conversation_id', 'thread_id'],
    subagent: ['agent_id', 'subagent_id'],
    turn: ['turn_id', 'prompt_id', 'execution_id'],
    call: ['tool_use_id', 'tool_call_id', 'call_id'],
    cwd: ['cwd', 'working_dir', 'repo_working_dir'],
  },
  callEvents: {
    human: CHECKPOINT,
    ai_agent: 'edited',
    pre_shell_command: 'shell',
    post_shell_command: 'shell',
    AfterFileEdit: 'edit',
  },
  tools: {
    [CHECKPOINT]: looks('will_edit_filepaths'),
    edited: edits('edited_filepaths'),
    ...WILD_TOOLS,
  },
})
