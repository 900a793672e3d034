/**
 * Variables that an agent sets for the commands it runs, and that nobody sets for themselves. Listed in docs/agents.md.
 * Not by prefix: CODEX_HOME, COPILOT_MODEL or OPENCODE_CONFIG stand in people's shell profiles.
 */
export const AGENT_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  'any agent': ['AGENT', 'AI_AGENT'],
  Amp: ['AMP_CURRENT_THREAD_ID'],
  Antigravity: ['ANTIGRAVITY_AGENT'],
  Augment: ['AUGMENT_AGENT'],
  'Claude Code': ['CLAUDECODE', 'CLAUDE_CODE', 'CLAUDE_CODE_SESSION_ID'],
  Cline: ['CLINE_ACTIVE'],
  Codex: ['CODEX_CI', 'CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_THREAD_ID'],
  Cursor: ['CURSOR_AGENT'],
  Devin: ['DEVIN_PROJECT_DIR'],
  'Gemini CLI': ['GEMINI_CLI', 'GEMINI_SESSION_ID'],
  'GitHub Copilot': ['COPILOT_AGENT', 'COPILOT_AGENT_SESSION_ID', 'COPILOT_CLI'],
  Goose: ['GOOSE_TERMINAL'],
  OpenCode: ['OPENCODE', 'OPENCODE_CLIENT', 'OPENCODE_SESSION_ID'],
  'Qwen Code': ['QWEN_CODE', 'QWEN_CODE_SESSION_ID'],
  Trae: ['TRAE_AI_SHELL_ID'],
}

/** The variable by which an agent shows that it runs this command; null = none does. */
export function agentVariable(env: NodeJS.ProcessEnv): string | null {
  const all = Object.values(AGENT_VARIABLES).flat()
  return all.find((name) => isSet(env[name])) ?? null
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value.toLowerCase())
}
