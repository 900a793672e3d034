import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Change } from '../../core/change.ts'
import { findChain } from '../../core/edges.ts'
import type { Intents } from '../../core/intent.ts'
import { isLedgerPath, LEDGER_FILE, LEDGER_FOLDER } from '../../core/sidecar.ts'
import type { Write } from '../../core/trace.ts'
import type { Repository, View } from '../../git/types.ts'
import { parseLedger } from '../../store/ledger-lines.ts'
import type { Measured } from './adoptable.ts'
import { ownersOf } from './choose-intent.ts'

/** The changes that no records of intents in progress lead to, step by step. */
export async function unchained(
  repo: Repository,
  { changes, base }: Measured,
  intents: Intents,
): Promise<readonly Change[]> {
  const writes = await freshWrites(repo, base)
  return changes.filter(({ path, before, after }) => {
    const owners = ownersOf(path, intents).map(({ id }) => id)
    const own = writes.filter(
      (write) => write.path === path && write.intent !== null && owners.includes(write.intent),
    )
    return findChain(own, before, after) === null
  })
}

/** What the working tree's ledger says and the base's does not. */
async function freshWrites(repo: Repository, base: View): Promise<Write[]> {
  const writes: Write[] = []
  for (const file of ledgerFiles(repo.top)) {
    const known = await linesIn(repo, base, file)
    const { lines } = parseLedger(readFileSync(join(repo.top, file)), file, known)
    for (const line of lines) writes.push(...line.writes)
  }
  return writes
}

async function linesIn(repo: Repository, base: View, file: string): Promise<ReadonlySet<string>> {
  const entry = await base.entry(file)
  const content = entry === null ? null : await repo.content(entry.blob, Number.POSITIVE_INFINITY)
  if (!(content instanceof Uint8Array)) return new Set()
  return new Set(parseLedger(content, file).lines.map(({ hash }) => hash))
}

/** The ledger's files in the working tree, root-relative. */
export function ledgerFiles(top: string): string[] {
  const folder = join(top, LEDGER_FOLDER)
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const shards = names.map((name) => `${LEDGER_FOLDER}/${name.replaceAll('\\', '/')}`).filter(isLedgerPath)
  return [...(existsSync(join(top, LEDGER_FILE)) ? [LEDGER_FILE] : []), ...shards.sort()]
}
