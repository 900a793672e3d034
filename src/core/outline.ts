import { lineDigests } from './digest.ts'
import type { CodeUnit } from './structure.ts'

/** A function, a class, a method …, with the digests of its lines, without those that stand in the file more than once. */
export interface OutlinedUnit {
  /** `method Cart.total` */
  readonly unit: string
  readonly digests: readonly string[]
}

/** By path, in the order of the file. */
export type Outlines = ReadonlyMap<string, readonly OutlinedUnit[]>

/** The units of a file that stand by themselves, or in a class, a namespace, a block of tests. */
export function outlineOf(file: CodeUnit, content: Uint8Array): OutlinedUnit[] {
  const digests = lineDigests(content)
  const owners = new Map<number, CodeUnit>()
  // Outer ones first, so that a line is left to the innermost.
  const units = shownIn(file)
  for (const unit of units)
    for (let line = unit.startLine; line <= unit.endLine; line++) owners.set(line, unit)
  const lines = new Map<CodeUnit, string[]>(units.map((unit) => [unit, []]))
  for (const [digest, at] of standingOnce(digests)) {
    const owner = owners.get(at + 1)
    if (owner !== undefined) lines.get(owner)!.push(digest)
  }
  return units.map((unit) => ({ unit: `${unit.kind} ${unit.name}`.trim(), digests: lines.get(unit)! }))
}

const AROUND = new Set(['file', 'class', 'namespace', 'test'])

function shownIn({ kind, children }: CodeUnit): CodeUnit[] {
  if (!AROUND.has(kind)) return []
  const shown = children.filter((child) => child.kind !== 'imports')
  return shown.flatMap((child) => [child, ...shownIn(child)])
}

function standingOnce(digests: readonly string[]): Map<string, number> {
  const first = new Map<string, number>()
  const more = new Set<string>()
  for (const [at, digest] of digests.entries()) {
    if (first.has(digest)) more.add(digest)
    else first.set(digest, at)
  }
  for (const digest of more) first.delete(digest)
  return first
}
