import { geminiAnswer } from './answers.ts'
import { createAdapter } from './create-adapter.ts'
import { edits, reads, runs, type ToolTable, writes } from './tool-table.ts'

/** Qwen Code, a fork, has them too. */
export const geminiTools: ToolTable = {
  write_file: writes('file_path'),
  replace: edits('file_path'),
  run_shell_command: runs('command'),
  read_file: reads('file_path', 'absolute_path'),
  read_many_files: reads('paths'),
  list_directory: reads('dir_path', 'path'),
  glob: reads('dir_path', 'path'),
  grep_search: reads('dir_path', 'path'),
  search_file_content: reads('dir_path', 'path'),
}

export const geminiCli = createAdapter({
  agent: 'gemini-cli',
  canAsk: false,
  render: geminiAnswer,
  tools: geminiTools,
})
