import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DiffHunk } from '../core/evidence.ts'
import { createHunkScan } from '../git/parse-hunks.ts'
import type { FileDraft } from '../store/draft.ts'
import { textsOf } from '../store/seal-file.ts'
import { runGit } from './lazy-git.ts'
import { hasTooManyChanges, onlyHunk, textLines } from './only-hunk.ts'
import type { World } from './world.ts'

// As git/diff.ts asks for it, of files instead of blobs: neither the size of the repository nor its index matters.
const DIFF = [
  ...['diff', '--no-index', '-U0', '--inter-hunk-context=0', '--histogram', '--indent-heuristic'],
  ...[
    '--text',
    '--no-textconv',
    '--no-ext-diff',
    '--no-renames',
    '--no-color',
    '--no-prefix',
    '--',
    'a',
    'b',
  ],
]

/** git's histogram diff of each file with text on both ends; null = lines say nothing. At most one git process. */
export async function diffFiles(
  { site, env }: World,
  files: readonly FileDraft[],
): Promise<(file: FileDraft) => readonly DiffHunk[] | null> {
  const known = new Map(files.map((file) => [file, wholeHunks(file)]))
  const compared = files.filter((file) => known.get(file) === undefined)
  const hunks = compared.length === 0 ? new Map() : await diffPairs({ site, env }, compared)
  return (file) => {
    const whole = known.get(file)
    return whole !== undefined ? whole : (hunks.get(compared.indexOf(file)) ?? [])
  }
}

/** Where it takes no comparison; undefined where it does. */
function wholeHunks(file: FileDraft): readonly DiffHunk[] | null | undefined {
  const texts = textsOf(file)
  if (texts === null) return null
  if (file.before?.blob === file.after?.blob) return []
  const [before, after] = [textLines(texts.before), textLines(texts.after)]
  return hasTooManyChanges(before, after) ? null : onlyHunk(before, after)
}

async function diffPairs(
  { site, env }: Pick<World, 'site' | 'env'>,
  files: readonly FileDraft[],
): Promise<ReadonlyMap<number, readonly DiffHunk[]>> {
  const folder = mkdtempSync(join(site.state, 'diff-'))
  try {
    for (const side of ['a', 'b']) mkdirSync(join(folder, side))
    for (const [name, file] of files.entries()) {
      const texts = textsOf(file)!
      writeFileSync(join(folder, 'a', String(name)), texts.before, { mode: 0o600 })
      writeFileSync(join(folder, 'b', String(name)), texts.after, { mode: 0o600 })
    }
    const place = { cwd: folder, env: { ...env, GIT_DIR: site.gitDir } }
    const { stdout } = await runGit(place, DIFF, { allow: [1] })
    const scan = createHunkScan()
    scan.read(stdout)
    return scan.end()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
