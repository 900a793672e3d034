import { sessionOfEnvironment } from '../../core/agent-session.ts'
import { EXIT } from '../../core/error.ts'
import { selectIntent } from '../../intents.ts'
import { jsonText, visible } from '../../report/escape.ts'
import type { Io } from '../command.ts'

/** Prints the context of the intent, and binds this working tree and the agent's session to it. */
export async function select(id: string, form: 'json' | 'text', io: Io): Promise<number> {
  const selection = await selectIntent(io.cwd, id, sessionOfEnvironment(io.env))
  if (selection.kind === 'selected') {
    const { intent, context } = selection
    io.out(form === 'json' ? jsonText({ version: 1, intent, context }) : context)
    return EXIT.pass
  }
  const { refusal } = selection
  if (form === 'json') io.out(jsonText({ version: 1, error: refusal }))
  io.err(`${io.style.red('intentgate:')} ${visible(refusal.message)}\n`)
  for (const step of refusal.next) io.err(`  ${io.style.bold('next:')} ${visible(step)}\n`)
  return EXIT.usage
}
