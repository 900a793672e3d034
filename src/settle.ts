import { claimedBlobs } from './core/claim.ts'
import { GateError } from './core/error.ts'
import type { EachVerdict, Evidence } from './core/evidence.ts'
import type { Intents } from './core/intent.ts'
import { judge } from './core/judge.ts'
import type { Report } from './core/report.ts'
import type { Facts } from './core/rule.ts'
import type { Desk } from './core/snapshot.ts'
import type { Comparison, Repository } from './git/types.ts'
import { isWholeRevert } from './git/undo.ts'
import { type Loading, loadNeeds, nothingLoaded, type Sources } from './needs.ts'
import { rules } from './rules/index.ts'
import { refuseUnsupported } from './store/config.ts'
import type { PolicyAt } from './store/config-reader.ts'
import type { EvidenceReader, Occasion } from './store/evidence.ts'
import type { StructureReader } from './structure/reader.ts'

/** One run of the judge: what it reads from, and what is passed in. */
export interface Session {
  readonly repo: Repository
  readonly reader: EvidenceReader
  readonly structures: StructureReader
  readonly kept: Sources['kept']
  readonly occasion: Occasion
  readonly place: 'local' | 'ci'
  readonly desk: Desk
  readonly onProgress?: (done: number, total: number) => void
}

export interface Verdict {
  readonly report: Report
  readonly facts: Facts
}

/** What a commit of a range does not say for itself: else one commit of a pull request would allow what the next one does. */
export type Law = Partial<Pick<Evidence, 'policy' | 'policyBlob' | 'intents'>> & {
  /**
   * before: the range begins with the gate, so none of its commits brings it, whatever history it comes from.
   * within: some commit of the range brings it; until then there is nothing to judge by.
   */
  readonly adopted?: 'before' | 'within'
  /** What holds for a commit whose history does not have the gate, although the range begins with it. */
  readonly start?: PolicyAt & { readonly intents: Intents }
}

/** Judges the commits of a comparison's range one by one, for the paths that the net of it does not explain. */
export type JudgeEach = (paths: readonly string[], law: Law) => Promise<ReadonlyMap<string, EachVerdict>>

/** snapshot → evidence → verdict, loading what the judge asks for on the way. */
export async function settle(
  session: Session,
  comparison: Comparison,
  each: JudgeEach,
  law: Law = {},
): Promise<Verdict> {
  const { repo, reader, occasion } = session
  const own = await reader.evidence(comparison, occasion)
  if (law.adopted === undefined) requireAdoption(own, comparison)
  const evidence = under(law, own)
  refuseUnsupported(evidence.policy)
  const loaded = nothingLoaded()
  await foresee(session, comparison, evidence, loaded)
  const lossIsRevert = evidence.ledger.lost.length > 0 && (await isWholeRevert(repo, comparison))
  const whole: Evidence = { ...evidence, ledger: { ...evidence.ledger, lossIsRevert }, loaded }
  return await rounds(session, { comparison, evidence: whole, loaded, each })
}

function under({ adopted, start, ...given }: Law, own: Evidence): Evidence {
  const evidence = { ...own, ...given }
  if (adopted !== 'before') return evidence
  const isOutside = !own.adopted.base
  return {
    ...(isOutside && start !== undefined ? from(start, own) : evidence),
    adopted: { base: true, target: own.adopted.target || isOutside },
  }
}

/** A commit of a history from before the gate, as if the gate had been there when it was made. */
function from({ policy, policyBlob, intents }: NonNullable<Law['start']>, own: Evidence): Evidence {
  const head = own.adopted.target ? own.intents.head : intents
  return { ...own, policy, policyBlob, intents: { base: intents, head } }
}

/** The law of a whole range, for its commits. */
function lawOf({ policy, policyBlob, intents, adopted }: Evidence): Law {
  return { policy, policyBlob, intents, adopted: adopted.base ? 'before' : 'within' }
}

/** In CI every new record of a changed path is held against its blobs: asking for them first saves a round. */
async function foresee(
  { repo, place }: Session,
  { snapshot }: Comparison,
  { ledger }: Evidence,
  into: Loading,
): Promise<void> {
  if (place !== 'ci') return
  const changed = new Set(snapshot.changes.map(({ path }) => path))
  const claimed = new Set<string>()
  for (const write of ledger.added)
    if (changed.has(write.path)) for (const oid of claimedBlobs(write)) claimed.add(oid)
  for (const [oid, content] of await repo.contents([...claimed])) into.blobs.set(oid, content)
}

function requireAdoption({ adopted }: Evidence, { target, snapshot }: Comparison): void {
  if (!adopted.base && !adopted.target)
    throw new GateError('NO_ORCHESTRATION', { where: `${target.label} (judged: ${snapshot.source.kind})` })
}

interface Trial {
  readonly comparison: Comparison
  readonly evidence: Evidence
  readonly loaded: Loading
  readonly each: JudgeEach
}

/** Every round loads something new: the needs of one verdict are finite, so this ends. */
async function rounds(
  { repo, reader, structures, kept, desk }: Session,
  { comparison, evidence, loaded, each }: Trial,
): Promise<Verdict> {
  const asked = new Set<string>()
  for (;;) {
    const judgement = judge({ ...comparison.snapshot, desk }, evidence, rules)
    if (judgement.kind === 'verdict') return judgement
    const fresh = judgement.needs.filter((need) => !asked.has(JSON.stringify(need)))
    if (fresh.length === 0)
      throw new Error(`judging asks again for what it was given: ${JSON.stringify(judgement.needs[0])}`)
    for (const need of fresh) asked.add(JSON.stringify(need))
    const commitByCommit = (paths: readonly string[]) => each(paths, lawOf(evidence))
    await loadNeeds(fresh, loaded, { repo, reader, structures, kept, comparison, each: commitByCommit })
  }
}
