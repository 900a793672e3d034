import { claudeAnswer } from './answers.ts'
import { createAdapter } from './create-adapter.ts'
import { patches, reads, runs } from './tool-table.ts'

export const codex = createAdapter({
  agent: 'codex',
  canAsk: false,
  render: claudeAnswer('deny'),
  tools: {
    apply_patch: patches('command', 'input', 'patch'),
    Bash: runs('command', 'cmd'),
    shell: runs('command', 'cmd'),
    shell_command: runs('command', 'cmd'),
    exec_command: runs('cmd', 'command'),
    view_image: reads('path'),
  },
})
