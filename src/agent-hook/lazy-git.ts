import type { Place } from '../git/run.ts'
import type { RunOptions, RunResult } from '../git/types.ts'

/**
 * As `git/run.ts`, loaded when it is needed: most events start no process, and node takes a while to get ready for one. The
 * bundle that a hook starts waits for git; as a library it must not hold up its host.
 */
export async function runGit(
  place: Place,
  args: readonly string[],
  options?: RunOptions,
): Promise<RunResult> {
  if (process.env.INTENTGATE_DOOR === 'hook')
    return (await import('../git/run-at-once.ts')).runGitAtOnce(place, args, options)
  return await (await import('../git/run.ts')).runGit(place, args, options)
}
