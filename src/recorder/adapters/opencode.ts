import { ownAnswer } from './answers.ts'
import { createAdapter } from './create-adapter.ts'
import { edits, patches, reads, runs, writes } from './tool-table.ts'

/** What our plugin in OpenCode, or in Kilo, sends (`src/recorder/shim/`). */
export const openCode = createAdapter({
  agent: 'opencode',
  canAsk: false,
  render: ownAnswer,
  tools: {
    write: writes('file_path'),
    edit: edits('file_path'),
    multiedit: edits('file_path'),
    patch: patches('patch_text', 'patch', 'input'),
    apply_patch: patches('patch_text', 'patch', 'input'),
    bash: runs('command'),
    read: reads('file_path'),
    glob: reads('path'),
    grep: reads('path'),
    list: reads('path'),
  },
})
