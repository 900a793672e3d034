import { type Ask, contentOf, expectBlobs, recordsOf } from './ask.ts'
import { type Allowance, type Standing, standingOf } from './authority.ts'
import type { Change } from './change.ts'
import { claimedBlobs, contradictionOf } from './claim.ts'
import type { Coverage, Refusal, Unreviewed } from './coverage.ts'
import { inLedgerOrder } from './edges.ts'
import type { KnownWrite } from './evidence.ts'
import { exemptionOf, humanLane } from './exempt.ts'
import { blindness } from './known-states.ts'
import { isLayoutRecord } from './layout-record.ts'
import { type Context, isNew, type Outcome, type PathCase, type Step, takeMoved } from './path-case.ts'
import type { How } from './report.ts'
import { AGENT_PATH } from './sidecar.ts'
import { spentOf } from './spent.ts'
import { chain } from './steps/chain.ts'
import { composition } from './steps/composition.ts'
import { each } from './steps/each.ts'
import { lines } from './steps/lines.ts'
import { result } from './steps/result.ts'
import { revert } from './steps/revert.ts'
import { structure } from './steps/structure.ts'
import { weak } from './steps/weak.ts'
import type { Write } from './trace.ts'
import { uncoveredRanges } from './uncovered.ts'

/** In the order of EVIDENCE.md; the first that succeeds says how. Step 1 (merge) has made the snapshot. */
const STEPS: readonly Step[] = [chain, result, lines, composition, structure, weak, revert, each]
/** What a record that does not authorise would have explained, had it been allowed to. */
const EXPLAINING: readonly Step[] = [chain, result, lines, composition, structure, weak]

/** Is one changed path explained by traced writes? Asks for no more than the step at hand needs. */
export function* cover(context: Context, change: Change): Ask<Coverage> {
  const { path } = change
  const exempted = exemptionOf(path, context.evidence)
  if (exempted !== null) return { ...blank(change), how: 'exempt', exempted }
  const court = new Court(context, change, yield* allowanceOf(context, change))
  const fresh = yield* court.hear(context.added.get(path) ?? [])
  const quick = yield* firstOf([chain, result], court.caseOf(fresh, fresh))
  if (quick !== null) return court.covered(quick, fresh)
  return yield* court.weighAll(yield* recordsOf(context.evidence, path))
}

function blank(change: Change): Coverage {
  return {
    change,
    how: null,
    intents: [],
    used: [],
    named: [],
    lines: null,
    uncovered: [],
    refusals: [],
    unreviewed: [],
    contradictions: [],
    undelivered: 0,
    weak: false,
    relaid: null,
    blindness: null,
    exempted: null,
    explainedByRefused: false,
  }
}

function* firstOf(steps: readonly Step[], path: PathCase): Ask<Outcome | null> {
  for (const step of steps) {
    const outcome = yield* step(path)
    if (outcome !== null) return outcome
  }
  return null
}

/** Appending lessons to AGENT.md is in scope of every intent in progress. */
function* allowanceOf({ snapshot, evidence }: Context, { path, before, after }: Change): Ask<Allowance> {
  const { operation } = snapshot
  if (path !== AGENT_PATH || after === null) return { evidence, operation, appendsLesson: 'no' }
  const old = before === null ? new Uint8Array() : yield* contentOf(evidence, before.blob)
  const now = yield* contentOf(evidence, after.blob)
  const readable = typeof old !== 'string' && typeof now !== 'string'
  const appends = readable && keepsLines(old, now)
  return { evidence, operation, appendsLesson: appends ? 'yes' : 'no' }
}

/** Does every line of `old` stand in `now`, in the same order? Lessons of two branches meet in a merge in either order. */
function keepsLines(old: Uint8Array, now: Uint8Array): boolean {
  const rest = linesOf(now)
  let at = 0
  return linesOf(old).every((line) => {
    at = rest.indexOf(line, at) + 1
    return at > 0
  })
}

// The last line need not end, and does once something follows it.
function linesOf(bytes: Uint8Array): string[] {
  return Buffer.from(bytes).toString('latin1').replace(/\n$/, '').split('\n')
}

/** One path before the judge: who may speak for it, and what they say. */
class Court {
  readonly #context: Context
  readonly #change: Change
  readonly #allowance: Allowance
  readonly #contradictions: { write: Write; message: string }[] = []

  constructor(context: Context, change: Change, allowance: Allowance) {
    this.#context = context
    this.#change = change
    this.#allowance = allowance
  }

