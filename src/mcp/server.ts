import type { Readable, Writable } from 'node:stream'
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { AgentSession } from '../core/agent-session.ts'
import type { Gate } from './gate.ts'
import { registerTools } from './tools.ts'

export interface Connection {
  readonly input: Readable
  readonly output: Writable
  readonly version: string
  /** Of the client that started the server, where its environment says. */
  readonly session: AgentSession | null
  /** What goes wrong outside of a call: lines that are no messages. */
  onError(error: Error): void
}

const INSTRUCTIONS = `This repository is governed by intentgate: every committed change must belong to a declared intent and lie in its scope.
1. Before you write, edit, move or delete a file, call select_active_intent with the id of the intent you work for (list_intents knows them), and read the <intent_context> it returns.
2. Write only in that scope, within those constraints. Other work is another intent: select it first.
3. Before you commit, call check_changes and mend what it names. Never edit the ledger in .orchestration/agent_trace by hand.
4. What you had to learn the hard way, write down with record_lesson.`

/**
 * Serves the Model Context Protocol until the client hangs up, or sends what no message can be. Both ways a client may begin (with
 * and without `initialize`) are answered.
 */
export async function serveMcp(gate: Gate, connection: Connection): Promise<void> {
  const { input, output, version, session, onError } = connection
  const transport = new StdioServerTransport(input, output)
  const closed = closingOf(transport)
  serveStdio(
    () => {
      const server = new McpServer({ name: 'intentgate', version }, { instructions: INSTRUCTIONS })
      registerTools(server, gate, session)
      return server
    },
    { transport, onerror: onError },
  )
  await closed
}

// Its own `onclose` belongs to whoever serves on it.
function closingOf(transport: StdioServerTransport): Promise<void> {
  const close = transport.close.bind(transport)
  return new Promise((resolve) => {
    transport.close = async () => {
      await close()
      resolve()
    }
  })
}
