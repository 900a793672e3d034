import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SIDECAR } from '../../core/sidecar.ts'
import type { Repository } from '../../git/types.ts'

export interface LocalCommits {
  /** Commits that no remote has, since the gate was adopted. */
  readonly count: number
  /** Those that no hook of ours has seen pass, newest first. */
  readonly unseen: readonly { readonly commit: string; readonly subject: string }[]
  /** Is `.orchestration/` in HEAD? Before that, no commit was for the gate to see. */
  readonly adopted: boolean
  /** Is anything of a remote known here? */
  readonly remote: boolean
}

// What is older has been pushed somewhere, or will be judged in CI; here it would only be a long list.
const MOST = 1000

/** Local commits held against what the hooks noted. `baseline`: history up to it is not judged; null = all of it is. */
export async function readLocalCommits(repo: Repository, baseline: string | null): Promise<LocalCommits> {
  const remote = (await repo.git(['for-each-ref', '--count=1', 'refs/remotes'])).stdout.length > 0
  const adopted = (await repo.info(`HEAD:${SIDECAR}`)) !== null
  if (!adopted) return { count: 0, unseen: [], adopted, remote }
  const settled = [await adoption(repo), baseline].filter((id) => id !== null)
  const { stdout } = await repo.git([
    'log',
    '-z',
    '--format=%H %s',
    // git runs no post-commit after a clean merge; what it holds came from judged commits, and the push judges it.
    '--no-merges',
    `--max-count=${MOST}`,
    'HEAD',
    '--not',
    '--remotes',
    ...settled,
    '--',
  ])
  const commits = stdout
    .toString('utf8')
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => ({ commit: entry.split(' ', 1)[0]!, subject: entry.slice(entry.indexOf(' ') + 1) }))
  const seen = seenCommits(repo)
  const unseen = commits.filter(({ commit }) => !seen.has(commit))
  return { count: commits.length, unseen, adopted, remote }
}

/** The commit that brought `.orchestration/`: it was judged by nothing, and what came before it even less. */
async function adoption(repo: Repository): Promise<string | null> {
  const { stdout } = await repo.git(['rev-list', '--reverse', '--topo-order', 'HEAD', '--', SIDECAR])
  return stdout.toString('latin1').split('\n', 1)[0] || null
}

/** Every worktree notes its own commits, and a branch may be looked at from another one. */
function seenCommits({ commonDir }: Repository): ReadonlySet<string> {
  const worktrees = join(commonDir, 'worktrees')
  const folders = existsSync(worktrees) ? readdirSync(worktrees).map((name) => join(worktrees, name)) : []
  const files = [commonDir, ...folders]
    .map((folder) => join(folder, 'intentgate', 'commits'))
    .filter((file) => existsSync(file))
  return new Set(files.flatMap((file) => readFileSync(file, 'latin1').split('\n')))
}
