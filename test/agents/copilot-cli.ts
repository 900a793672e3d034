import { join } from 'node:path'
import type { RealAgent } from '../support/agent-run.ts'

const MODEL = 'claude-sonnet-4.5'

export const copilotCli: RealAgent = {
  name: 'copilot-cli',
  packages: ['@github/copilot@1.0.102'],
  program: 'copilot',
  model: MODEL,
  logsLate: true,
  settings: ['.github/hooks/intentgate.json', '.mcp.json'],
  home: () => ({}),
  variables: ({ port }) => ({
    COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`,
    COPILOT_PROVIDER_API_KEY: 'none',
    COPILOT_MODEL: MODEL,
    COPILOT_OFFLINE: 'true',
    // Without it the folder is not trusted, and no hook is run.
    COPILOT_ALLOW_ALL: 'true',
  }),
  args: (prompt) => ['-p', prompt],
  tools: {
    select: (intent_id) => ({ call: 'intentgate-select_active_intent', input: { intent_id } }),
    write: (path, content, repo) => ({
      call: 'create',
      input: { path: join(repo, path), file_text: content },
    }),
    edit: (path, from, to, repo) => ({
      call: 'edit',
      input: { path: join(repo, path), old_str: from, new_str: to },
    }),
    remove: (path) => copilotCli.tools.shell(`rm ${path}`),
    read: (path, repo) => ({ call: 'view', input: { path: join(repo, path) } }),
    shell: (command) => ({ call: 'bash', input: { command, description: 'work', mode: 'sync' } }),
  },
}
