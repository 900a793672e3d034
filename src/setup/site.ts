import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { GateError } from '../core/error.ts'
import { type GitWords, gitWords } from '../git/words.ts'
import { findGate, type Gate } from './gate.ts'
import { findManifest, type Manifest } from './manifest.ts'

/** Where hooks are to be set up. Absolute paths use the system's separator, relative ones `/`. */
export interface Site {
  readonly git: GitWords
  /** Absolute: the working tree we stand in. */
  readonly top: string
  /** Absolute: the git directory that all worktrees share. */
  readonly commonDir: string
  /** Absolute: the main checkout; null = the repository is bare and has only linked worktrees. */
  readonly main: string | null
  /** The package.json that installs the gate; null = this is no package. */
  readonly manifest: Manifest | null
  /** Where hooks find the gate; null = it is not installed anywhere. */
  readonly gate: Gate | null
  /** Absolute: the package that is running, which may be another copy than the one that hooks will find. */
  readonly running: string
}

/** Looks around from `cwd`. Throws NOT_A_REPOSITORY, BARE_REPOSITORY, USAGE, GIT_MISSING. */
export async function openSite(cwd: string, running: string): Promise<Site> {
  const outside = gitWords(cwd)
  const top = await outside.ask('rev-parse', '--show-toplevel')
  if (top === null) throw await refusal(outside, cwd)
  const git = gitWords(resolve(top))
  const commonDir = resolve(await git.run('rev-parse', '--path-format=absolute', '--git-common-dir'))
  const gitDir = resolve(await git.run('rev-parse', '--absolute-git-dir'))
  const prefix = await outside.run('rev-parse', '--show-prefix')
  const manifest = await findManifest(git, { top: resolve(top), prefix: prefix.replace(/\/$/, '') })
  return {
    git,
    top: resolve(top),
    commonDir,
    main: gitDir === commonDir ? resolve(top) : mainCheckout(commonDir),
    manifest,
    gate: findGate({ top: resolve(top), manifest, running }),
    running,
  }
}

async function refusal(git: GitWords, cwd: string): Promise<GateError> {
  // Says why, where it is not simply that there is no repository: "dubious ownership", for one.
  const gitDir = await git.run('rev-parse', '--absolute-git-dir').catch((error: GateError) => error)
  if (typeof gitDir === 'string') {
    const remedy = 'hooks are set up in a working tree: run this in a clone or a worktree of it'
    return new GateError('BARE_REPOSITORY', { gitDir, remedy })
  }
  return insideRepository(cwd) ? gitDir : new GateError('NOT_A_REPOSITORY', { cwd })
}

/** Is there a `.git` at or above this folder, whether git accepts it or not? */
export function insideRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true
  const parent = dirname(folder)
  return parent !== folder && insideRepository(parent)
}

// The same place the hooks look in. A bare repository with worktrees has none, nor has --separate-git-dir.
function mainCheckout(commonDir: string): string | null {
  const folder = dirname(commonDir)
  return resolve(folder, '.git') === commonDir ? folder : null
}

/** Every working tree of the repository that is there, the main one first. */
export async function worktrees(site: Site): Promise<string[]> {
  const listing = await site.git.run('worktree', 'list', '--porcelain', '-z')
  const listed = listing
    .split('\0\0')
    .map((entry) => entry.split('\0').filter((line) => line !== ''))
    .filter(
      (lines) =>
        lines.length > 0 && !lines.includes('bare') && !lines.some((line) => line.startsWith('prunable')),
    )
    .map((lines) => resolve(lines[0]!.replace(/^worktree /, '')))
  // git names the git directory instead of the tree for submodules; the tree we stand in is always one.
  const trees = listed.filter((folder) => existsSync(join(folder, '.git')))
  return trees.includes(site.top) ? trees : [site.top, ...trees]
}
