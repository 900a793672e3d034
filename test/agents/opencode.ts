import { join } from 'node:path'
import type { RealAgent } from '../support/agent-run.ts'

export const openCode: RealAgent = {
  name: 'opencode',
  packages: ['opencode-ai@1.18.33', '@opencode-ai/plugin@1.18.33'],
  program: 'opencode',
  model: 'scripted-model',
  settings: ['.opencode/plugins/intentgate.ts', 'opencode.json'],
  home: ({ port }) => ({
    '.config/opencode/opencode.json': JSON.stringify({
      autoupdate: false,
      share: 'disabled',
      model: 'scripted/scripted-model',
      small_model: 'scripted/scripted-model',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'scripted',
          options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'none' },
          models: { 'scripted-model': { name: 'scripted' } },
        },
      },
      permission: 'allow',
    }),
  }),
  // Else it tries for more than a minute to install its own plugin package.
  links: ({ home, repo }, folder) =>
    Object.fromEntries(
      [join(home, '.config/opencode'), join(repo, '.opencode')].flatMap((place) =>
        ['node_modules', 'package.json', 'package-lock.json'].map((name) => [
          join(place, name),
          join(folder, name),
        ]),
      ),
    ),
  variables: () => ({}),
  args: (prompt) => ['run', prompt],
  tools: {
    select: (intent_id) => ({ call: 'intentgate_select_active_intent', input: { intent_id } }),
    write: (path, content, repo) => ({ call: 'write', input: { filePath: join(repo, path), content } }),
    edit: (path, from, to, repo) => ({
      call: 'edit',
      input: { filePath: join(repo, path), oldString: from, newString: to },
    }),
    remove: (path) => openCode.tools.shell(`rm ${path}`),
    read: (path, repo) => ({ call: 'read', input: { filePath: join(repo, path) } }),
    shell: (command) => ({ call: 'bash', input: { command, description: 'work' } }),
  },
}
