import { join } from 'node:path'
import type { RealAgent } from '../support/agent-run.ts'

export const geminiCli: RealAgent = {
  name: 'gemini-cli',
  packages: ['@google/gemini-cli@0.61.0'],
  program: 'gemini',
  model: 'gemini-2.5-flash',
  settings: ['.gemini/settings.json'],
  home: () => ({
    '.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
  }),
  variables: ({ port }) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
  }),
  args: (prompt) => ['-p', prompt, '--approval-mode', 'yolo', '-m', 'gemini-2.5-flash'],
  tools: {
    select: (intent_id) => ({ call: 'mcp_intentgate_select_active_intent', input: { intent_id } }),
    write: (path, content, repo) => ({
      call: 'write_file',
      input: { file_path: join(repo, path), content },
    }),
    edit: (path, from, to, repo) => ({
      call: 'replace',
      input: {
        file_path: join(repo, path),
        instruction: 'change a line',
        old_string: `${from}\n`,
        new_string: `${to}\n`,
      },
    }),
    remove: (path) => geminiCli.tools.shell(`rm ${path}`),
    read: (path, repo) => ({ call: 'read_file', input: { file_path: join(repo, path) } }),
    shell: (command) => ({ call: 'run_shell_command', input: { command, description: 'work' } }),
  },
}
