import { kindOf } from '../core/change.ts'
import { SIDECAR } from '../core/sidecar.ts'
import { attributeFiles } from './attribute-files.ts'
import { parseRawDiff } from './parse-raw-diff.ts'
import { type Place, runGit } from './run.ts'

/** A pair and its one merge base. */
export type Fork = readonly [ours: string, theirs: string, base: string]

/**
 * The blobs that judging `base..head` reads and that are not here: what its commits change, before and after; what the merges
 * in it are redone from; the sidecar and the attributes of both ends. What those were at any commit between differs from
 * the ends by changes of the range, so it is among them.
 */
export async function missingBlobs(
  place: Place,
  [base, head]: readonly [string, string],
  forks: readonly Fork[],
): Promise<string[]> {
  const changed = await changedBlobs(place, `${base}..${head}`, forks)
  const standing = await Promise.all([base, head].map((commit) => standingBlobs(place, commit)))
  const wanted = [...new Set([...changed, ...standing.flat()])]
  return absent(place, wanted)
}

/** Those of these full ids that name no object here. */
export async function absent(place: Place, oids: readonly string[]): Promise<string[]> {
  const { stdout } = await runGit(place, ['cat-file', '--batch-check'], { input: asLines(oids) })
  return Array.from(stdout.toString('latin1').matchAll(/^([0-9a-f]+) missing$/gm), ([, oid = '']) => oid)
}

const DIFF = [
  ...['diff-tree', '--stdin', '-r', '--root', '--raw', '-z', '--no-abbrev', '--no-renames'],
  '-m', // a merge against every parent, else it lists nothing
  '--no-commit-id',
  '--ignore-submodules=none',
]

async function changedBlobs(place: Place, range: string, forks: readonly Fork[]): Promise<string[]> {
  const { stdout: commits } = await runGit(place, ['rev-list', range, '--'])
  // A second id on a line stands for the commit's parent. These come last: git remembers it as that.
  const sides = forks.flatMap(([ours, theirs, base]) => [`${ours} ${base}`, `${theirs} ${base}`])
  const { stdout } = await runGit(place, DIFF, { input: commits.toString('latin1') + asLines(sides) })
  const entries = parseRawDiff(stdout).flatMap(({ before, after }) => [before, after])
  return entries.flatMap((entry) =>
    entry === null || kindOf(entry.mode) === 'submodule' ? [] : [entry.blob],
  )
}

const BLOB = /(?:^|\0)[0-7]{6} blob ([0-9a-f]+)\t/g

async function standingBlobs(place: Place, commit: string): Promise<string[]> {
  const list = ['ls-tree', '-r', '-z', '--full-tree', commit]
  const { stdout: all } = await runGit(place, list)
  const { stdout: sidecar } = await runGit(place, [...list, '--', SIDECAR])
  const own = Array.from(sidecar.toString('latin1').matchAll(BLOB), ([, oid = '']) => oid)
  return [...Array.from(attributeFiles(all), ({ blob }) => blob), ...own]
}

function asLines(items: readonly string[]): string {
  return items.map((item) => `${item}\n`).join('')
}
