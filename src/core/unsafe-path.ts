import { isUtf8Path } from './path.ts'

// Controls, line and paragraph separators, bidi marks, tags. Joiners and variation selectors stay: honest names (emoji,
// Persian) hold them, and foldPath sees through them.
const DECEPTIVE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u

/** What makes a name unsafe by itself; null if nothing does. */
export function spellingProblem(path: string): string | null {
  if (!isUtf8Path(path)) return 'its name is not valid UTF-8, so the ledger cannot name it'
  const deceptive = DECEPTIVE.exec(path)
  if (deceptive !== null) return `its name holds the invisible character ${codePoint(deceptive[0])}`
  const guarded = path
    .split('/')
    .map(guardedName)
    .find((name) => name !== null)
  return guarded === undefined ? null : `some file systems read a part of its name as ${guarded}`
}

function codePoint(char: string): string {
  return `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

const GUARDED = ['.git', '.gitmodules', '.gitattributes', '.orchestration']
// The short names that NTFS makes of them.
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^git~\d+$/, '.git'],
  [/^(gitmod~\d+|gi7eba~\d+)$/, '.gitmodules'],
  [/^(gitatt~\d+|gi7d29~\d+)$/, '.gitattributes'],
  [/^orches~\d+$/, '.orchestration'],
]

function guardedName(component: string): string | null {
  // git never has a `.git` of its own in a tree.
  if (component !== '.git' && GUARDED.includes(component)) return null
  const folded = foldPath(component).replace(/:.*$/, '')
  const name = folded.split('/').find((part) => GUARDED.includes(part))
  return name ?? SHORT.find(([pattern]) => pattern.test(folded))?.[1] ?? null
}

const ASCII = /^[\x20-\x7e]*$/
// HFS+ and NTFS leave these out of a comparison, or readers do.
const IGNORED = /\u00ad|[\u200b-\u200f]|\u2060|\ufeff|\p{Variation_Selector}/gu

/**
 * What a file system that folds case, normalises and drops what cannot be seen makes of a path: two paths with the same
 * fold are one file on somebody's machine.
 */
export function foldPath(path: string): string {
  // Windows reads `\` as `/`, and drops dots and spaces at the end of a name.
  const shown = (ASCII.test(path) ? path.toLowerCase() : foldUnicode(path)).replaceAll('\\', '/')
  return /[. ](?:\/|$)/.test(shown) ? shown.split('/').map(dropTail).join('/') : shown
}

// Not a pattern: `[. ]+$` is quadratic on a name of many dots.
function dropTail(name: string): string {
  let end = name.length
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--
  return name.slice(0, end)
}

function foldUnicode(path: string): string {
  // Through upper case, so that ß and ss, K (Kelvin) and k, ς and σ fold together.
  const folded = path.replace(IGNORED, '').normalize('NFD').toUpperCase().toLowerCase()
  return folded.replaceAll('ς', 'σ').normalize('NFC')
}

/** An added path that some file systems cannot tell from another path of the target. */
export interface Collision {
  readonly path: string
  /** The other file, or the folder (with `/` at its end) whose name it would take. */
  readonly with: string
}

/** Collisions that the added paths bring. `names` is every path of the target; a case-only rename is none. */
export function newCollisions(added: readonly string[], names: readonly string[]): Collision[] {
  const nodes = new Map(added.map((path) => [path, nodesOf(path)]))
  const wanted = new Set([...nodes.values()].flat().map(foldNode))
  const standing = spellingsOf(
    names.filter((name) => !nodes.has(name)),
    wanted,
  )
  return [...nodes].flatMap(([path, ownNodes]) => {
    const other = ownNodes.map((node) => otherSpelling(node, standing)).find((found) => found !== null)
    // From here on it stands there too: two added paths can collide with each other.
    for (const node of ownNodes) addSpelling(standing, node)
    return other === undefined ? [] : [{ path, with: other }]
  })
}

/** Fold → every spelling of it that is there. */
type Spellings = Map<string, Set<string>>

function spellingsOf(names: readonly string[], wanted: ReadonlySet<string>): Spellings {
  const spellings: Spellings = new Map()
  for (const node of nodesNear(names, wanted)) {
    if (wanted.has(foldNode(node))) addSpelling(spellings, node)
  }
  return spellings
}

/** Leaves out folders on the way to no wanted fold: names come sorted, so in a large repository that is nearly all. */
function* nodesNear(names: readonly string[], wanted: ReadonlySet<string>): Iterable<string> {
  const near = new Set([...wanted].flatMap(prefixesOf))
  let far: string | null = null
  for (const name of names) {
    if (far !== null && name.startsWith(far)) continue
    far = farFolder(name, near)
    if (far === null) yield* nodesOf(name)
  }
}

function farFolder(name: string, near: ReadonlySet<string>): string | null {
  for (let slash = name.indexOf('/'); slash !== -1; slash = name.indexOf('/', slash + 1)) {
    const folder = name.slice(0, slash + 1)
    if (!near.has(foldNode(folder))) return folder
  }
  return null
}

// A fold can have more parts than its path: `\` has become `/`.
function prefixesOf(fold: string): string[] {
  const parts = fold.split('/')
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'))
}

function addSpelling(spellings: Spellings, node: string): void {
  const fold = foldNode(node)
  spellings.set(fold, (spellings.get(fold) ?? new Set()).add(node))
}

function otherSpelling(node: string, standing: Spellings): string | null {
  const spellings = standing.get(foldNode(node))
  if (spellings === undefined || spellings.has(node)) return null
  return [...spellings][0] ?? null
}

/** The path and the folders it lies in; a folder ends in `/`. */
function nodesOf(path: string): string[] {
  const nodes = [path]
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) nodes.push(folder)
  return nodes
}

function folderOf(node: string): string {
  return node.slice(0, node.lastIndexOf('/', node.length - 2) + 1)
}

/** A file and a folder of one name collide too. */
function foldNode(node: string): string {
  return foldPath(node.endsWith('/') ? node.slice(0, -1) : node)
}
