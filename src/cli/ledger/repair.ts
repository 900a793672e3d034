import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { EXIT } from '../../core/error.ts'
import { openRepository } from '../../git/repository.ts'
import type { Repository } from '../../git/types.ts'
import { headView } from '../../record.ts'
import { parseLedger } from '../../store/ledger-lines.ts'
import { printable } from '../../store/printable.ts'
import { type Repaired, repairLedger } from '../../store/repair.ts'
import { stateFolder } from '../../store/session.ts'
import type { LedgerContent } from '../../store/verify.ts'
import { withLedger } from '../../store/writer.ts'
import type { Io } from '../command.ts'
import { parseFlags } from '../flags.ts'
import { ledgerIn, workingLedger } from './contents.ts'

/** Mends what can be mended in the working tree's ledger; the files as they were are kept in the git directory. */
export async function repair(args: readonly string[], io: Io): Promise<number> {
  parseFlags(args, {})
  const repo = await openRepository(io.cwd)
  try {
    const state = stateFolder(repo.gitDir)
    return await withLedger({ top: repo.top, state }, async () => {
      const mended = await mendAll(repo)
      if (mended.length === 0) io.out('nothing to mend\n')
      for (const one of mended) io.out(sentenceOf(repo, one))
      return mended.some(({ repaired }) => repaired.rejected.length > 0) ? EXIT.violations : EXIT.pass
    })
  } finally {
    await repo.close()
  }
}

interface Mended {
  readonly file: string
  readonly repaired: Repaired
  /** Absolute: the file as it was. */
  readonly backup: string
}

async function mendAll(repo: Repository): Promise<Mended[]> {
  const committed = new Set(
    (await ledgerIn(repo, await headView(repo))).flatMap((content) => [...hashesOf(content)]),
  )
  const folder = join(stateFolder(repo.gitDir), 'repair', new Date().toISOString().replaceAll(':', '-'))
  const mended: Mended[] = []
  for (const { file, bytes } of workingLedger(repo)) {
    const repaired = repairLedger(bytes, file, committed)
    if (repaired === null) continue
    const backup = join(folder, file)
    mkdirSync(dirname(backup), { recursive: true })
    writeFileSync(backup, bytes)
    if (repaired.rejected.length > 0) writeFileSync(`${backup}.rejected`, rejectedText(repaired))
    replace(join(repo.top, file), repaired.bytes)
    mended.push({ file, repaired, backup })
  }
  return mended
}

function hashesOf({ file, bytes }: LedgerContent): ReadonlySet<string> {
  return parseLedger(bytes, file).hashes
}

function rejectedText({ rejected }: Repaired): Uint8Array {
  return Buffer.concat(rejected.flatMap((piece) => [piece, Buffer.from('\n')]))
}

function replace(path: string, bytes: Uint8Array): void {
  writeFileSync(`${path}.mended`, bytes)
  renameSync(`${path}.mended`, path)
}

function sentenceOf({ top }: Repository, { file, repaired, backup }: Mended): string {
  const faults = Array.from(repaired.faults, ([fault, times]) => `${fault} (${times})`).join(', ')
  const left =
    repaired.rejected.length === 0
      ? ''
      : `  ${repaired.rejected.length} unreadable, kept in ${relative(top, backup)}.rejected\n`
  return `${printable(file)}: mended ${faults}\n  as it was: ${relative(top, backup)}\n${left}`
}
