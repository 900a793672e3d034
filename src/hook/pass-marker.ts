import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Place } from './place.ts'

/** What passed: this index file, against this HEAD ('-' before the first commit) and MERGE_HEAD ('-' if none). */
export interface Passed {
  readonly head: string
  readonly mergeHead: string
  readonly todo: string
}

/**
 * Lets the later hooks of the same commit skip. The marker is a hard link to the index that was judged: git writes an
 * index by renaming a new file over it, so "same inode" is "same content", and the link keeps the inode from being
 * used again. `judged` is the inode that was compared: an index written meanwhile is not marked.
 */
export function markPassed({ state, index }: Place, judged: string, { head, mergeHead, todo }: Passed): void {
  mkdirSync(state, { recursive: true })
  const draft = join(state, `passed.${process.pid}`)
  try {
    linkSync(index, draft)
  } catch {
    // No hard links here (some network and FAT file systems): the later hooks judge again, which is only slower.
    return
  }
  if (String(statSync(draft).ino) !== judged) {
    unlinkSync(draft)
    return
  }
  // Emptied first: a marker must never pair an old HEAD with a new index.
  writeFileSync(join(state, 'passed'), '')
  renameSync(draft, join(state, 'passed.index'))
  // Two links to one file: then rename does nothing, and leaves both.
  if (existsSync(draft)) unlinkSync(draft)
  writeFileSync(join(state, 'passed'), `${head} ${mergeHead} ${todo}\n`)
}

/** What passed with the very index that is about to be committed; null = nothing did. */
export function readPassed({ state, index }: Place): Passed | null {
  const marked = statSync(join(state, 'passed.index'), { throwIfNoEntry: false })
  const current = statSync(index, { throwIfNoEntry: false })
  return marked !== undefined && marked.ino === current?.ino && marked.dev === current.dev
    ? lastPassed(state)
    : null
}

/** What passed last, whatever became of its index; null = nothing, or it has been used. */
export function lastPassed(state: string): Passed | null {
  try {
    const [head, mergeHead, todo] = readFileSync(join(state, 'passed'), 'utf8').trim().split(' ')
    return head && mergeHead && todo ? { head, mergeHead, todo } : null
  } catch {
    // No marker: nothing passed.
    return null
  }
}

/** A refusal must not leave an older pass standing. */
export function clearPassed({ state }: Place): void {
  rmSync(join(state, 'passed'), { force: true })
}
