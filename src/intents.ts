import type { AgentSession } from './core/agent-session.ts'
import { openRepository } from './git/repository.ts'
import { sessionKeyOf, writeBinding, writeDeclared } from './store/bindings.ts'
import { openIntentBook, type Selection } from './store/intent-book.ts'
import { stateFolder } from './store/session.ts'

export type { AgentSession } from './core/agent-session.ts'
export type { Selection } from './store/intent-book.ts'

/**
 * Declares what is being worked on, and says what that means: `context` is the `<intent_context>` block for the agent. The intent
 * binds `session`, or what runs in this working tree and names no session. A refusal lists the ids that would work, and binds nobody.
 * Throws NOT_A_REPOSITORY, BARE_REPOSITORY, NO_ORCHESTRATION, INVALID_FILE.
 */
export async function selectIntent(
  cwd: string,
  id: string,
  session: AgentSession | null = null,
): Promise<Selection> {
  const repo = await openRepository(cwd)
  try {
    const selection = openIntentBook(repo.top).select(id)
    if (selection.kind === 'selected') declare(stateFolder(repo.gitDir), id, session)
    return selection
  } finally {
    await repo.close()
  }
}

function declare(state: string, id: string, session: AgentSession | null): void {
  writeDeclared(state, id)
  if (session !== null) writeBinding(state, sessionKeyOf(session.agent, session.session), id)
}
