import { type Change, type Entry, stateKey } from '../../core/change.ts'
import { isSidecarsOwn } from '../../core/sidecar.ts'
import { changedPaths } from '../../git/changed-paths.ts'
import type { Repository, View } from '../../git/types.ts'
import { worktreeState } from '../../git/worktree.ts'
import { type FileDraft, headView } from '../../record.ts'
import { type LastRecords, readLastRecords, stateBefore } from '../../store/last-record.ts'
import { stateFolder } from '../../store/session.ts'
import { baselineView } from '../ledger/baseline.ts'
import { fileDraft } from '../ledger/file-drafts.ts'
import { sortNested } from '../ledger/nested.ts'
import { whereaboutsIn } from '../ledger/whereabouts.ts'

/** The working tree before a command runs. */
export interface Window {
  /** Of every path that is not as HEAD has it, or was recorded. */
  readonly states: ReadonlyMap<string, Entry | null>
  /** Of these, what has changed since it was last recorded: whose work that is, nobody has said. */
  readonly unclear: ReadonlySet<string>
  readonly last: LastRecords
  readonly head: View
}

export async function openWindow(repo: Repository): Promise<Window> {
  const last = readLastRecords(stateFolder(repo.gitDir))
  const [head, base] = [await headView(repo), await baselineView(repo)]
  const states = await statesOf(repo, [...(await changedPaths(repo, [])), ...last.keys()])
  const whereabouts = whereaboutsIn(repo, head)
  const unclear = new Set<string>()
  for (const [path, current] of states) {
    const known = last.get(path)
    const placed = known && { ...known, whereabouts: await whereabouts(known) }
    const at = { head: await head.entry(path), base: await base.entry(path), current }
    if (stateBefore(placed, at) !== 'unchanged') unclear.add(path)
  }
  return { states, unclear, last, head }
}

export interface Changes {
  readonly files: readonly FileDraft[]
  /** Changed by the command, on top of what nobody has recorded. */
  readonly unclear: readonly string[]
}

/** What is not as it was when the window was opened, and was not recorded by somebody else since. */
export async function changesIn(repo: Repository, window: Window): Promise<Changes> {
  const { states, unclear, head } = window
  const now = await statesOf(repo, [...(await changedPaths(repo, [])), ...states.keys()])
  const isOurs = changedBy(repo, window)
  const changes: Change[] = []
  for (const [path, after] of now) {
    const before = states.get(path) ?? null
    changes.push({ path, before: states.has(path) ? before : await head.entry(path), after })
  }
  const ours = changes.filter(isOurs)
  const clear = ours.filter(({ path }) => !unclear.has(path))
  return {
    files: await Promise.all(clear.map(({ path, before, after }) => fileDraft(repo, path, before, after))),
    unclear: ours.map(({ path }) => path).filter((path) => unclear.has(path)),
  }
}

function changedBy(repo: Repository, { last }: Window): (change: Change) => boolean {
  const recorded = readLastRecords(stateFolder(repo.gitDir))
  return (change) => {
    const { path, before, after } = change
    const one = recorded.get(path)
    const isOthers =
      one !== undefined && one.id !== last.get(path)?.id && stateKey(one.after) === stateKey(after)
    return stateKey(before) !== stateKey(after) && !isOthers && !isSidecarsOwn(change)
  }
}

async function statesOf(repo: Repository, paths: readonly string[]): Promise<Map<string, Entry | null>> {
  const { own } = await sortNested(repo, [...new Set(paths)])
  const worktree = await worktreeState(repo, own)
  return new Map([...worktree].map(([path, { entry }]) => [path, entry]))
}
