import { type Intent, ownsPath } from '../core/intent.ts'
import { defineRule, type Facts } from '../core/rule.ts'
import { INTENTS_PATH } from '../core/sidecar.ts'

export const intentsOverlap = defineRule({
  id: 'intents-overlap',
  summary: 'No changed path is owned by two intents in progress.',
  severity: 'warning',

  // One finding per set of intents, on the first path: where scopes overlap, they rarely do so in one file.
  *check(facts) {
    for (const [owners, paths] of pathsByOwners(facts)) {
      const more = paths.length === 1 ? '' : ` and ${paths.length - 1} more changed paths`
      yield {
        path: paths[0]!,
        message: `${owners} are in progress and own this path${more}: parallel work may collide`,
        remedy: `narrow one owned_scope in ${INTENTS_PATH}, or finish one intent first`,
      }
    }
  },
})

function pathsByOwners({ evidence, coverage }: Facts): Map<string, string[]> {
  const active = [...evidence.intents.head.values()].filter(({ status }) => status === 'IN_PROGRESS')
  const found = new Map<string, string[]>()
  if (active.length < 2) return found
  for (const { change } of coverage) {
    const owners = active.filter((intent) => ownsPath(intent, change.path)).map(({ id }: Intent) => id)
    if (owners.length < 2) continue
    const key = owners.sort().join(' and ')
    const paths = found.get(key)
    if (paths === undefined) found.set(key, [change.path])
    else paths.push(change.path)
  }
  return found
}
