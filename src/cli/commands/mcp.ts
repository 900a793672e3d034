import { Readable, Writable } from 'node:stream'
import { sessionOfEnvironment } from '../../core/agent-session.ts'
import { EXIT } from '../../core/error.ts'
import { visible } from '../../report/escape.ts'
import type { Command, Io } from '../command.ts'
import { parseFlags } from '../flags.ts'
import { createStyle } from '../style.ts'
import { VERSION } from '../version.ts'

export const mcp: Command = {
  summary: 'Serve agents over the Model Context Protocol (stdin and stdout)',
  usage: `Usage: intentgate mcp

Started by an agent, in the repository it works on. Its tools: select_active_intent, list_intents, check_changes,
record_lesson, explain_line. How each agent is told of it: docs/mcp.md.
`,
  async run(args, io) {
    parseFlags(args, {})
    // Only here: no other command needs the protocol.
    const [{ openGate }, { serveMcp }] = await Promise.all([
      import('../intents/gate.ts'),
      import('../../mcp/server.ts'),
    ])
    const plain = { ...io, style: createStyle({ NO_COLOR: '1' }, { isTTY: false }) }
    await serveMcp(await openGate(plain), {
      input: Readable.from(io.stdin),
      output: outputOf(io),
      version: VERSION,
      session: sessionOfEnvironment(io.env),
      onError: (error) => io.err(`intentgate mcp: ${visible(error.message)}\n`),
    })
    return EXIT.pass
  },
}

function outputOf(io: Io): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      io.out(String(chunk))
      done()
    },
  })
}
