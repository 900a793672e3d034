import type { Place } from '../git/run.ts'
import type { RunOptions, RunResult } from '../git/types.ts'

/** As `git/run.ts`, loaded when it is needed: most events start no process, and node takes a while to get ready for one. */
export async function runGit(
  place: Place,
  args: readonly string[],
  options?: RunOptions,
): Promise<RunResult> {
  const git = await import('../git/run.ts')
  return await git.runGit(place, args, options)
}
