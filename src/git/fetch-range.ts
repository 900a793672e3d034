import { mkdirSync, rmSync } from 'node:fs'
import { GateError } from '../core/error.ts'
import { claimedBlobs } from './claimed-blobs.ts'
import { basesOf, isCutOff, mergedPairs, type Pair, tellsOfRevert } from './merged-pairs.ts'
import { absent, type Fork, missingBlobs } from './range-blobs.ts'
import type { Fetched, Remote } from './remote.ts'
import { type Place, runGit } from './run.ts'

/** A bare repository, and the server that it is filled from. */
export interface Scratch {
  readonly place: Place
  readonly remote: Remote
  readonly objectFormat: 'sha1' | 'sha256'
  /** Refs besides branches and tags. */
  readonly via: readonly string[]
}

/** whole: all history and every object of all that was asked for, and of the server's branches and tags. */
export type Extent = 'range' | 'whole'

type Ends = readonly [base: string, head: string]

export async function init({ place, objectFormat }: Scratch): Promise<void> {
  // An empty template: the one of this machine may hold hooks.
  const args = ['init', '--quiet', '--bare', '--template=', '--initial-branch=none']
  await runGit(place, [...args, `--object-format=${objectFormat}`])
}

const FILTER = '--filter=blob:none'
const LEAST_DEPTH = 50
/** What an event counts is a hint; it must not make one fetch of the whole history. */
const MOST_DEPTH = 5000
const ROUNDS = 6

/**
 * Commits and trees of `base...head`, then the blobs that judging it reads; where no part of the history is sure to be enough, the
 * whole. Throws UNKNOWN_REVISION, SHALLOW, FETCH_FAILED.
 */
export async function bringRange(scratch: Scratch, ends: Ends, expected: number): Promise<Extent> {
  const { place } = scratch
  if ((await bringHistory(scratch, ends, expected)) === 'not-by-id') return bringWhole(scratch, ends)
  const pairs = await mergedPairs(place, ...ends)
  const forks = await forksOf(place, pairs)
  if (forks === null || (await tellsOfRevert(place, ...ends))) return bringWhole(scratch, ends)
  const fetched = await bringBlobs(scratch, await missingBlobs(place, ends, forks))
  if (isFetched(fetched) && (await bringClaimed(scratch, ends))) return 'range'
  return bringWhole(scratch, ends)
}

async function bringBlobs({ place, remote }: Scratch, missing: readonly string[]): Promise<Fetched> {
  if (missing.length === 0) return 'fetched'
  return remote.fetch(place.cwd, [FILTER, '--stdin', 'origin'], 'blobs', missing.join('\n'))
}

/** What a server does not have is found one by one; for more than this a whole clone is the shorter way. */
const MOST_ASKED_ALONE = 8

/** A record may speak of a state older than the range; a whole clone would hold it against that. false = only the whole says. */
async function bringClaimed(scratch: Scratch, ends: Ends): Promise<boolean> {
  const missing = await absent(scratch.place, await claimedBlobs(scratch.place, ...ends))
  const together = await bringBlobs(scratch, missing)
  if (together !== 'unknown') return isFetched(together)
  if (missing.length > MOST_ASKED_ALONE) return false
  for (const blob of missing) if ((await bringBlobs(scratch, [blob])) === 'not-by-id') return false
  return true
}

/**
 * Starts over, without a limit and without a filter: asked for more while it has a part, git 2.39 leaves blobs out.
 * Throws UNKNOWN_REVISION, FETCH_FAILED.
 */
export async function bringWhole(scratch: Scratch, commits: readonly string[]): Promise<'whole'> {
  const { place, remote, via } = scratch
  rmSync(place.cwd, { recursive: true })
  mkdirSync(place.cwd, { mode: 0o700 })
  await init(scratch)
  const fetch = (names: readonly string[]) => remote.fetch(place.cwd, ['origin', ...ALL, ...names], 'nothing')
  const byId = await fetch(commits.map(refspecOf))
  // Only then: a branch that an event names may be gone by now.
  const fetched =
    byId === 'not-by-id' ? await fetch(via.map((ref, at) => `+${ref}:refs/intentgate/via/${at}`)) : byId
  if (!isFetched(fetched))
    throw new GateError('UNKNOWN_REVISION', { name: [...commits, ...via].join(' or ') })
  return 'whole'
}

/** As a clone has them. */
const ALL = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']

/** One commit, for what it says of itself; where the server does not have it, nothing. Throws FETCH_FAILED. */
export async function bringCommit({ place, remote }: Scratch, commit: string, extent: Extent): Promise<void> {
  const args = extent === 'whole' ? [] : [FILTER, '--depth=1']
  await remote.fetch(place.cwd, [...args, 'origin', commit], extent === 'whole' ? 'nothing' : 'blobs')
}

async function bringHistory(scratch: Scratch, ends: Ends, expected: number): Promise<Fetched> {
  const { place } = scratch
  const hint = Number.isSafeInteger(expected) ? expected : 0
  let depth = Math.min(Math.max(LEAST_DEPTH, hint + 2), MOST_DEPTH)
  let fetched = await bringEnds(scratch, ends, `--depth=${depth}`)
  for (let round = 0; isFetched(fetched); round++) {
    if (!(await isCutOff(place, place.cwd, await mergedPairs(place, ...ends)))) break
    if (round > ROUNDS) throw new GateError('SHALLOW', { what: `the history of ${ends.join(' or ')}` })
    fetched = await bringEnds(scratch, ends, round < ROUNDS ? `--deepen=${depth}` : '--unshallow')
    depth *= 2
  }
  return fetched
}

async function bringEnds(scratch: Scratch, ends: Ends, depth: string): Promise<Fetched> {
  const fetched = await bring(scratch, ends, depth)
  if (fetched !== 'unknown') return fetched
  // git does not always name the one that is missing: it is the one that fails alone.
  const isBase = (await bring(scratch, ends.slice(0, 1), depth)) === 'unknown'
  throw new GateError('UNKNOWN_REVISION', { name: isBase ? ends[0] : ends[1] })
}

function bring({ place, remote }: Scratch, commits: readonly string[], depth: string): Promise<Fetched> {
  return remote.fetch(place.cwd, [FILTER, depth, 'origin', ...commits.map(refspecOf)], 'blobs')
}

/** Without a ref git would send again, with every deepening, what is here. */
function refspecOf(commit: string): string {
  return `+${commit}:refs/intentgate/${commit}`
}

function isFetched(fetched: Fetched): boolean {
  return fetched === 'fetched' || fetched === 'unfiltered'
}

/** null where a pair has several merge bases, or none: then git merges those first, by history of which no end is in sight. */
async function forksOf(place: Place, pairs: readonly Pair[]): Promise<Fork[] | null> {
  const forks: Fork[] = []
  for (const pair of pairs) {
    const [base, ...others] = await basesOf(place, pair)
    if (base === undefined || others.length > 0) return null
    forks.push([...pair, base])
  }
  return forks
}
