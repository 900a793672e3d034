import { EXIT } from '../../core/error.ts'
import { INTENTS_PATH } from '../../core/sidecar.ts'
import { openRepository } from '../../git/repository.ts'
import { visible } from '../../report/escape.ts'
import { setStatus } from '../../store/intents-edit.ts'
import type { Io } from '../command.ts'
import { parseFlags, usageError } from '../flags.ts'
import { workingIntents } from '../ledger/intents.ts'
import { requirePerson } from '../ledger/person.ts'
import { acceptanceOf } from './acceptance.ts'
import { editIntents } from './file.ts'
import { find } from './show.ts'

const options = { force: { type: 'boolean' }, abandon: { type: 'boolean' } } as const

/** Ends an intent: COMPLETED once it is accepted for what the working tree holds, or ABANDONED. Nothing but its status changes. */
export async function close(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseFlags(args, options, { one: 'ID' })
  if (values.force === true)
    requirePerson(io, 'have it accepted: npx intentgate accept; or have a person force it')
  const repo = await openRepository(io.cwd)
  try {
    const intent = find(positionals[0]!, workingIntents(repo))
    const status = values.abandon === true ? 'ABANDONED' : 'COMPLETED'
    if (intent.status === status) {
      io.out(`${intent.id} is ${status} already\n`)
      return EXIT.pass
    }
    const missing = status === 'COMPLETED' && values.force !== true ? await acceptanceOf(repo, intent) : null
    if (missing !== null)
      throw usageError(
        `${intent.id} is not accepted: ${missing}`,
        `run: npx intentgate accept ${intent.id}   (or, as a person: npx intentgate intent close ${intent.id} --force)`,
      )
    await editIntents(repo, (text) => setStatus(text, intent.id, status))
    io.out(`${io.style.bold(intent.id)} ${visible(intent.name)}: ${status}\n`)
    io.err(
      `next: git add ${INTENTS_PATH}   (changes made for it must be in the same commit, or in one before)\n`,
    )
    return EXIT.pass
  } finally {
    await repo.close()
  }
}
