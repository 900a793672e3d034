import { cursorAnswer } from './answers.ts'
import { createAdapter } from './create-adapter.ts'
import { deletes, edits, patches, reads, runs, writes } from './tool-table.ts'

const FILE = ['file_path', 'path', 'target_file']

export const cursor = createAdapter({
  agent: 'cursor',
  canAsk: true,
  render: cursorAnswer,
  names: {
    version: ['cursor_version'],
    session: ['conversation_id', 'session_id'],
    turn: ['generation_id'],
    cwd: ['cwd', 'workspace_roots'],
  },
  callEvents: {
    beforeShellExecution: 'Shell',
    afterShellExecution: 'Shell',
    afterFileEdit: 'StrReplace',
    beforeReadFile: 'Read',
  },
  tools: {
    Write: writes(...FILE),
    StrReplace: edits(...FILE),
    Edit: edits(...FILE),
    EditNotebook: edits('target_notebook', ...FILE),
    Delete: deletes(...FILE),
    ApplyPatch: patches('patch', 'input'),
    Shell: runs('command'),
    Read: reads(...FILE),
    ReadFile: reads(...FILE),
    Glob: reads('target_directory', 'path'),
    Grep: reads('path'),
    LS: reads('target_directory', 'path'),
  },
})
