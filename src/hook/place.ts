import { join, resolve } from 'node:path'

/** Where this hook runs. git starts hooks at the top of the worktree. */
export interface Place {
  readonly top: string
  readonly gitDir: string
  /** Our own state, of this worktree. */
  readonly state: string
  /** The index that is about to be committed: `commit -a` and `commit <path>` have one of their own. */
  readonly index: string
}

export function placeOf(env: NodeJS.ProcessEnv, cwd: string): Place {
  const gitDir = resolve(cwd, env.GIT_DIR ?? '.git')
  const index = env.GIT_INDEX_FILE === undefined ? join(gitDir, 'index') : resolve(cwd, env.GIT_INDEX_FILE)
  return { top: cwd, gitDir, state: join(gitDir, 'intentgate'), index }
}
