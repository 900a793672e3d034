import { GateError } from '../core/error.ts'
import { type DiffHunk, diffKey } from '../core/evidence.ts'
import { createHunkScan } from './parse-hunks.ts'
import type { BlobPair, Diffs, Repository } from './types.ts'

const DIFF = [
  'diff-tree', // plumbing: no diff.* setting of the user applies, except those that are answered below
  '-p',
  '-U0',
  '--histogram',
  '--indent-heuristic', // diff.indentHeuristic
  '--text', // `* -diff` in .gitattributes would hide the hunks
  '--no-textconv',
  '--no-ext-diff',
  '--no-renames',
  '--no-color',
  '--src-prefix=a/', // diff.noprefix, diff.mnemonicPrefix
  '--dst-prefix=b/',
]

/**
 * git's histogram diff of many pairs of blobs, in one process, by `diffKey`; null = the empty file. Neither attributes nor
 * configuration change the result. Throws MISSING_OBJECT where a blob is not here.
 */
export async function loadDiffs(repo: Repository, pairs: readonly BlobPair[]): Promise<Diffs> {
  const wanted = new Map(pairs.map((pair) => [diffKey(pair.from, pair.to), pair]))
  const differing = [...wanted].filter(([, { from, to }]) => from !== to)
  const diffs = new Map<string, readonly DiffHunk[]>([...wanted.keys()].map((key) => [key, []]))
  if (differing.length === 0) return diffs
  await requireBlobs(
    repo,
    differing.map(([, pair]) => pair),
  )

  // Two trees whose files are named by number: git compares them pair by pair, and no name can match an attribute's pattern
  // of the repository's own files.
  const [from, to] = await Promise.all([
    makeTree(
      repo,
      differing.map(([, pair]) => pair.from),
    ),
    makeTree(
      repo,
      differing.map(([, pair]) => pair.to),
    ),
  ])
  const scan = createHunkScan()
  await repo.stream([...DIFF, from, to], scan.read)
  for (const [name, hunks] of scan.end()) {
    const key = differing[name]?.[0]
    if (key === undefined)
      throw new GateError('GIT_OUTPUT', { command: 'diff-tree', detail: `a file named ${name}` })
    diffs.set(key, hunks)
  }
  return diffs
}

async function requireBlobs(repo: Repository, pairs: readonly BlobPair[]): Promise<void> {
  const oids = new Set(pairs.flatMap(({ from, to }) => [from, to]).filter((oid) => oid !== null))
  await Promise.all(
    Array.from(oids, async (oid) => {
      const info = await repo.info(oid)
      if (info?.type !== 'blob') throw new GateError('MISSING_OBJECT', { oid, what: 'a blob to compare' })
    }),
  )
}

async function makeTree(repo: Repository, blobs: readonly (string | null)[]): Promise<string> {
  const lines = blobs.flatMap((oid, name) => (oid === null ? [] : [`100644 blob ${oid}\t${name}\n`]))
  const { stdout } = await repo.scratch(['mktree'], { input: lines.join('') })
  return stdout.toString('latin1').trim()
}
