import { text } from 'node:stream/consumers'
import { bundledParts } from '../../agent-hook/parts.ts'
import { agentNamed, answerHook } from '../../agent-hook/run.ts'
import { AGENTS } from '../../recorder/event.ts'
import { MODES } from '../../recorder/ports.ts'
import type { Command } from '../command.ts'
import { parseFlags, usageError } from '../flags.ts'

const options = { event: { type: 'string' }, mode: { type: 'string' } } as const

export const hook: Command = {
  summary: "Take an agent's hook event on stdin, record it and answer",
  usage: `Usage: intentgate hook AGENT [--event NAME] [--mode record|guide|gate]

  AGENT         ${AGENTS.join(', ')}
  --event NAME  the event, for agents whose payload does not name it
  --mode MODE   record: never in the way (the default); guide: says what would be refused; gate: refuses
                git config intentgate.recorder MODE and the variable INTENTGATE_RECORDER come before it
`,
  async run(args, io) {
    const { values, positionals } = parseFlags(args, options, 'any')
    const agent = agentNamed(positionals[0])
    if (agent === null || positionals.length > 1)
      throw usageError('name one agent', `choose one of: ${AGENTS.join(', ')}`)
    const { mode = null, event = null } = values
    if (mode !== null && !MODES.some((known) => known === mode))
      throw usageError(`--mode ${mode} is not known`, `choose one of: ${MODES.join(', ')}`)
    const payload = await text(io.stdin)
    const { stdout, stderr, exit } = await answerHook(
      { agent, payload, event, mode, cwd: io.cwd, env: io.env },
      bundledParts,
    )
    io.err(stderr)
    io.out(stdout)
    return exit
  },
}
