import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Place, runGit } from './run.ts'

/** Two commits that git merges again when a range is judged. */
export type Pair = readonly [ours: string, theirs: string]

/** The two ends of `base...head`, and the parents of every merge that the head brings. */
export async function mergedPairs(place: Place, base: string, head: string): Promise<Pair[]> {
  const merges = await lines(place, ['rev-list', '--merges', '--parents', `${base}..${head}`, '--'])
  const parents = merges.map((line) => line.split(' ').slice(1))
  const within = parents.flatMap(([first = '', ...others]) => others.map((other): Pair => [first, other]))
  return [[base, head], ...within]
}

/**
 * Does a commit that one side of a pair has and the other lacks stand at the edge of what was fetched? Then the merge base, and
 * what lies since, is a guess.
 */
export async function isCutOff(place: Place, gitDir: string, pairs: readonly Pair[]): Promise<boolean> {
  const file = join(gitDir, 'shallow')
  if (!existsSync(file)) return false
  const edge = new Set(readFileSync(file, 'latin1').split('\n'))
  for (const [ours, theirs] of pairs) {
    const commits = await lines(place, ['rev-list', `${ours}...${theirs}`, '--'])
    if (commits.some((id) => edge.has(id))) return true
  }
  return false
}

/** Every best common ancestor. */
export async function basesOf(place: Place, [ours, theirs]: Pair): Promise<string[]> {
  return lines(place, ['merge-base', '--all', ours, theirs], [1])
}

/** Does a commit of the range say that it reverts another? It may name any commit of the whole history. */
export async function tellsOfRevert(place: Place, base: string, head: string): Promise<boolean> {
  const select = ['--fixed-strings', '--grep=This reverts commit', '--max-count=1']
  return (await lines(place, ['rev-list', ...select, `${base}..${head}`, '--'])).length > 0
}

async function lines(
  place: Place,
  args: readonly string[],
  allow: readonly number[] = [],
): Promise<string[]> {
  const { stdout } = await runGit(place, args, { allow })
  return stdout
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
}
