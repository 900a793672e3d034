import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LedgerProblem } from '../core/evidence.ts'
import { isLedgerPath, LEDGER_FILE, LEDGER_FOLDER } from '../core/sidecar.ts'
import type { Write } from '../core/trace.ts'
import { parseLedger } from '../store/ledger-lines.ts'

/** The ledger as it stands in the working tree at `top`: what has not been staged yet included. */
export function workingLedger(top: string): { writes: readonly Write[]; problems: readonly LedgerProblem[] } {
  const files = ledgerFiles(top).map((file) => parseLedger(readFileSync(join(top, file)), file))
  return {
    writes: files.flatMap(({ lines }) => lines.flatMap(({ writes }) => writes)),
    problems: files.flatMap(({ problems }) => problems),
  }
}

function ledgerFiles(top: string): string[] {
  const folder = join(top, LEDGER_FOLDER)
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  const shards = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(top.length + 1).replaceAll('\\', '/'))
  return [...(existsSync(join(top, LEDGER_FILE)) ? [LEDGER_FILE] : []), ...shards.filter(isLedgerPath).sort()]
}
