import { claudeAnswer } from './answers.ts'
import { createAdapter } from './create-adapter.ts'
import { deletes, edits, patches, reads, runs, writes } from './tool-table.ts'

export const vscode = createAdapter({
  agent: 'vscode',
  canAsk: true,
  render: claudeAnswer('ask'),
  tools: {
    create_file: writes('file_path'),
    replace_string_in_file: edits('file_path'),
    multi_replace_string_in_file: edits('file_path'),
    insert_edit_into_file: edits('file_path'),
    edit_notebook_file: edits('file_path'),
    create_new_jupyter_notebook: writes('file_path'),
    delete_file: deletes('file_path', 'path'),
    apply_patch: patches('input', 'patch'),
    run_in_terminal: runs('command'),
    read_file: reads('file_path'),
    list_dir: reads('path'),
    view_image: reads('file_path'),
    grep_search: reads(),
    file_search: reads(),
    semantic_search: reads(),
  },
})
