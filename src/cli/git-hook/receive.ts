import { EXIT, GateError } from '../../core/error.ts'
import type { Report } from '../../core/report.ts'
import { isAncestor } from '../../git/revision.ts'
import { shortId } from '../../git/short-id.ts'
import type { Repository } from '../../git/types.ts'
import { checkRange } from '../../open-range.ts'
import { parserEntry } from '../package-root.ts'
import type { HookIo } from './hook-io.ts'
import { type Law, readLaw, targetOf } from './receive-law.ts'
import { createVoice, type Voice } from './receive-voice.ts'
import { type ReceivedRef, readReceivedRefs } from './received-refs.ts'

interface Court {
  readonly repo: Repository
  readonly law: Law
  readonly voice: Voice
  /** By base and head: a tag that is pushed with its branch is not judged twice. */
  readonly known: Map<string, Promise<Report>>
}

/** pre-receive: the refs of a push, each held against what is law on this server. One that is refused refuses them all. */
export async function judgeReceived(repo: Repository, { env, stdin, err }: HookIo): Promise<number> {
  const voice = createVoice(env, err)
  return await orFailure(voice, async () => {
    refuseNamespace(env)
    const refs = await readReceivedRefs(stdin)
    const court: Court = { repo, law: await readLaw(repo), voice, known: new Map() }
    if (!court.law.tips.has(court.law.base)) return await acceptFirst(court, refs)
    let worst: number = EXIT.pass
    for (const ref of refs)
      worst = Math.max(worst, await orFailure(voice, () => judgeRef(court, ref), ref.name))
    return worst
  })
}

async function orFailure(voice: Voice, judge: () => Promise<number>, ref?: string): Promise<number> {
  try {
    return await judge()
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    voice.failure(error, ref)
    return error.exit
  }
}

/** There stdin names other refs than the ones that git commands in the hook see. */
function refuseNamespace({ GIT_NAMESPACE }: NodeJS.ProcessEnv): void {
  if (GIT_NAMESPACE === undefined || GIT_NAMESPACE === '') return
  throw new GateError('USAGE', {
    message: `this repository is served in a namespace (${GIT_NAMESPACE}), which this hook cannot judge`,
    remedy: 'serve it as a repository of its own',
  })
}

/** Nothing is here yet that a first push could be held against. It must bring the base, or nothing ever would be. */
async function acceptFirst(court: Court, refs: readonly ReceivedRef[]): Promise<number> {
  const { repo, law, voice } = court
  const { stdout } = await repo.git(['for-each-ref', '--count=1', '--format=%(refname)'])
  if (stdout.length > 0) throw missingBase(law.base)
  const tip = refs.find(({ name }) => name === law.base)?.tip
  if (tip == null)
    return voice.refuse(
      `the first push to an empty repository must bring ${law.base}`,
      'push that branch first; under another name: on the server, git symbolic-ref HEAD refs/heads/<name>',
    )
  // Held against itself it shows whether later pushes can be held against it: a policy that cannot be read would refuse them all.
  const report = await judgeUnlessUnadopted(court, { ref: law.base, base: tip, head: tip })
  if (report === null && law.unadopted === 'refuse') return refuseUnadopted(voice, law.base)
  const next =
    report === null
      ? `${law.base} has no .orchestration/ yet (npx intentgate init), so nothing is held against it`
      : `from the next push on, all is held against ${law.base}`
  voice.say(`bootstrap: this repository was empty, and nothing in this push was judged; ${next}`)
  return EXIT.pass
}

function missingBase(base: string): GateError {
  return new GateError('USAGE', {
    message: `this repository has no ${base}, which every push is held against`,
    remedy:
      'on the server, in this repository: git symbolic-ref HEAD refs/heads/<the default branch>, or git config intentgate.baseRef <its full name>',
  })
}

function refuseUnadopted(voice: Voice, ref: string): number {
  return voice.refuse(
    `${ref} has no .orchestration/, and this server requires it`,
    'start with: npx intentgate init',
  )
}

