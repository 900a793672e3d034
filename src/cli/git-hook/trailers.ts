import type { Judged } from '../../check.ts'
import type { Repository } from '../../git/types.ts'

/** Policy `trailer: add`: one `Intent: <id>` trailer per intent that the evidence names, by git's own trailer rules. */
export async function addTrailers(repo: Repository, file: string, { facts }: Judged): Promise<void> {
  if (facts === null || facts.evidence.policy.trailer === 'off') return
  const intents = [...new Set(facts.coverage.flatMap((entry) => entry.intents))].sort()
  if (intents.length === 0) return
  const trailers = intents.flatMap((id) => ['--trailer', `Intent: ${id}`])
  await repo.git([
    'interpret-trailers',
    '--in-place',
    '--if-exists',
    'addIfDifferent',
    ...trailers,
    '--',
    file,
  ])
}
