import type { Intent, Intents } from './intent.ts'
import { comparePaths } from './path.ts'
import { CONTRIBUTORS, type Contributor, type Write } from './trace.ts'
import { showUnseen } from './unseen.ts'

const HEADER = `# Intent map

Generated from the intents and the ledger by \`npx intentgate map\`. Not edited by hand.
`

/**
 * intent_map.md: which files were written for which intent, and by whom. The same intents and records make the same
 * text, in whatever order they come; one line per file, no dates and no counts, so that two branches merge, of one file too.
 */
export function renderIntentMap(intents: Intents, writes: readonly Write[]): string {
  const files = filesByIntent(writes)
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

type Files = Map<string, Set<Contributor>>

function filesByIntent(writes: readonly Write[]): Map<string, Files> {
  const intents = new Map<string, Files>()
  for (const { intent, path, contributor } of writes) {
    const files: Files = entry(intents, intent ?? NO_INTENT, () => new Map())
    entry(files, path, () => new Set<Contributor>()).add(contributor)
  }
  return intents
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
  const lines = paths.map((path) => `- ${codeSpan(path)} — ${writersOf(files.get(path)!)}`)
  return `## ${title}\n\n${lines.length === 0 ? 'No file yet.' : lines.join('\n')}\n`
}

function writersOf(contributors: ReadonlySet<Contributor>): string {
  return CONTRIBUTORS.filter((contributor) => contributors.has(contributor)).join(', ')
}

/** Text from outside, on one line and with no effect on the page it stands in. */
function escapeText(text: string): string {
  return showUnseen(text).replace(/[!-/:-@[-`{-~]/g, (char) => (PLAIN.has(char) ? char : `\\${char}`))
}

const PLAIN = new Set([',', '.', '-', '/', ':', ';', '?', "'", '%', '='])

function codeSpan(path: string): string {
  const text = showUnseen(path)
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  // A space inside, where the text itself begins or ends with what a code span would swallow.
  const pad = /^[ `]|[ `]$/.test(text) ? ' ' : ''
  return `${fence}${pad}${text}${pad}${fence}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1
}
