import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { GateError } from '../core/error.ts'
import { shellQuote } from '../core/shell.ts'
import { readBytes } from './change.ts'
import { isOwn } from './gate.ts'
import { EVENTS, renderLine, runsGate } from './shim.ts'
import type { Site } from './site.ts'

/** Where git looks for hooks, and who says so. */
export interface HooksPath {
  /** none: git's own place. default: set, to git's own place. husky: husky's folder in this repository. */
  readonly owner: 'none' | 'default' | 'husky' | 'foreign'
  /** Absolute: where git looks. */
  readonly folder: string
  /** As configured; null = not set. */
  readonly value: string | null
  /** local, worktree, global, system or command; null = not set. */
  readonly scope: string | null
  /** The file that sets it. */
  readonly origin: string | null
}

/** Reads core.hooksPath as it holds in the working tree of `site`. */
export async function readHooksPath(site: Site): Promise<HooksPath> {
  const folder = resolve(await site.git.run('rev-parse', '--path-format=absolute', '--git-path', 'hooks'))
  const answer = await site.git.ask(
    'config',
    '--show-scope',
    '--show-origin',
    '-z',
    '--get-all',
    'core.hooksPath',
  )
  if (answer === null) return { owner: 'none', folder, value: null, scope: null, origin: null }
  // Triples; git obeys the last.
  const [scope = null, origin = null, value = null] = answer.split('\0').slice(0, -1).slice(-3)
  return { owner: ownerOf(site, folder), folder, value, scope, origin }
}

function ownerOf(site: Site, folder: string): HooksPath['owner'] {
  if (real(folder) === real(defaultFolder(site))) return 'default'
  return isHuskyFolder(site, folder) ? 'husky' : 'foreign'
}

export function defaultFolder(site: Site): string {
  return join(site.commonDir, 'hooks')
}

function real(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder
}

function isHuskyFolder(site: Site, folder: string): boolean {
  const parent = basename(dirname(folder))
  const isNamedSo =
    basename(folder) === '_' && (parent === '.husky' || (parent === 'hooks' && isOwn(site.gate)))
  if (!isNamedSo) return false
  const roots = site.main === null ? [site.top] : [site.top, site.main]
  // One that is gone was ours before the repository moved; one that is there belongs to another repository.
  return roots.some((root) => real(folder).startsWith(real(root) + sep)) || !existsSync(folder)
}

/** Do the hooks of somebody else's folder run the gate, because its owner put it in? */
export function isGated({ folder }: HooksPath): boolean {
  return EVENTS.every(
    (event) => event === 'post-commit' || runsGate(readBytes(join(folder, event)) ?? '', event),
  )
}

/** Somebody else decides where hooks are: nothing is taken over, and three ways on are named. */
export function foreignHooksPath(site: Site, hooksPath: HooksPath): GateError<'USAGE'> {
  const { value, scope, origin } = hooksPath
  return new GateError('USAGE', {
    message: `core.hooksPath is ${value} (${scope}: ${origin}), so git runs the hooks in that folder and no others`,
    remedy: isOldHusky(hooksPath)
      ? UPDATE_HUSKY
      : [
          'choose one of three ways; nothing was changed:',
          ...keepThem(site, hooksPath),
          ...dropThem(hooksPath),
          ...(isShared(hooksPath) ? hereOnly(site) : moveThem(site, hooksPath)),
        ].join('\n'),
  })
}

const UPDATE_HUSKY =
  'that is husky 8 or older: npm install --save-dev husky@9 && npx husky && npx intentgate init; nothing was changed'

function isOldHusky({ folder }: HooksPath): boolean {
  return basename(folder) === '.husky'
}

function isShared({ scope }: HooksPath): boolean {
  return scope === 'global' || scope === 'system'
}

function keepThem(site: Site, { folder }: HooksPath): string[] {
  if (site.gate === null) return ['1. keep them: install intentgate in this repository first']
  const gate = site.gate
  return [
    `1. keep them and let them run the gate: put this line into each of ${shellQuote(folder)}/{${EVENTS.join(',')}}`,
    `     ${renderLine('pre-commit', gate)}     (with the name of that hook), then: npx intentgate init`,
  ]
}

function dropThem({ scope }: HooksPath): string[] {
  if (scope === 'command')
    return ['2. drop them: unset GIT_CONFIG_COUNT and GIT_CONFIG_PARAMETERS in this environment']
  return [`2. drop them: git config --${scope} --unset-all core.hooksPath && npx intentgate init`]
}

function hereOnly(site: Site): string[] {
  const folder = shellQuote(defaultFolder(site))
  return [
    `3. drop them in this repository only: git config --local core.hooksPath ${folder} && npx intentgate init --hooks direct`,
  ]
}

function moveThem(site: Site, { folder, scope }: HooksPath): string[] {
  const target = shellQuote(defaultFolder(site))
  return [
    `3. move them, and intentgate chains them: mv ${shellQuote(folder)}/* ${target}/ && git config --${scope ?? 'local'} --unset-all core.hooksPath && npx intentgate init --hooks direct`,
  ]
}
