import { readFileSync } from 'node:fs'
import { type Judged, judged } from '../../check.ts'
import { EXIT, GateError } from '../../core/error.ts'
import type { Repository } from '../../git/types.ts'
import { clearPassed } from '../../hook/pass-marker.ts'
import { quotePath } from '../../report/escape.ts'
import type { Target } from '../../request.ts'
import { stateFolder } from '../../store/session.ts'
import { offerLesson } from '../intents/repeated-refusal.ts'
import { installingFolder, parserEntry } from '../package-root.ts'
import { stagingCommand } from '../unstaged-ledger.ts'
import { stageOpenShards } from './autostage.ts'
import type { HookIo } from './hook-io.ts'
import { recordLayouts, seenOnlyHere } from './record-layout.ts'
import { hasPassed, indexInode, placeOf, rememberPass, rememberUnjudged } from './settle.ts'
import { addTrailers } from './trailers.ts'

/**
 * pre-commit, pre-merge-commit: stages the recorder's own open shards, and judges the index that is about to be committed. What a
 * formatter did since it was traced is recorded, and judged again by the record: nobody else can see it.
 */
export async function judgeCommit(repo: Repository, io: HookIo): Promise<number> {
  await stageOpenShards(repo)
  return await judgeIndex(repo, io, async () => {
    const first = await firstPass(repo, io, STAGED)
    if (first.verdict?.report.verdict !== 'pass' || first.verdict.facts === null) return first
    if ((await recordLayouts(repo, first.verdict.facts)) === 'nothing') return first
    await stageOpenShards(repo)
    return await firstPass(repo, io, STAGED)
  })
}

const STAGED: readonly Target[] = [{ kind: 'staged' }]

/**
 * prepare-commit-msg, which `--no-verify` does not skip: judges where no earlier hook did, and adds the trailer. With
 * the arguments `commit HEAD` it is an amend: then HEAD^ is tried as base too, and either suffices.
 */
export async function prepareMessage(
  repo: Repository,
  io: HookIo,
  [file, source, commit]: readonly string[],
): Promise<number> {
  if (await hasPassed(repo, placeOf(io.env, repo.top))) return EXIT.pass
  const isAmend = source === 'commit' && commit === 'HEAD'
  const targets: Target[] = [{ kind: 'staged' }]
  if (isAmend) targets.push({ kind: 'staged', base: 'HEAD^' })
  const judge = () => firstPass(repo, io, targets)
  return await judgeIndex(repo, io, judge, async (verdict) => {
    if ((await recordTooLate(repo, io, verdict)) === 'recorded') return EXIT.violations
    if (file !== undefined) await addTrailers(repo, file, verdict)
    return EXIT.pass
  })
}

/**
 * The tree is made already: what a formatter did after pre-commit judged, or without it, can be recorded for the next try only. Without
 * the record this commit would be refused everywhere else.
 */
async function recordTooLate(
  repo: Repository,
  io: HookIo,
  { facts }: Judged,
): Promise<'recorded' | 'nothing'> {
  const paths = facts === null ? [] : seenOnlyHere(facts)
  if (facts === null || paths.length === 0) return 'nothing'
  await recordLayouts(repo, facts)
  await stageOpenShards(repo)
  const named = paths.map(quotePath).join(', ')
  io.err(
    `intentgate: ${named}: laid out anew after pre-commit judged, or without it\n  fix: that is recorded now: commit again. So that it does not happen again, let formatters stand before the gate in the pre-commit hook\n`,
  )
  return 'recorded'
}

/** commit-msg: judges with the message, where policy `trailer: require` looks at it. */
export async function judgeMessage(repo: Repository, io: HookIo, [file]: readonly string[]): Promise<number> {
  if (file === undefined || (await hasPassed(repo, placeOf(io.env, repo.top)))) return EXIT.pass
  const input = aboveScissors(readFileSync(file))
  const { stdout } = await repo.git(['stripspace', '--strip-comments'], { input })
  const staged = { kind: 'staged', message: stdout.toString('utf8') } as const
  return await judgeIndex(repo, io, () => firstPass(repo, io, [staged]))
}

// After any comment character. Below it stands the diff of `commit -v`, which git drops; `stripspace` drops the line alone.
const SCISSORS = /^\S+ -{24} >8 -{24}$/m

function aboveScissors(message: Buffer): Buffer {
  const at = message.toString('latin1').search(SCISSORS)
  return at === -1 ? message : message.subarray(0, at)
}

/** Its exit code is the hook's. */
type AfterPass = (verdict: Judged) => Promise<number>

async function judgeIndex(
  repo: Repository,
  io: HookIo,
  judge: () => Promise<Seen>,
  afterPass?: AfterPass,
): Promise<number> {
  const place = placeOf(io.env, repo.top)
  const { inode, verdict } = await judge()
  if (verdict === null) {
    await rememberUnjudged(repo, place, inode)
    return EXIT.pass
  }
  if (verdict.report.verdict === 'fail') {
    clearPassed(place)
    io.report(verdict.report)
    await noteUnstaged(repo, io)
    const offer = offerLesson(stateFolder(repo.gitDir), verdict.report)
    if (offer !== null) io.err(offer)
    return EXIT.violations
  }
  const code = (await afterPass?.(verdict)) ?? EXIT.pass
  if (code !== EXIT.pass) {
    clearPassed(place)
    return code
  }
  sayPassed(io, verdict)
  if (verdict.facts !== null) await rememberPass(repo, place, inode, verdict.facts)
  return EXIT.pass
}

// Where pre-commit does not run (--no-verify, a rebase that goes on) nothing has staged the records.
async function noteUnstaged(repo: Repository, io: HookIo): Promise<void> {
  const command = await stagingCommand(repo)
  if (command !== null) io.err(`note: records that are not staged do not count here: ${command}\n`)
}

// The commit that adopts the gate adds files that nothing can have traced yet: a list of them would only frighten.
function sayPassed(io: HookIo, { report }: Judged): void {
  const { bootstrap, violations } = report
  if (bootstrap)
    io.err(
      `intentgate: the base has no .orchestration/ yet, so nothing blocks; later commits are judged (npx intentgate check lists ${violations.length} findings)\n`,
    )
  else if (violations.length > 0) io.report(report)
}

interface Seen {
  /** Of the index, before it was judged. */
  readonly inode: string | null
  /** null = the gate has not been adopted on this branch. */
  readonly verdict: Judged | null
}

/** The first verdict that passes, else the first. */
async function firstPass(repo: Repository, io: HookIo, targets: readonly Target[]): Promise<Seen> {
  const inode = indexInode(placeOf(io.env, repo.top))
  let first: Judged | null = null
  for (const what of targets) {
    const verdict = await judgeUnlessUnadopted(repo, io, what)
    if (verdict === null || verdict.report.verdict === 'pass') return { inode, verdict }
    first ??= verdict
  }
  return { inode, verdict: first }
}

async function judgeUnlessUnadopted(repo: Repository, io: HookIo, what: Target): Promise<Judged | null> {
  try {
    return await judged(repo.top, {
      ...{ what, place: 'local', parser: parserEntry() },
      readIn: io.env.GIT_PREFIX ?? '', // where the person who commits stands
      gateIn: installingFolder(),
    })
  } catch (error) {
    // A branch from before the adoption: its commits cannot be held against intents that it does not have.
    if (!(error instanceof GateError) || error.code !== 'NO_ORCHESTRATION') throw error
    io.err('intentgate: this branch has no .orchestration/ yet; nothing was judged\n')
    return null
  }
}
