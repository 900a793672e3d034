import { sessionDigest } from '../store/session.ts'
import type { AgentEvent } from './event.ts'
import type { Actor } from './ports.ts'

/** Parallel sessions, and the subagents in one, are told apart: none works for another's intent by accident. */
export function actorOf({ agent, host, version, session, subagent, model }: AgentEvent): Actor {
  const name = host ?? agent
  const parent = sessionDigest(name, session)
  if (subagent === null) return { agent, name, version, session, key: parent, parent: null, model }
  const own = `${session}\0${subagent}`
  return { agent, name, version, session: own, key: sessionDigest(name, own), parent, model }
}
