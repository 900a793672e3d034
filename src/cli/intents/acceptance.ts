import { createHash } from 'node:crypto'
import type { Intent } from '../../core/intent.ts'
import { SIDECAR } from '../../core/sidecar.ts'
import { treeWithout } from '../../git/stage-aside.ts'
import type { Repository } from '../../git/types.ts'
import { readAcceptance } from '../../store/acceptance.ts'
import { stateFolder } from '../../store/session.ts'

/** The tree that the criteria are tried on: everything but what is noted about it. */
export async function judgedTree(repo: Repository): Promise<string> {
  return await treeWithout(repo, SIDECAR)
}

export function criteriaDigest({ acceptance_criteria = [] }: Intent): string {
  return createHash('sha256').update(JSON.stringify(acceptance_criteria)).digest('hex')
}

/** Why the intent may not be called completed; null = it is accepted, or nothing was asked of it. */
export async function acceptanceOf(repo: Repository, intent: Intent): Promise<string | null> {
  if ((intent.acceptance_criteria ?? []).length === 0) return null
  const known = readAcceptance(stateFolder(repo.gitDir), intent.id)
  if (known === null) return 'its criteria have not been tried in this working tree'
  if (known.criteria !== criteriaDigest(intent)) return 'its criteria have changed since they were tried'
  if (known.tree !== (await judgedTree(repo))) return 'files have changed since its criteria were tried'
  const failed = known.runs.find(({ exit }) => exit !== 0)
  if (failed !== undefined) return `${failed.run} ended with ${failed.exit}`
  const open = known.answers.find(({ answer }) => answer !== 'yes')
  if (open === undefined) return null
  return open.answer === 'no'
    ? `a person said no to: ${open.criterion}`
    : `no person has confirmed: ${open.criterion}`
}
