import { clineAnswer } from './answers.ts'
import { createAdapter } from './create-adapter.ts'
import { textOf } from './read.ts'
import { edits, patches, reads, runs, writes } from './tool-table.ts'

/** The command line sends `tool_call` and `tool_result`, the extension `preToolUse` and `postToolUse`; both may be there. */
export const cline = createAdapter({
  agent: 'cline',
  canAsk: false,
  render: clineAnswer,
  names: {
    event: ['hookName'],
    version: ['clineVersion'],
    session: ['task_id'],
    turn: ['iteration'],
    call: ['tool_call.id', 'tool_result.id'],
    cwd: ['workspace_roots', 'workspace_info.root_path'],
    model: ['model.slug', 'model'],
    tool: ['tool_call.name', 'tool_result.name', 'preToolUse.tool_name', 'postToolUse.tool_name'],
    input: ['tool_call.input', 'tool_result.input', 'preToolUse.parameters', 'postToolUse.parameters'],
  },
  // Without a parent, `agent_id` is the main agent's.
  findSubagent: (payload) =>
    textOf(payload, ['parent_agent_id']) === null ? null : textOf(payload, ['agent_id']),
  tools: {
    editor: edits('path'),
    apply_patch: patches('input', 'patch'),
    run_commands: runs('commands'),
    read_files: reads('path', 'paths', 'file_paths'),
    search: reads('path'),
    write_to_file: writes('path'),
    new_file: writes('path'),
    replace_in_file: edits('path'),
    execute_command: runs('command'),
    read_file: reads('path'),
    list_files: reads('path'),
    search_files: reads('path'),
    list_code_definition_names: reads('path'),
  },
})
