import { statSync } from 'node:fs'
import type { Intent } from '../../core/intent.ts'
import type { Facts } from '../../core/rule.ts'
import { INTENTS_PATH, POLICY_PATH } from '../../core/sidecar.ts'
import { mergeHeads } from '../../git/operation.ts'
import type { Repository } from '../../git/types.ts'
import { markPassed, readPassed } from '../../hook/pass-marker.ts'
import { type Place, placeOf } from '../../hook/place.ts'
import { writeSettledConfig } from '../../hook/settled-config.ts'
import { VERSION } from '../version.ts'

/** The index as it is before it is judged; null = there is none yet. */
export function indexInode(place: Place): string | null {
  const stats = statSync(place.index, { throwIfNoEntry: false })
  return stats === undefined ? null : String(stats.ino)
}

export { placeOf }

/** Did an earlier hook of this commit pass this very index, with nothing left to do? */
export async function hasPassed(repo: Repository, place: Place): Promise<boolean> {
  const passed = readPassed(place)
  const heads = await headsOf(repo)
  return (
    passed !== null &&
    heads !== null &&
    passed.todo === '-' &&
    passed.head === heads.head &&
    passed.mergeHead === heads.mergeHead
  )
}

/** null = an octopus, which has heads that the shim does not read: its later hooks judge again. */
async function headsOf(repo: Repository): Promise<{ head: string; mergeHead: string } | null> {
  const [mergeHead = '-', ...more] = await mergeHeads(repo)
  if (more.length > 0) return null
  return { head: (await repo.info('HEAD^{commit}'))?.oid ?? '-', mergeHead }
}

/** Lets the other hooks of this commit go on: there is nothing to judge it by, and that has been said. */
export async function rememberUnjudged(repo: Repository, place: Place, seen: string | null): Promise<void> {
  const heads = await headsOf(repo)
  if (heads !== null && seen !== null) markPassed(place, seen, { ...heads, todo: '-' })
}

/** Remembers what passed, so that the other hooks of this commit, and the next ordinary commit, need not judge in full. */
export async function rememberPass(
  repo: Repository,
  place: Place,
  judged: string | null,
  { evidence, snapshot }: Facts,
): Promise<void> {
  const heads = await headsOf(repo)
  if (heads === null || judged === null) return
  const todo = evidence.policy.trailer === 'off' ? '-' : 'trailer'
  // An amend that passed as a change of HEAD^ passed by its policy and intents: that is no pass against HEAD, and none of
  // HEAD's configuration.
  const isAgainstHead = (snapshot.source.base ?? '-') === heads.head
  markPassed(place, judged, { ...heads, todo: isAgainstHead ? todo : 'amend' })
  if (!isAgainstHead) return
  const intents = await repo.info(`HEAD:${INTENTS_PATH}`)
  if (intents === null) return
  const declared = [...evidence.intents.base.values()]
  writeSettledConfig(place.state, {
    version: VERSION,
    intents: intents.oid,
    policy: (await repo.info(`HEAD:${POLICY_PATH}`))?.oid ?? null,
    open: declared
      .filter(({ status }) => status === 'IN_PROGRESS')
      .map(({ id, owned_scope }) => ({ id, owned_scope })),
    constrained: declared.filter(isConstrained).map(({ id }) => id),
    todo,
  })
}

function isConstrained({ constraints, mutation }: Intent): boolean {
  return (
    mutation === 'refactor-only' || (constraints ?? []).some((constraint) => typeof constraint !== 'string')
  )
}
