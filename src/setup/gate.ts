import { existsSync, readdirSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { upwards } from './folders.ts'
import type { Manifest } from './manifest.ts'

/** Where a hook looks for the package. */
export interface Gate {
  /** From the root of a working tree, `/`-separated. May hold one `*`: Yarn unplugs packages into folders named by a hash. */
  readonly path: string
  /** Absolute; set where the package is installed for the whole machine and not by this repository. */
  readonly machine: string | null
}

const NAME = 'intentgate'
const PACKAGE = `node_modules/${NAME}`
const UNPLUGGED = '.yarn/unplugged'
// npx, pnpm dlx, yarn dlx and bunx run a copy that they may delete tomorrow.
const PASSING = /[\\/](?:_npx|dlx|dlx-[^\\/]+|xfs-[^\\/]+|bunx-[^\\/]+)[\\/]/

interface Search {
  readonly top: string
  readonly manifest: Manifest | null
  readonly running: string
}

/** The package that hooks should run: this repository's, else the one that is running. null = none that lasts. */
export function findGate({ top, manifest, running }: Search): Gate | null {
  const folder = manifest?.folder ?? ''
  if (manifest?.name === NAME) return { path: folder === '' ? '.' : folder, machine: null }
  const here = upwards(folder)
    .map((parent) => installedIn(top, parent))
    .find((path) => path !== null)
  if (here !== undefined) return { path: here, machine: null }
  if (manifest?.installs.has(NAME)) return { path: posix.join(folder, PACKAGE), machine: null }
  return PASSING.test(running) ? null : { path: PACKAGE, machine: running }
}

function installedIn(top: string, folder: string): string | null {
  const path = posix.join(folder, PACKAGE)
  if (existsSync(join(top, path, 'package.json'))) return path
  const unplugged = join(top, folder, UNPLUGGED)
  const isUnplugged =
    existsSync(unplugged) && readdirSync(unplugged).some((name) => name.startsWith(`${NAME}-`))
  return isUnplugged ? posix.join(folder, UNPLUGGED, `${NAME}-*`, PACKAGE) : null
}

/** The repository of intentgate itself: the package is the working tree. */
export function isOwn(gate: Gate | null): boolean {
  return gate?.path === '.'
}

/** The gate's folder as a hook in `root` would find it: there, in the main checkout, on the machine; null = nowhere. */
export function resolveGate(gate: Gate, root: string, main: string | null): string | null {
  const roots = main === null || main === root ? [root] : [root, main]
  const folders = roots.flatMap((base) => expand(base, gate.path))
  if (gate.machine !== null) folders.push(gate.machine)
  return folders.find((folder) => existsSync(join(folder, 'hooks', 'pre-commit'))) ?? null
}

function expand(base: string, path: string): string[] {
  const [before, after] = path.split('*')
  if (after === undefined) return [resolve(base, path)]
  const parent = join(base, posix.dirname(before!))
  const names = existsSync(parent) ? readdirSync(parent) : []
  const matching = names.filter((name) => name.startsWith(posix.basename(before!)))
  return matching.map((name) => join(parent, `${name}${after}`))
}
