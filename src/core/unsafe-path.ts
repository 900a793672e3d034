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
function foldPath(path: string): string {
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
interface Collision {
  readonly path: string
  /** The other file, or the folder (with `/` at its end) whose name it would take. */
  readonly with: string
}

/** What lies directly in a folder ('' or 'src/'): files by path, folders with a `/` at their end. */
export type Children = ReadonlyMap<string, readonly string[]>

/** The folders whose children have to be known: two paths that fold together first differ side by side in one of them. */
export function foldersNear(added: readonly string[]): string[] {
  return [...new Set(['', ...added.flatMap(foldersOf)])]
}

/** Collisions that the added paths bring to a target; a case-only rename is none. `children`: of every folder near. */
export function newCollisions(added: readonly string[], children: Children): Collision[] {
  const fresh = new Set(added)
  const standing: Spellings = new Map()
  for (const node of [...children.values()].flat())
    if (!isNew(node, fresh, children)) addSpelling(standing, node)
  return added.flatMap((path) => {
    const nodes = [path, ...foldersOf(path)]
    const other = nodes.map((node) => otherSpelling(node, standing)).find((found) => found !== null)
    // From here on it stands there too: two added paths can collide with each other.
    for (const node of nodes) addSpelling(standing, node)
    return other === undefined ? [] : [{ path, with: other }]
  })
}

/** Is it there only because of added paths? A folder whose children were not asked for holds none of them. */
function isNew(node: string, added: ReadonlySet<string>, children: Children): boolean {
  if (!node.endsWith('/')) return added.has(node)
  const below = children.get(node)
  return below?.every((child) => isNew(child, added, children)) ?? false
}

/** Fold → every spelling of it that is there. */
type Spellings = Map<string, Set<string>>

function addSpelling(spellings: Spellings, node: string): void {
  const fold = foldNode(node)
  spellings.set(fold, (spellings.get(fold) ?? new Set()).add(node))
}

function otherSpelling(node: string, standing: Spellings): string | null {
  const spellings = standing.get(foldNode(node))
  if (spellings === undefined || spellings.has(node)) return null
  return [...spellings][0] ?? null
}

/** The folders a path lies in, each with `/` at its end; a `\` in its name reads as one folder more. */
function foldersOf(path: string): string[] {
  const folders: string[] = []
  for (const spelled of new Set([path, path.replaceAll('\\', '/')])) {
    for (let folder = folderOf(spelled); folder !== ''; folder = folderOf(folder)) folders.push(folder)
  }
  return folders
}

function folderOf(node: string): string {
  return node.slice(0, node.lastIndexOf('/', node.length - 2) + 1)
}

/** A file and a folder of one name collide too. */
function foldNode(node: string): string {
  return foldPath(node.endsWith('/') ? node.slice(0, -1) : node)
}
