import { claudeAnswer } from './answers.ts'
import { createAdapter } from './create-adapter.ts'
import { geminiTools } from './gemini-cli.ts'
import { edits } from './tool-table.ts'

export const qwenCode = createAdapter({
  agent: 'qwen-code',
  canAsk: false,
  render: claudeAnswer('deny'),
  modelVariable: 'QWEN_CODE_MODEL',
  tools: { ...geminiTools, edit: edits('file_path'), notebook_edit: edits('notebook_path') },
})
