import type { Need } from '../core/evidence.ts'
import { renderIntentMap } from '../core/intent-map.ts'
import { withWayOn } from '../core/remedy.ts'
import { defineRule, type Facts, type Finding } from '../core/rule.ts'
import { MAP_PATH } from '../core/sidecar.ts'

export const intentMapStale = defineRule({
  id: 'intent-map-stale',
  summary: 'A changed intent_map.md is what the intents, the ledger and the code say.',
  severity: 'warning',

  *needs(facts): Iterable<Need> {
    const oid = changedMap(facts)
    if (oid === null) return
    yield { kind: 'ledger' }
    yield { kind: 'outlines' }
    yield { kind: 'blob', oid }
  },

  *check(facts) {
    const oid = changedMap(facts)
    if (oid === null) return
    const { intents, loaded } = facts.evidence
    const content = loaded.blobs.get(oid)
    const { outlines, ledger } = loaded
    if (outlines === 'parser') return yield unchecked(facts)
    const expected = renderIntentMap(intents.head, ledger ?? [], outlines ?? new Map())
    if (content instanceof Uint8Array && Buffer.from(expected).equals(content)) return
    yield {
      path: MAP_PATH,
      message: 'it is not what the intents, the ledger and the code of this change say',
      remedy: withWayOn(`npx intentgate map && git add ${MAP_PATH}`, facts.snapshot.operation),
    }
  },
})

function unchecked({ snapshot }: Facts): Finding {
  return {
    path: MAP_PATH,
    message: 'it cannot be checked: the parser cannot be loaded on this machine',
    remedy: withWayOn('npm install, without --omit=optional', snapshot.operation),
  }
}

function changedMap({ snapshot }: Facts): string | null {
  return snapshot.changes.find(({ path }) => path === MAP_PATH)?.after?.blob ?? null
}