async function judgeRef(court: Court, { name, tip }: ReceivedRef): Promise<number> {
  const { repo, law, voice } = court
  const ref = await targetOf(repo, name)
  if (tip === null) return ref === law.base ? refuseDeletion(voice, ref) : EXIT.pass
  if (NAMED_AS_ID.test(ref)) return refuseName(voice, ref)
  if (law.isIgnored(ref)) return EXIT.pass
  const head = (await repo.info(`${tip}^{commit}`))?.oid
  if (head === undefined)
    return voice.refuse(
      `${ref} would name an object that is no commit, which nothing can judge`,
      'push a commit, or a tag of one',
    )
  const old = law.tips.get(ref)
  if (old === undefined) return await judgeAgainstBase(court, ref, head)
  if (!(await isAncestor(repo, old, head))) return refuseRewriting(voice, ref, old)
  return await judgeCommits(court, { ref, base: old, head })
}

const NAMED_AS_ID = /^refs\/(?:(?:heads|tags|remotes)\/)?(?:[0-9a-f]{40}|[0-9a-f]{64})(?:\/HEAD)?$/

/** Named as the base's commit it would make that id ambiguous, and no later push could be judged. */
function refuseName(voice: Voice, ref: string): number {
  return voice.refuse(
    `${ref} is named as an object id would be, which makes that id ambiguous`,
    'choose another name',
  )
}

function refuseDeletion(voice: Voice, ref: string): number {
  return voice.refuse(
    `${ref} cannot be deleted: pushes are held against it`,
    'on the server, if it must be: name another one in intentgate.baseRef',
  )
}

/** Going back to an older policy and pushing from there would be a pardon; and the ledger would lose what came since. */
function refuseRewriting(voice: Voice, ref: string, old: string): number {
  return voice.refuse(
    `${ref} does not contain ${shortId(old)}, where it is now: what pushes are held against cannot be rewritten`,
    'merge or rebase onto it, and revert what is wrong; on the server, if it must be: git update-ref',
  )
}

/** As a pull request would be, however often the ref was pushed before: else a first push could allow what the next one does. */
async function judgeAgainstBase(court: Court, ref: string, head: string): Promise<number> {
  const { repo, law, voice } = court
  const base = law.tips.get(law.base)!
  // Made at a commit from before the gate, or from a laxer time, it would be held against nothing.
  if (law.isProtected(ref) && !(await isAncestor(repo, base, head)))
    return voice.refuse(
      `${ref} is protected: a push can make it only with all that ${law.base} has`,
      `start it at ${law.base}; elsewhere: on the server, git branch`,
    )
  return (await isKnown(court, head)) ? EXIT.pass : await judgeCommits(court, { ref, base, head })
}

/** What a protected ref holds was judged when it came there, or is older than the gate. */
async function isKnown({ repo, law }: Court, head: string): Promise<boolean> {
  const input = [head, ...Array.from(law.tips.values(), (tip) => `^${tip}`)].join('\n')
  const { stdout } = await repo.git(['rev-list', '--max-count=1', '--stdin'], { input: `${input}\n` })
  return stdout.length === 0
}

interface Pushed {
  readonly ref: string
  readonly base: string
  readonly head: string
}

async function judgeCommits(court: Court, pushed: Pushed): Promise<number> {
  const { law, voice } = court
  const report = await judgeUnlessUnadopted(court, pushed)
  if (report !== null) return voice.verdict(report, pushed.ref)
  if (law.unadopted === 'refuse') return refuseUnadopted(voice, pushed.ref)
  voice.say(`${pushed.ref} has no .orchestration/ yet; nothing was judged`)
  return EXIT.pass
}

/** null = neither end of the range has the gate. */
async function judgeUnlessUnadopted({ repo, known }: Court, pushed: Pushed): Promise<Report | null> {
  const key = `${pushed.base} ${pushed.head}`
  const report = known.get(key) ?? judgeRange(repo, pushed)
  known.set(key, report)
  try {
    return await report
  } catch (error) {
    if (error instanceof GateError && error.code === 'NO_ORCHESTRATION') return null
    throw error
  }
}

/** Notices of single commits are left to where they are read: a push waits for this. */
function judgeRange(repo: Repository, { base, head }: Pushed): Promise<Report> {
  return checkRange(repo.top, { base, head, place: 'ci', mostCommits: 0, parser: parserEntry() })
}
