import { join, resolve } from 'node:path'
import type { RealAgent } from '../support/agent-run.ts'

const MODEL = 'scripted-model'
const PROVIDER = 'openai-compatible'

export const cline: RealAgent = {
  name: 'cline',
  packages: ['cline@3.0.65'],
  program: 'cline',
  model: MODEL,
  settings: ['.cline/plugins/intentgate.ts'],
  home: ({ port }) => ({
    // It keeps servers for the whole machine: what `install-agent cline` says is done here by hand.
    '.cline/data/settings/cline_mcp_settings.json': JSON.stringify({
      mcpServers: { intentgate: { command: process.execPath, args: [resolve('dist/cli.js'), 'mcp'] } },
    }),
    '.cline/data/settings/providers.json': JSON.stringify({
      version: 1,
      lastUsedProvider: PROVIDER,
      modes: {},
      providers: {
        [PROVIDER]: {
          settings: {
            provider: PROVIDER,
            apiKey: 'none',
            model: MODEL,
            baseUrl: `http://127.0.0.1:${port}/v1`,
          },
          updatedAt: '2026-01-01T00:00:00.000Z',
          tokenSource: 'manual',
        },
      },
    }),
  }),
  variables: () => ({}),
  args: (prompt) => ['-P', PROVIDER, '-m', MODEL, '-k', 'none', '--auto-approve', 'true', prompt],
  leavesDaemon: true,
  tools: {
    select: (intent_id) => ({ call: 'intentgate__select_active_intent', input: { intent_id } }),
    write: (path, content, repo) => ({
      call: 'editor',
      input: { path: join(repo, path), new_text: content },
    }),
    edit: (path, from, to, repo) => ({
      call: 'editor',
      input: { path: join(repo, path), old_text: `${from}\n`, new_text: `${to}\n` },
    }),
    remove: (path) => cline.tools.shell(`rm ${path}`),
    read: (path, repo) => ({ call: 'read_files', input: { files: [{ path: join(repo, path) }] } }),
    shell: (command) => ({ call: 'run_commands', input: { commands: [command] } }),
  },
}