  /** Records that authorise and that their blobs do not contradict. */
  *hear(writes: readonly Write[]): Ask<Write[]> {
    const authorised = writes.filter((write) => this.#mayExplain(write))
    if (!this.#looksAtContent()) return authorised
    yield* expectBlobs(this.#context.evidence, authorised.flatMap(claimedBlobs))
    return authorised.filter((write) => this.#isCredible(write))
  }

  caseOf(records: readonly Write[], usable: readonly Write[]): PathCase {
    const mayServe = (write: Write) => this.#mayExplain(write)
    return { context: this.#context, change: this.#change, records, usable, mayServe }
  }

  *weighAll(known: readonly KnownWrite[]): Ask<Coverage> {
    const spent = yield* spentOf(this.#context.evidence, this.#change, known)
    const all = inLedgerOrder(known.map(({ write }) => write))
    const records = yield* this.hear(all)
    const path = this.caseOf(
      records,
      records.filter((write) => !spent.has(write)),
    )
    const outcome = yield* firstOf(STEPS, path)
    if (outcome !== null) return this.covered(outcome, all)
    const lane = humanLane(this.#change.path, this.#context.evidence)
    if (lane !== null) return { ...blank(this.#change), how: 'exempt', named: all, exempted: lane }
    return yield* this.#refused(path, all, spent)
  }

  covered(outcome: Outcome, named: readonly Write[]): Coverage {
    takeMoved(this.#context, outcome)
    const standings = outcome.used.map((write) => this.#standing(write))
    const authorised = standings.filter((standing) => standing.kind === 'authorised')
    return {
      ...blank(this.#change),
      how: howOf(outcome),
      intents: intentsOf(outcome.used),
      used: outcome.used,
      named,
      lines: outcome.lines ?? null,
      refusals: authorised.flatMap(({ tolerated }) => tolerated ?? []),
      unreviewed: distinct(authorised.flatMap(({ unreviewed }) => unreviewed)),
      contradictions: this.#contradictions,
      undelivered: outcome.undelivered ?? 0,
      weak: outcome.weak === 'yes',
      ...(outcome.undoing && { undoing: outcome.undoing }),
      relaid: outcome.relaid ?? null,
    }
  }

  /** Not covered: would it be, if every record that names the path were allowed to? Then that is what is wrong. */
  *#refused(path: PathCase, all: readonly Write[], spent: ReadonlySet<Write>): Ask<Coverage> {
    const open = all.filter((write) => !spent.has(write))
    const unheard = open.filter((write) => this.#standing(write).kind === 'refused')
    const anyone = { ...path, records: all, usable: open, mayServe: () => true }
    const explained = unheard.length === 0 ? null : yield* firstOf(EXPLAINING, anyone)
    const blamed =
      explained === null ? unheard.filter((write) => isNew(this.#context, write)) : explained.used
    const { ranges, lines: counted } = yield* uncoveredRanges(path)
    return {
      ...blank(this.#change),
      named: all,
      lines: counted,
      uncovered: ranges,
      refusals: blamed.flatMap((write) => this.#refusal(write)),
      contradictions: this.#contradictions,
      explainedByRefused: explained !== null,
      blindness: path.usable.length === 0 ? null : yield* blindness(path),
    }
  }

  // In CI every claim is checked; at a commit, where object ids alone decide, only when lines are looked at anyway.
  #looksAtContent(): boolean {
    const { snapshot, evidence } = this.#context
    return snapshot.place === 'ci' || evidence.loaded.records.has(this.#change.path)
  }

  #isCredible(write: Write): boolean {
    const message = contradictionOf(this.#context.evidence.loaded, write)
    if (message === null) return true
    if (!this.#contradictions.some((known) => known.write === write))
      this.#contradictions.push({ write, message })
    return false
  }

  /** A formatter's work, under a policy that has none, is nobody's. */
  #mayExplain(write: Write): boolean {
    const isDenied = isLayoutRecord(write) && this.#context.evidence.policy.formatters === 'deny'
    return !isDenied && this.#standing(write).kind === 'authorised'
  }

  #standing(write: Write): Standing {
    return standingOf(write, this.#change.path, this.#allowance)
  }

  #refusal(write: Write): Refusal[] {
    const standing = this.#standing(write)
    return standing.kind === 'refused' ? [standing.refusal] : []
  }
}

/** A chain that a formatter is part of says no more than that structure was kept. */
function howOf({ how, used }: Outcome): How {
  return (how === 'chain' || how === 'lines') && used.some(isLayoutRecord) ? 'structure' : how
}

function intentsOf(writes: readonly Write[]): string[] {
  return [...new Set(writes.flatMap(({ intent }) => intent ?? []))].sort()
}

function distinct(unreviewed: readonly Unreviewed[]): Unreviewed[] {
  return [...new Map(unreviewed.map((entry) => [`${entry.intent} ${entry.what}`, entry])).values()]
}
