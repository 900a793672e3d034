import type { CommitSource } from '../src/git/commit-source.ts'
import { hardened } from '../src/git/environment.ts'
import { runGit } from '../src/git/run.ts'
import type { Range } from './range.ts'

export async function countCommits({ dir, env }: CommitSource, { base, head }: Range): Promise<number> {
  const place = { cwd: dir, env: hardened(env) }
  const { stdout } = await runGit(place, ['rev-list', '--count', `${base}..${head}`, '--'])
  return Number(stdout.toString('latin1'))
}
