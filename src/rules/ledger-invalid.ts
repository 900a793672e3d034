import type { Evidence } from '../core/evidence.ts'
import { withWayOn } from '../core/remedy.ts'
import { defineRule, type Facts, type Finding } from '../core/rule.ts'
import type { LedgerPlace } from '../core/trace.ts'

export const ledgerInvalid = defineRule({
  id: 'ledger-invalid',
  summary: 'Every new line of the ledger can be read and says what its blobs say.',
  severity: 'error',

  *check({ snapshot, evidence, coverage }) {
    for (const finding of [...unreadable(evidence), ...contradictions(coverage)]) {
      yield { ...finding, remedy: withWayOn(finding.remedy, snapshot.operation) }
    }
  },
})

function unreadable({ ledger }: Evidence): Finding[] {
  return ledger.problems.map(({ place, message, remedy }) => at(place, message, remedy))
}

/** One record can be held against several paths: each thing wrong with a line is said once. */
function* contradictions(coverage: Facts['coverage']): Iterable<Finding> {
  const said = new Set<string>()
  for (const { write, message } of coverage.flatMap((covered) => covered.contradictions)) {
    const key = JSON.stringify([write.place.file, write.place.line, write.path, message])
    if (said.has(key)) continue
    said.add(key)
    const finding = at(
      write.place,
      `${message} (record ${write.id}, ${write.path})`,
      'take this line out and record the change again: a record is never edited by hand',
    )
    yield write.intent === null ? finding : { ...finding, intent: write.intent }
  }
}

function at({ file, line }: LedgerPlace, message: string, remedy: string): Finding {
  return { path: file, line, message, remedy }
}
