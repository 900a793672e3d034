import type { AgentSession } from '../../core/agent-session.ts'
import type { Intents } from '../../core/intent.ts'
import { readBinding, readDeclared, sessionKeyOf } from '../../store/bindings.ts'

/** The intent that the session, else the working tree, declared last; null = none that is still in progress. */
export function declaredIntent(state: string, session: AgentSession | null, intents: Intents): string | null {
  const bound = session === null ? null : readBinding(state, sessionKeyOf(session.agent, session.session))
  const id = bound ?? readDeclared(state)
  return id !== null && intents.get(id)?.status === 'IN_PROGRESS' ? id : null
}
