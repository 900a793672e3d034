import { splitLines } from './digest.ts'

const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e
// A label is the id of the merged commit, and of the path there if the file was renamed.
const MARKER = /^([<>])(\1{6,}) ([0-9a-f]{64}|[0-9a-f]{40})(?::.*)?\r?\n?$/s

interface Marker {
  readonly opens: boolean
  readonly size: number
  readonly label: string
  readonly line: number
}

/**
 * The lines of every conflict that a redone merge left in a file, markers included; counted from 1.
 *
 * Only markers labelled with the merged commits' ids are git's: a tree cannot hold its own commit's id, so a side cannot
 * forge the pair around lines it wants to be rid of. A file with two different labels on one side of its conflicts has a
 * forged one among them, and nothing in it is free.
 */
export function conflictBlocks(bytes: Uint8Array): ReadonlySet<number> {
  const markers = markersOf(bytes)
  const lines = new Set<number>()
  if (!isOneMerge(markers)) return lines
  for (const [first, last] of blocksOf(markers)) for (let line = first; line <= last; line++) lines.add(line)
  return lines
}

function markersOf(bytes: Uint8Array): Marker[] {
  return splitLines(bytes).flatMap((line, index) => {
    if (line[0] !== LESS_THAN && line[0] !== GREATER_THAN) return []
    const match = MARKER.exec(Buffer.from(line).toString('latin1'))
    if (match === null) return []
    return [{ opens: match[1] === '<', size: match[2]!.length + 1, label: match[3]!, line: index + 1 }]
  })
}

function isOneMerge(markers: readonly Marker[]): boolean {
  const labels = (opens: boolean) =>
    new Set(markers.filter((marker) => marker.opens === opens).map(({ label }) => label))
  return labels(true).size <= 1 && labels(false).size <= 1
}

/** A renamed file's own conflict has longer markers, and may stand inside another: a block begins and ends with one size. */
function* blocksOf(markers: readonly Marker[]): Generator<readonly [first: number, last: number]> {
  for (const size of new Set(markers.map((marker) => marker.size))) {
    const alike = markers.filter((marker) => marker.size === size)
    // Of two openings in a row the earlier one is content.
    for (const [at, { opens, line }] of alike.entries()) {
      const next = alike[at + 1]
      if (opens && next?.opens === false) yield [line, next.line]
    }
  }
}
