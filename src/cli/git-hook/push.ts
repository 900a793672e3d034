import { check } from '../../check.ts'
import { EXIT } from '../../core/error.ts'
import type { Report } from '../../core/report.ts'
import type { Repository } from '../../git/types.ts'
import { createEvidenceReader } from '../../store/evidence.ts'
import type { HookIo } from './hook-io.ts'

interface PushedRef {
  readonly localRef: string
  readonly localId: string
  readonly remoteId: string
}

/** pre-push: judges what the remote does not have yet, as policy `commits` says; per-commit findings are notices. */
export async function judgePush(
  repo: Repository,
  io: HookIo,
  [remote = 'origin']: readonly string[],
): Promise<number> {
  let exit: number = EXIT.pass
  for (const ref of await readPushedRefs(io.stdin)) {
    const base = await baseOf(repo, ref, remote)
    if (base === null) continue
    const report = await judgeRange(repo, base, ref.localId)
    if (report.verdict === 'fail' || report.violations.length > 0) io.report(report)
    if (report.verdict === 'fail') exit = EXIT.violations
  }
  return exit
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

/** From where the push is judged: what the remote has of it. null = nothing new, or nothing that was ever adopted. */
async function baseOf(
  repo: Repository,
  { localId, remoteId }: PushedRef,
  remote: string,
): Promise<string | null> {
  if (!isNull(remoteId) && (await repo.info(`${remoteId}^{commit}`)) !== null) return remoteId
  const fresh = await revisions(repo, ['--boundary', localId, '--not', `--remotes=${remote}`])
  if (!fresh.some((line) => !line.startsWith('-'))) return null
  const edge = fresh.find((line) => line.startsWith('-'))
  return edge === undefined ? await adoption(repo, localId) : edge.slice(1)
}

async function revisions(repo: Repository, args: readonly string[]): Promise<string[]> {
  const { stdout } = await repo.git(['rev-list', ...args])
  return stdout
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
}

/** The first push of a history: it is judged from the commit that brought `.orchestration/`. */
async function adoption(repo: Repository, head: string): Promise<string | null> {
  const commits = await revisions(repo, ['--reverse', '--topo-order', head, '--', '.orchestration'])
  return commits[0] ?? null
}

// Above this, judging each commit as well would make people skip the hook; CI does it anyway.
const MAX_COMMITS = 200

async function judgeRange(repo: Repository, base: string, head: string): Promise<Report> {
  const reader = createEvidenceReader(repo)
  const { policy } = await reader.config(base)
  const each = () => check(repo.top, { what: { kind: 'range', base, head, commits: 'each' }, place: 'local' })
  if (policy.commits === 'each') return await each()
  const net = await check(repo.top, { what: { kind: 'range', base, head, commits: 'net' }, place: 'local' })
  const { stdout } = await repo.git(['rev-list', '--count', `${base}..${head}`])
  if (net.verdict === 'fail' || Number(stdout.toString()) > MAX_COMMITS) return net
  const notices = (await each()).violations.map((violation) => ({
    ...violation,
    severity: 'notice' as const,
  }))
  return { ...net, violations: [...net.violations, ...notices] }
}
