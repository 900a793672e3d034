import type { Entry } from '../core/change.ts'
import { GateError } from '../core/error.ts'
import { decodePath, isUtf8Path } from '../core/path.ts'
import { indexEntries } from './index-entries.ts'
import { parseTree, type Tree } from './parse-tree.ts'
import { remember } from './remember.ts'
import type { Repository, View } from './types.ts'

/** Nothing at all: the base before the first commit. */
export function emptyView(): View {
  return {
    id: '',
    label: 'nothing',
    entry: async () => null,
    list: async () => new Map(),
    names: async () => [],
    children: async () => [],
  }
}

/** The tree of a commit, or a tree, by full id; `label` is for messages. Throws MISSING_OBJECT where a tree is not here. */
export function treeView(repo: Repository, id: string, label: string): View {
  const readTree = treeReader(repo, label)

  async function folder(names: readonly string[]): Promise<Tree | null> {
    let tree = await readTree(id)
    for (const name of names) {
      const oid = tree.folders.get(name)
      if (oid === undefined) return null
      tree = await readTree(oid)
    }
    return tree
  }

  async function collect(path: string, tree: Tree, into: Map<string, Entry>): Promise<void> {
    const start = path === '' ? '' : `${path}/`
    for (const [name, entry] of tree.files) into.set(`${start}${name}`, entry)
    const below = Array.from(tree.folders, async ([name, oid]) =>
      collect(`${start}${name}`, await readTree(oid), into),
    )
    await Promise.all(below)
  }

  return {
    id,
    label,
    async entry(path) {
      const names = path.split('/')
      const name = names.pop() ?? ''
      return (await folder(names))?.files.get(name) ?? null
    },
    async list(path) {
      const entries = new Map<string, Entry>()
      const start = withoutSlash(path)
      const tree = await folder(namesOn(path))
      if (tree !== null) await collect(start, tree, entries)
      return entries
    },
    children: async (path) => childrenIn(path, await folder(namesOn(path))),
    names: once(async () => {
      const { stdout } = await repo.scratch(['ls-tree', '-r', '-z', '--name-only', '--full-tree', id])
      return namesOf(stdout)
    }),
  }
}

function treeReader(repo: Repository, label: string): (oid: string) => Promise<Tree> {
  const idLength = repo.objectFormat === 'sha256' ? 32 : 20
  return remember(async (oid) => {
    const bytes = await repo.tree(oid)
    if (bytes === null) throw new GateError('MISSING_OBJECT', { oid, what: `a folder of ${label}` })
    return parseTree(bytes, idLength)
  })
}

/** What is staged, in the index that git named in GIT_INDEX_FILE. Throws UNMERGED, GIT_FAILED. */
export function indexView(repo: Repository): View {
  // One folder at the root at a time: a gate asks for .orchestration/ and little else, and the whole may be 50,000 files.
  const below = remember((root: string) => indexEntries(repo, root === '' ? [] : [root]))
  const around = (path: string) => below(rootOf(path))
  return {
    id: null,
    label: 'the index',
    entry: async (path) => (await around(path)).get(path) ?? null,
    async list(path) {
      const folder = withoutSlash(path)
      const start = folder === '' ? '' : `${folder}/`
      return new Map([...(await around(folder))].filter(([name]) => name.startsWith(start)))
    },
    names: async () => [...(await below('')).keys()],
    // The whole index, even for one folder: git reads all of it in any case.
    children: async (folder) => directlyIn(folder, (await below('')).keys()),
  }
}

/** '' → [], 'src/lib/' → ['src', 'lib'] */
function namesOn(folder: string): string[] {
  const path = withoutSlash(folder)
  return path === '' ? [] : path.split('/')
}

function childrenIn(folder: string, tree: Tree | null): string[] {
  if (tree === null) return []
  const folders = Array.from(tree.folders.keys(), (name) => `${folder}${name}/`)
  return [...Array.from(tree.files.keys(), (name) => folder + name), ...folders]
}

function directlyIn(folder: string, names: Iterable<string>): string[] {
  const found = new Set<string>()
  for (const name of names) {
    if (!name.startsWith(folder)) continue
    const slash = name.indexOf('/', folder.length)
    found.add(slash === -1 ? name : name.slice(0, slash + 1))
  }
  return [...found]
}

/** The first name of a path. '' where git cannot be asked for it: arguments are UTF-8, and '' asks for everything. */
function rootOf(path: string): string {
  const [root = ''] = path.split('/')
  return isUtf8Path(root) && !root.includes('\0') ? root : ''
}

function withoutSlash(folder: string): string {
  return folder.replace(/\/$/, '')
}

function namesOf(output: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0, at)
    if (end === -1)
      throw new GateError('GIT_OUTPUT', { command: 'ls-tree', detail: 'a name without its end' })
    names.push(decodePath(output.subarray(at, end)))
    at = end + 1
  }
  return names
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  const loaded = remember(load)
  return () => loaded('')
}
