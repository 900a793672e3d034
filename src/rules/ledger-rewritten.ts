import type { LedgerLoss } from '../core/evidence.ts'
import { pathToPaste, withWayOn } from '../core/remedy.ts'
import { defineRule } from '../core/rule.ts'
import { shellQuote } from '../core/shell.ts'
import type { Snapshot } from '../core/snapshot.ts'

export const ledgerRewritten = defineRule({
  id: 'ledger-rewritten',
  summary: 'Every line of the base ledger is still there, byte for byte.',
  severity: 'error',

  *check({ snapshot, evidence }) {
    if (evidence.ledger.lossIsRevert) return
    for (const [file, losses] of byFile(evidence.ledger.lost)) {
      yield {
        path: file,
        message: `the base has ${lineList(losses)} of this file, and the change does not: records are missing or altered`,
        remedy: withWayOn(restoreCommand(snapshot, file), snapshot.operation),
      }
    }
  },
})

function byFile(lost: readonly LedgerLoss[]): Map<string, LedgerLoss[]> {
  const files = new Map<string, LedgerLoss[]>()
  for (const loss of lost) {
    const losses = files.get(loss.file)
    if (losses === undefined) files.set(loss.file, [loss])
    else losses.push(loss)
  }
  return files
}

const SHOWN = 5

function lineList(losses: readonly LedgerLoss[]): string {
  const lines = losses
    .slice(0, SHOWN)
    .map(({ line }) => line)
    .join(', ')
  const more = losses.length > SHOWN ? ` and ${losses.length - SHOWN} more` : ''
  return `${losses.length === 1 ? 'line' : 'lines'} ${lines}${more}`
}

function restoreCommand(snapshot: Snapshot, file: string): string {
  const { source, changes } = snapshot
  const base = source.mergeBases[0] ?? source.base
  const from = base === null ? 'HEAD' : base.slice(0, 12)
  const isGone = changes.some(({ path, after }) => path === file && after === null)
  // Over a file that is still there it would take new lines away.
  const command = isGone
    ? `git checkout ${from} -- ${pathToPaste(snapshot, file)}`
    : `git show ${from}:${shellQuote(file)} has them`
  return `put them back (${command}); the ledger only grows, and only npx intentgate ledger compact moves its lines`
}
