import { deletes, edits, patches, reads, runs, type ToolTable, writes } from './tool-table.ts'

const FILE = ['file_path', 'path', 'file', 'target_file', 'absolute_path', 'relative_path']
const COMMAND = ['command', 'cmd', 'commands']
const PATCH = ['patch', 'input', 'patch_text', 'command']

/** The names that tools have in the wild: of hosts without an adapter of their own, and of MCP servers. */
export const WILD_TOOLS: ToolTable = {
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
}
