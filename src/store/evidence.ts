import { GateError } from '../core/error.ts'
import type { Evidence, KnownWrite, Loaded } from '../core/evidence.ts'
import type { Intents } from '../core/intent.ts'
import type { Write } from '../core/trace.ts'
import type { Comparison, Repository, View } from '../git/types.ts'
import { refuseUnsupported } from './config.ts'
import { type ConfigReader, createConfigReader, isAdopted, type PolicyAt } from './config-reader.ts'
import { ledgerChange } from './ledger-change.ts'
import { createLedgerReader } from './ledger-reader.ts'
import { createLedgerSearch, type LinesByHash } from './ledger-search.ts'

export interface Occasion {
  /** YYYY-MM-DD, UTC. */
  readonly today: string
  /** The pull request's author by the forge's event; null where there is none. */
  readonly author: string | null
}

/** Reads from the trees that are judged. All throw INVALID_FILE, BASE_INVALID, MISSING_OBJECT, INCOMPATIBLE_LEDGER. */
export interface EvidenceReader {
  /** Nothing is loaded yet, and `lossIsRevert` is false: that takes git. Throws UNSUPPORTED for the target's policy. */
  evidence(comparison: Comparison, occasion: Occasion): Promise<Evidence>
  /**
   * Every record that names one of the paths, in the ledgers of the origin (or base), the target, and more. Those that
   * `evidence` found added by this comparison are the very same objects.
   */
  records(
    comparison: Comparison,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, readonly KnownWrite[]>>
  /** Every record of the target, in the ledger's order. */
  ledger(comparison: Comparison): Promise<Write[]>
  /** Policy and intents of a commit, by full id. */
  config(commit: string): Promise<PolicyAt & { readonly intents: Intents }>
}

const NOTHING_LOADED: Loaded = {
  records: new Map(),
  blobs: new Map(),
  diffs: new Map(),
  history: new Map(),
  states: new Map(),
  undo: new Map(),
  each: new Map(),
  names: new Map(),
  ledger: null,
  recorded: new Map(),
  structures: new Map(),
  outlines: null,
  unitChanges: null,
  patterns: null,
}

/** One per run: what it has read of a blob it does not read again. */
export function createEvidenceReader(repo: Repository): EvidenceReader {
  const config = createConfigReader(repo)
  const ledger = createLedgerReader(repo)
  const search = createLedgerSearch(ledger)
  const read = new WeakMap<Comparison, LinesByHash>()

  return {
    async evidence(comparison, occasion) {
      const { base, target } = comparison
      const law = await readBase(config, comparison)
      // Judged by the base's policy, but the next change will be judged by this one.
      refuseUnsupported((await config.policy(target)).policy)
      const { lines, ...change } = await ledgerChange(ledger, comparison)
      read.set(comparison, new Map(lines.map(({ line }) => [line.hash, line])))
      return {
        policy: law.policy,
        policyBlob: law.policyBlob,
        intents: { base: law.intents, head: await config.intents(target) },
        adopted: { base: await isAdopted(base), target: await isAdopted(target) },
        ledger: { ...change, lossIsRevert: false },
        loaded: NOTHING_LOADED,
        ...occasion,
      }
    },
    records: (comparison, paths) => search.records(comparison, paths, read.get(comparison)),
    ledger: search.all,
    config: config.at,
  }
}

/** What the base says. Throws BASE_INVALID where that cannot be judged by, and the change itself corrects it. */
async function readBase(config: ConfigReader, { base, target }: Comparison): Promise<Law> {
  try {
    return await readLaw(config, base)
  } catch (error) {
    if (!isBroken(error) || !(await isSound(config, target))) throw error
    throw new GateError('BASE_INVALID', { detail: error.message }, { cause: error })
  }
}

type Law = PolicyAt & { readonly intents: Intents }

async function readLaw(config: ConfigReader, view: View): Promise<Law> {
  const policy = await config.policy(view)
  refuseUnsupported(policy.policy)
  return { ...policy, intents: await config.intents(view) }
}

async function isSound(config: ConfigReader, view: View): Promise<boolean> {
  try {
    await readLaw(config, view)
    return true
  } catch (error) {
    if (isBroken(error)) return false
    throw error
  }
}

function isBroken(error: unknown): error is GateError {
  return error instanceof GateError && (error.code === 'INVALID_FILE' || error.code === 'UNSUPPORTED')
}
