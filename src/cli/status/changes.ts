import type { Intents } from '../../core/intent.ts'
import { needsNoTrace } from '../../core/sidecar.ts'
import { changedPaths } from '../../git/changed-paths.ts'
import type { Repository } from '../../git/types.ts'
import { ownersOf } from '../ledger/choose-intent.ts'
import { changesSinceRecord } from '../ledger/since-record.ts'

/** A path that differs from HEAD, staged or not. */
export interface ChangedPath {
  readonly path: string
  /** Is its present state what was recorded last? A quick look: the gate itself looks at every line. */
  readonly traced: boolean
  /** Intents in progress that own it. */
  readonly owners: readonly string[]
}

export async function readChanges(repo: Repository, intents: Intents): Promise<ChangedPath[]> {
  const { files, nested } = await changesSinceRecord(repo, [])
  const unrecorded = new Set([...files.map(({ path }) => path), ...nested])
  const paths = (await changedPaths(repo, [])).filter((path) => !needsNoTrace(path))
  return paths.map((path) => ({
    path,
    traced: !unrecorded.has(path),
    owners: ownersOf(path, intents).map(({ id }) => id),
  }))
}
