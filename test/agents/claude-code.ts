import { join } from 'node:path'
import type { RealAgent } from '../support/agent-run.ts'

const MODEL = 'claude-sonnet-4-5'

export const claudeCode: RealAgent = {
  name: 'claude-code',
  packages: ['@anthropic-ai/claude-code@2.1.332'],
  program: 'claude',
  model: MODEL,
  settings: ['.claude/settings.json', '.mcp.json'],
  home: ({ repo }) => ({
    '.claude.json': JSON.stringify({
      hasCompletedOnboarding: true,
      projects: { [repo]: { hasTrustDialogAccepted: true } },
    }),
    '.claude/settings.json': JSON.stringify({
      permissions: { allow: ['Write', 'Edit', 'Bash', 'mcp__intentgate__select_active_intent'] },
      enableAllProjectMcpServers: true,
    }),
  }),
  variables: ({ port }) => ({
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  args: (prompt) => ['-p', prompt, '--model', MODEL],
  tools: {
    select: (intent_id) => ({ call: 'mcp__intentgate__select_active_intent', input: { intent_id } }),
    write: (path, content, repo) => ({ call: 'Write', input: { file_path: join(repo, path), content } }),
    edit: (path, from, to, repo) => ({
      call: 'Edit',
      input: { file_path: join(repo, path), old_string: from, new_string: to, replace_all: false },
    }),
    remove: (path) => claudeCode.tools.shell(`rm ${path}`),
    read: (path, repo) => ({ call: 'Read', input: { file_path: join(repo, path) } }),
    shell: (command) => ({ call: 'Bash', input: { command, description: 'work' } }),
  },
}
