import type { Need } from '../core/evidence.ts'
import { withWayOn } from '../core/remedy.ts'
import { defineRule, type Facts } from '../core/rule.ts'
import { shardDay } from '../core/sidecar.ts'
import { type Children, foldersNear, newCollisions, spellingProblem } from '../core/unsafe-path.ts'

export const unsafePath = defineRule({
  id: 'unsafe-path',
  summary: 'No added path has a name that people or file systems take for another.',
  severity: 'error',

  *needs(facts): Iterable<Need> {
    const added = addedPaths(facts)
    if (added.length > 0) for (const folder of foldersNear(added)) yield { kind: 'names', folder }
  },

  *check(facts) {
    const added = addedPaths(facts)
    const remedy = withWayOn('give it another name', facts.snapshot.operation)
    for (const path of added) {
      const problem = spellingProblem(path)
      if (problem !== null) yield { path, message: problem, remedy }
    }
    for (const collision of newCollisions(added, childrenNear(facts, added))) {
      const message = `some file systems cannot tell it from ${collision.with}, which is there too`
      yield { path: collision.path, message, remedy }
    }
  },
})

function childrenNear({ evidence: { loaded } }: Facts, added: readonly string[]): Children {
  if (added.length === 0) return new Map()
  const isMissing = foldersNear(added).some((folder) => !loaded.names.has(folder))
  // Going on without them would find no collision, ever.
  if (isMissing) throw new Error('unsafe-path is checked before the names are loaded')
  return loaded.names
}

// The recorder's own shards have names that nothing folds onto, and a folder of them may be long.
function addedPaths({ snapshot }: Facts): string[] {
  return snapshot.changes
    .filter(({ path, before, after }) => before === null && after !== null && shardDay(path) === null)
    .map(({ path }) => path)
}
