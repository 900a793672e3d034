import { claudeAnswer } from './answers.ts'
import { createAdapter } from './create-adapter.ts'
import { edits, reads, runs, writes } from './tool-table.ts'

export const claudeCode = createAdapter({
  agent: 'claude-code',
  canAsk: true,
  render: claudeAnswer('ask'),
  tools: {
    Write: writes('file_path'),
    Edit: edits('file_path'),
    MultiEdit: edits('file_path'),
    NotebookEdit: edits('notebook_path'),
    Bash: runs('command'),
    PowerShell: runs('command'),
    Read: reads('file_path'),
    NotebookRead: reads('notebook_path'),
    Glob: reads('path'),
    Grep: reads('path'),
    LS: reads('path'),
  },
})
