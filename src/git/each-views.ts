import { changedView } from './changed-view.ts'
import type { LoggedCommit } from './parse-log.ts'
import { shortId } from './short-id.ts'
import type { Repository, View } from './types.ts'
import { emptyView, treeView } from './views.ts'

/** Where the trees of a commit and of its parent are read. */
export interface Views {
  readonly parent: (commit: string) => View
  readonly target: (logged: LoggedCommit) => View
}

/** Straight from git. */
export function plainViews(repo: Repository): Views {
  const parent = (commit: string) => treeView(repo, commit, shortId(commit))
  return { parent, target: ({ id }) => parent(id) }
}

// So many commits are remembered, and so many are told by their changes one on top of the other. Then git is asked again: neither a
// search for an entry nor memory may grow with the range.
const KEPT = 16

interface Remembered {
  readonly view: View
  readonly depth: number
}

/** For commits in the order of the log: each is told by its parent's view and what the log says it changed. */
export function eachViews(repo: Repository): Views {
  const plain = plainViews(repo)
  const recent = new Map<string, Remembered>()

  function remember(commit: string, remembered: Remembered): View {
    recent.set(commit, remembered)
    const [oldest = commit] = recent.keys()
    if (recent.size > KEPT) recent.delete(oldest)
    return remembered.view
  }

  const parent = (commit: string): View =>
    recent.get(commit)?.view ?? remember(commit, { view: plain.parent(commit), depth: 0 })

  return {
    parent,
    target(logged) {
      const [first] = logged.parents
      const before = first === undefined ? emptyView() : parent(first)
      const depth = 1 + (first === undefined ? 0 : (recent.get(first)?.depth ?? 0))
      const tree = plain.target(logged)
      if (depth > KEPT) return remember(logged.id, { view: tree, depth: 0 })
      return remember(logged.id, { view: changedView(before, logged.changes, tree), depth })
    },
  }
}
