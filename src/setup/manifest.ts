import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import * as z from 'zod/mini'
import { ENGLISH } from '../core/english.ts'
import { GateError } from '../core/error.ts'
import type { GitWords } from '../git/words.ts'
import { parentOf, upwards } from './folders.ts'

// Not our format: only what is used here has to be as npm documents it.
const Texts = z.optional(z.record(z.string(), z.string()))
const PackageJson = z.looseObject({
  name: z.optional(z.string()),
  packageManager: z.optional(z.string()),
  scripts: Texts,
  dependencies: Texts,
  devDependencies: Texts,
  optionalDependencies: Texts,
})

/** A package.json, read. */
export interface Manifest {
  /** From the root of the working tree; '' = the root itself. */
  readonly folder: string
  readonly path: string
  readonly text: string
  readonly name: string | null
  readonly packageManager: string | null
  readonly scripts: Readonly<Record<string, string>>
  /** Names of the packages it installs. */
  readonly installs: ReadonlySet<string>
}

interface Place {
  readonly top: string
  /** The current folder below `top`, without a final slash. */
  readonly prefix: string
}

/**
 * The package.json that installs intentgate: at or above the current folder, else the only or topmost one below it.
 * Where none does, the nearest one above. Throws USAGE for one that cannot be read.
 */
export async function findManifest(git: GitWords, { top, prefix }: Place): Promise<Manifest | null> {
  const above = upwards(prefix).flatMap((folder) => readIfThere(top, folder))
  const own = above.find(concerned)
  if (own !== undefined) return own
  return (await below(git, top)) ?? above[0] ?? null
}

function concerned(manifest: Manifest): boolean {
  return manifest.name === 'intentgate' || manifest.installs.has('intentgate')
}

function readIfThere(top: string, folder: string): Manifest[] {
  return existsSync(join(top, folder, 'package.json')) ? [readManifest(top, folder)] : []
}

async function below(git: GitWords, top: string): Promise<Manifest | null> {
  const listed = await git.run(
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    ':(glob)**/package.json',
  )
  const folders = [...new Set(listed.split('\0'))]
    .filter((path) => path !== '')
    .map((path) => parentOf(path))
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
  for (const folder of folders) {
    // A text that only mentions the package is cheap to tell from the many that do not; fixtures need not even be JSON.
    const file = join(top, folder, 'package.json')
    if (!existsSync(file) || !readFileSync(file, 'utf8').includes('"intentgate"')) continue
    const manifest = readManifest(top, folder)
    if (concerned(manifest)) return manifest
  }
  return null
}

function depth(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length
}

/** Throws USAGE where it is no package.json. */
export function readManifest(top: string, folder: string): Manifest {
  const path = posix.join(folder, 'package.json')
  const text = readFileSync(join(top, path), 'utf8')
  const json = parse(path, text.replace(/^\ufeff/, ''))
  const installs = [json.dependencies, json.devDependencies, json.optionalDependencies]
  return {
    folder,
    path,
    text,
    name: json.name ?? null,
    packageManager: json.packageManager ?? null,
    scripts: json.scripts ?? {},
    installs: new Set(installs.flatMap((names) => Object.keys(names ?? {}))),
  }
}

function parse(path: string, text: string): z.infer<typeof PackageJson> {
  const read = PackageJson.safeParse(parseJson(path, text), ENGLISH)
  if (read.success) return read.data
  throw unreadable(path, z.prettifyError(read.error), read.error)
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreadable(path, String(cause), cause)
  }
}

function unreadable(path: string, issues: string, cause: unknown): GateError {
  return new GateError(
    'USAGE',
    { message: `${path} cannot be read\n${issues}`, remedy: `correct ${path}` },
    { cause },
  )
}
