/** A session of an agent, as the agent's own hooks name both. */
export interface AgentSession {
  readonly agent: string
  readonly session: string
}

/** The variable that an agent gives to the programs it starts, and its hooks call `session_id`. */
const VARIABLES = [
  ['claude-code', 'CLAUDE_CODE_SESSION_ID'],
  ['qwen-code', 'QWEN_CODE_SESSION_ID'],
  ['copilot-cli', 'COPILOT_AGENT_SESSION_ID'],
  ['gemini-cli', 'GEMINI_SESSION_ID'],
] as const

/** The session this process works for, by its environment; null = it does not say, or names several (an agent inside another). */
export function sessionOfEnvironment(env: Readonly<Record<string, string | undefined>>): AgentSession | null {
  const named = VARIABLES.flatMap(([agent, variable]) => {
    const session = env[variable]
    return session === undefined || session === '' ? [] : [{ agent, session }]
  })
  return named.length === 1 ? named[0]! : null
}

/** What Codex, which gives its servers no variables, sends with every call. */
const CODEX = 'x-codex-turn-metadata'

/** The session that an MCP call belongs to, by its `_meta`; null = it does not say. */
export function sessionOfCall(meta: Readonly<Record<string, unknown>> | undefined): AgentSession | null {
  const turn = meta?.[CODEX]
  const session = typeof turn === 'object' && turn !== null && 'session_id' in turn ? turn.session_id : null
  return typeof session === 'string' && session !== '' ? { agent: 'codex', session } : null
}
