import { EXIT } from '../../core/error.ts'
import { openRepository } from '../../git/repository.ts'
import { indexView } from '../../git/views.ts'
import { printable } from '../../store/printable.ts'
import { type Verified, verifyLedger } from '../../store/verify.ts'
import type { Io } from '../command.ts'
import { parseFlags } from '../flags.ts'
import { ledgerIn, workingLedger } from './contents.ts'

const options = { staged: { type: 'boolean' }, json: { type: 'boolean' } } as const

/** Every line, chain and id of the ledger in the working tree or in the index. */
export async function verify(args: readonly string[], io: Io): Promise<number> {
  const { values } = parseFlags(args, options)
  const repo = await openRepository(io.cwd)
  try {
    const contents = values.staged === true ? await ledgerIn(repo, indexView(repo)) : workingLedger(repo)
    const verified = verifyLedger(contents)
    io.out(values.json === true ? asJson(verified) : asText(verified))
    return verified.problems.length === 0 ? EXIT.pass : EXIT.violations
  } finally {
    await repo.close()
  }
}

function asJson({ files, records, problems }: Verified): string {
  const found = problems.map(({ place, message, remedy }) => ({ ...place, message, remedy }))
  return `${JSON.stringify({ version: 1, files, records, problems: found })}\n`
}

function asText({ files, records, problems }: Verified): string {
  const rows = problems.map(
    ({ place, message, remedy }) => `${printable(place.file)}:${place.line}: ${message}\n  fix: ${remedy}\n`,
  )
  const size = `${count(records, 'record')} in ${count(files, 'file')}`
  const end = problems.length === 0 ? 'the ledger is in order' : count(problems.length, 'problem')
  return `${rows.join('')}${size}: ${end}\n`
}

function count(n: number, what: string): string {
  return n === 1 ? `1 ${what}` : `${n} ${what}s`
}
