import { EXIT, GateError } from '../../core/error.ts'
import type { Report } from '../../core/report.ts'
import { SIDECAR } from '../../core/sidecar.ts'
import type { Repository } from '../../git/types.ts'
import { checkRange } from '../../open-range.ts'
import { installingFolder, parserEntry } from '../package-root.ts'
import type { HookIo } from './hook-io.ts'

interface PushedRef {
  readonly localRef: string
  readonly localId: string
  readonly remoteId: string
}

/** pre-push: judges what no remote has yet, as policy `commits` says; per-commit findings are notices. */
export async function judgePush(repo: Repository, io: HookIo): Promise<number> {
  let exit: number = EXIT.pass
  for (const ref of await readPushedRefs(io.stdin)) {
    const report = await judgeRef(repo, io, ref)
    if (report === null) continue
    if (report.verdict === 'fail' || report.violations.length > 0) io.report(report)
    if (report.verdict === 'fail') exit = EXIT.violations
  }
  return exit
}

/**
 * Held against every place from where it could be new, and one that passes suffices: after a merge of main, main's commits are
 * new to the branch, and the branch's to main. What no remote has is new to all of them. null = there is nothing to judge.
 */
async function judgeRef(repo: Repository, io: HookIo, ref: PushedRef): Promise<Report | null> {
  const refused: Report[] = []
  for (const base of await basesOf(repo, ref)) {
    const report = await judgeUnlessUnadopted(repo, io, base, ref.localId)
    if (report === null || report.verdict === 'pass') return report
    refused.push(report)
  }
  const [nearest = null] = refused.sort((a, b) => a.violations.length - b.violations.length)
  return nearest
}

// Above this, judging each commit as well would make people skip the hook; CI does it anyway.
const MAX_COMMITS = 200

async function judgeUnlessUnadopted(
  repo: Repository,
  io: HookIo,
  base: string,
  head: string,
): Promise<Report | null> {
  try {
    return await checkRange(repo.top, {
      ...{ base, head },
      place: 'local',
      mostCommits: MAX_COMMITS,
      parser: parserEntry(),
      readIn: io.env.GIT_PREFIX ?? '',
      gateIn: installingFolder(),
    })
  } catch (error) {
    if (!(error instanceof GateError) || error.code !== 'NO_ORCHESTRATION') throw error
    io.err('intentgate: this branch has no .orchestration/ yet; nothing was judged\n')
    return null
  }
}

/** `<local ref> <local id> <remote ref> <remote id>` per line. A deletion pushes nothing: its id is all zeros, of any length. */
async function readPushedRefs(stdin: AsyncIterable<Uint8Array>): Promise<PushedRef[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stdin) chunks.push(chunk)
  const lines = Buffer.concat(chunks)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
  const refs = lines.map((line) => {
    const [localRef = '', localId = '', , remoteId = ''] = line.split(' ')
    return { localRef, localId, remoteId }
  })
  return refs.filter(({ localId }) => !isNull(localId))
}

function isNull(id: string): boolean {
  return /^0+$/.test(id)
}

/** More would not fit on a command line everywhere. */
const MOST_ARGUMENTS = 500
// After more merges than this between two pushes, the latest places are enough to look at.
const MAX_BASES = 8

/** The latest commits below this one that some remote has. None = nothing is new, or nothing was ever adopted. */
async function basesOf(repo: Repository, { localId, remoteId }: PushedRef): Promise<string[]> {
  const isKnown = !isNull(remoteId) && (await repo.info(`${remoteId}^{commit}`)) !== null
  const known = ['--remotes', ...(isKnown ? [remoteId] : [])]
  const listed = await revisions(repo, ['rev-list', '--boundary', localId, '--not', ...known])
  const edges = listed.filter((id) => id.startsWith('-')).map((id) => id.slice(1))
  if (edges.length === listed.length) return []
  if (edges.length === 0) return await adoption(repo, localId)
  const latest = ['merge-base', '--independent', ...edges.slice(0, MOST_ARGUMENTS)]
  return await withGate(repo, (await revisions(repo, latest)).slice(0, MAX_BASES))
}

/** Held against a history from before the gate, nothing would block. */
async function withGate(repo: Repository, bases: readonly string[]): Promise<string[]> {
  const gated: string[] = []
  for (const base of bases) if ((await repo.info(`${base}:${SIDECAR}`)) !== null) gated.push(base)
  return gated.length === 0 ? [...bases] : gated
}

async function revisions(repo: Repository, args: readonly string[]): Promise<string[]> {
  const { stdout } = await repo.git(args)
  return stdout
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
}

/** The first push of a history: it is judged from the commit that brought `.orchestration/`. */
async function adoption(repo: Repository, head: string): Promise<string[]> {
  const commits = await revisions(repo, ['rev-list', '--reverse', '--topo-order', head, '--', SIDECAR])
  return commits.slice(0, 1)
}
