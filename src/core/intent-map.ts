import type { Intent, Intents } from './intent.ts'
import type { OutlinedUnit, Outlines } from './outline.ts'
import { comparePaths } from './path.ts'
import { CONTRIBUTORS, type Contributor, type Hunk, type Write } from './trace.ts'
import { showUnseen } from './unseen.ts'

const HEADER = `# Intent map

Generated from the intents, the ledger and the code by \`npx intentgate map\`. Not edited by hand.
`

/**
 * intent_map.md: which files were written for which intent, by whom, and where in them. The same intents and records make the same
 * text, in whatever order they come; one line per file and per unit, in the order of their names, no dates and no counts, so that
 * two branches merge, of one file too, unless both add units that stand next to each other.
 */
export function renderIntentMap(intents: Intents, writes: readonly Write[], outlines: Outlines): string {
  const files = filesByIntent(writes, outlines)
  const declared = [...intents.values()].sort((a, b) => compare(a.id, b.id))
  const undeclared = [...files.keys()].filter((id) => !intents.has(id)).sort(compare)
  const sections = [
    ...declared.map((intent) => section(titleOf(intent), files.get(intent.id))),
    ...undeclared.map((id) =>
      section(id === NO_INTENT ? 'No intent' : `${escapeText(id)} · not declared`, files.get(id)),
    ),
  ]
  return [HEADER, ...sections].join('\n')
}

/** Records of dialects that name no intent. No intent id is empty. */
const NO_INTENT = ''

interface MappedFile {
  readonly contributors: Set<Contributor>
  /** Those that hold a line which a record of the intent added. */
  readonly units: Set<string>
}

type Files = Map<string, MappedFile>

function filesByIntent(writes: readonly Write[], outlines: Outlines): Map<string, Files> {
  const intents = new Map<string, Files>()
  const owners = new Map([...outlines].map(([path, units]) => [path, unitsByDigest(units)]))
  for (const { intent, path, contributor, hunks } of writes) {
    const files: Files = entry(intents, intent ?? NO_INTENT, () => new Map())
    const file = entry(files, path, () => ({
      contributors: new Set<Contributor>(),
      units: new Set<string>(),
    }))
    file.contributors.add(contributor)
    const known = owners.get(path)
    for (const unit of known === undefined ? [] : touched(hunks ?? [], known)) file.units.add(unit)
  }
  return intents
}

function unitsByDigest(units: readonly OutlinedUnit[]): Map<string, string> {
  return new Map(units.flatMap(({ unit, digests }) => digests.map((digest) => [digest, unit])))
}

function touched(hunks: readonly Hunk[], known: ReadonlyMap<string, string>): string[] {
  return hunks.flatMap(({ added }) => added.flatMap((digest) => known.get(digest) ?? []))
}

function entry<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const found = map.get(key) ?? create()
  map.set(key, found)
  return found
}

function titleOf({ id, name, status }: Intent): string {
  return `${escapeText(id)} · ${escapeText(name)} · ${status}`
}

function section(title: string, files: Files = new Map()): string {
  const paths = [...files.keys()].sort(comparePaths)
  const lines = paths.flatMap((path) => fileLines(path, files.get(path)!))
  return `## ${title}\n\n${lines.length === 0 ? 'No file yet.' : lines.join('\n')}\n`
}

function fileLines(path: string, { contributors, units }: MappedFile): string[] {
  const names = [...units].sort(compare)
  return [
    `- ${codeSpan(path)} — ${writersOf(contributors)}`,
    ...names.map((name) => `  - ${codeSpan(shortened(name))}`),
  ]
}

const LONGEST_NAME = 200

/** A test may be called by a whole text. */
function shortened(name: string): string {
  const chars = Array.from(name)
  return chars.length <= LONGEST_NAME ? name : `${chars.slice(0, LONGEST_NAME).join('')}…`
}

function writersOf(contributors: ReadonlySet<Contributor>): string {
  return CONTRIBUTORS.filter((contributor) => contributors.has(contributor)).join(', ')
}

/** Text from outside, on one line and with no effect on the page it stands in. */
function escapeText(text: string): string {
  return showUnseen(text).replace(/[!-/:-@[-`{-~]/g, (char) => (PLAIN.has(char) ? char : `\\${char}`))
}

const PLAIN = new Set([',', '.', '-', '/', ':', ';', '?', "'", '%', '='])

function codeSpan(name: string): string {
  const text = showUnseen(name)
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  // A space inside, where the text itself begins or ends with what a code span would swallow.
  const pad = /^[ `]|[ `]$/.test(text) ? ' ' : ''
  return `${fence}${pad}${text}${pad}${fence}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1
}
