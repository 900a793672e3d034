import { exit2Answer } from './answers.ts'
import { createAdapter } from './create-adapter.ts'
import { type Loose, textOf } from './read.ts'
import { deletes, edits, patches, reads, runs, writes } from './tool-table.ts'

const FILE = ['file_path', 'path', 'file', 'target_file', 'absolute_path', 'relative_path']
const COMMAND = ['command', 'cmd', 'commands']
const PATCH = ['patch', 'input', 'patch_text', 'command']

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
    human: 'will_edit',
    ai_agent: 'edited',
    pre_shell_command: 'shell',
    post_shell_command: 'shell',
    AfterFileEdit: 'edit',
  },
  tools: {
    will_edit: edits('will_edit_filepaths'),
    edited: edits('edited_filepaths'),
    write: writes(...FILE),
    write_file: writes(...FILE),
    write_to_file: writes(...FILE),
    create: writes(...FILE),
    create_file: writes(...FILE),
    new_file: writes(...FILE),
    developer__write: writes(...FILE),
    edit: edits(...FILE),
    edit_file: edits(...FILE),
    multi_edit: edits(...FILE),
    apply_diff: edits(...FILE),
    replace: edits(...FILE),
    replace_in_file: edits(...FILE),
    search_and_replace: edits(...FILE),
    search_replace: edits(...FILE),
    str_replace: edits(...FILE),
    insert_content: edits(...FILE),
    notebook_edit: edits('notebook_path', ...FILE),
    developer__edit: edits(...FILE),
    delete: deletes(...FILE),
    delete_file: deletes(...FILE),
    apply_patch: patches(...PATCH),
    bash: runs(...COMMAND),
    shell: runs(...COMMAND),
    exec: runs(...COMMAND),
    execute: runs(...COMMAND),
    execute_command: runs(...COMMAND),
    run_command: runs(...COMMAND),
    run_commands: runs(...COMMAND),
    run_shell_command: runs(...COMMAND),
    developer__shell: runs(...COMMAND),
    read: reads(...FILE),
    read_file: reads(...FILE),
    list_files: reads(...FILE),
    search_files: reads(...FILE),
    glob: reads(...FILE),
    grep: reads(...FILE),
    ls: reads(...FILE),
  },
})

// A checkpoint of a person's work belongs to no session: there is nothing to pair it with.
function checkpointEvent(payload: Loose): string | null {
  const type = textOf(payload, ['type'])
  return type === 'human' && textOf(payload, ['conversation_id']) === null ? 'human_checkpoint' : type
}
