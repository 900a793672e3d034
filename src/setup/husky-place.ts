import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join, sep } from 'node:path'
import husky from 'husky'
import { GateError } from '../core/error.ts'
import { asBytes, type Change, change, keep, readBytes, writeBytes } from './change.ts'
import type { Gate } from './gate.ts'
import { readHooksPath } from './hooks-path.ts'
import { usesHusky } from './husky-files.ts'
import { BEGIN, END } from './marked.ts'
import { EVENTS, type HookEvent, renderBlock } from './shim.ts'
import type { Site } from './site.ts'

/**
 * core.hooksPath and the wrappers it points at, which are not committed. Absolute and in the main checkout: relative,
 * git would look in each worktree, where husky has never run, find nothing, and commit without a word.
 */
export async function huskyPlace(site: Site, folder: string, gate: Gate): Promise<Change> {
  const base = site.main ?? site.top
  const value = site.main === null ? `${folder}/_` : [...base.split(sep), folder, '_'].join('/')
  const wrappers = wantedWrappers(site, base, folder, gate)
  const subject = { what: 'core.hooksPath', detail: value, places: placesOf(site, folder) }
  const hooksPath = await readHooksPath(site)
  if (
    hooksPath.value === value &&
    hooksPath.scope === 'local' &&
    areThere(join(base, folder, '_'), wrappers)
  ) {
    return keep(subject.what, subject.detail)
  }
  return change('set', subject, async () => {
    runHusky(base, folder)
    for (const name of idleWrappers(base, folder, wrappers)) rmSync(join(base, folder, '_', name))
    for (const [name, text] of wrappers)
      if (text !== null) writeBytes(join(base, folder, '_', name), text, 0o755)
    await site.git.run('config', '--local', 'core.hooksPath', value)
  })
}

/** Leaves husky as the project itself uses it, or takes it away where it came with us. */
export async function withoutHuskyPlace(site: Site, folder: string): Promise<Change[]> {
  const { owner, scope, value } = await readHooksPath(site)
  const base = site.main ?? site.top
  if (owner !== 'husky' || scope !== 'local') return []
  if (usesHusky(site)) {
    if (value === `${folder}/_`) return []
    const subject = { what: 'core.hooksPath', detail: `${folder}/_`, places: placesOf(site, folder) }
    return [change('restore', subject, () => runHusky(base, folder))]
  }
  const remove = async (): Promise<void> => {
    await site.git.run('config', '--local', '--unset-all', 'core.hooksPath')
    rmSync(join(base, folder, '_'), { recursive: true, force: true })
    if (existsSync(join(base, folder)) && readdirSync(join(base, folder)).length === 0)
      rmdirSync(join(base, folder))
  }
  const subject = { what: 'core.hooksPath', detail: value ?? undefined, places: placesOf(site, folder) }
  return [change('unset', subject, remove)]
}

/** husky's folder, and git's configuration, which it writes. */
function placesOf({ main, top, commonDir }: Site, folder: string): string[] {
  return [join(main ?? top, folder), join(commonDir, 'config')]
}

/** By name; null = husky's own text. */
type Wrappers = ReadonlyMap<string, string | null>

const NOT_WRAPPERS = new Set(['.gitignore', 'h', 'husky.sh'])

// Each wrapper costs some milliseconds per event even if nothing stands behind it. A project that uses husky by itself
// keeps them all: a hook added later must run without anybody installing again.
function wantedWrappers(site: Site, base: string, folder: string, gate: Gate): Wrappers {
  const wanted = new Map<string, string | null>(EVENTS.map((event) => [event, renderWrapper(event, gate)]))
  const existing = existsSync(join(base, folder)) ? readdirSync(join(base, folder)) : []
  const others = usesHusky(site) ? HUSKY_EVENTS : HUSKY_EVENTS.filter((name) => existing.includes(name))
  for (const name of others) if (!wanted.has(name)) wanted.set(name, null)
  return wanted
}

const HUSKY_EVENTS = [
  ...['applypatch-msg', 'pre-applypatch', 'post-applypatch', 'pre-rebase'],
  ...['post-rewrite', 'post-checkout', 'post-merge', 'pre-auto-gc'],
]

function idleWrappers(base: string, folder: string, wanted: Wrappers): string[] {
  const there = existsSync(join(base, folder, '_')) ? readdirSync(join(base, folder, '_')) : []
  return there.filter((name) => !wanted.has(name) && !NOT_WRAPPERS.has(name))
}

function areThere(place: string, wanted: Wrappers): boolean {
  if (!existsSync(join(place, 'h'))) return false
  const extra = readdirSync(place).filter((name) => !wanted.has(name) && !NOT_WRAPPERS.has(name))
  if (extra.length > 0) return false
  return [...wanted].every(([name, text]) => {
    const found = readBytes(join(place, name))
    return text === null ? found !== null : found === text
  })
}

// husky runs nothing, and says nothing, where its file is missing: in the main checkout on a branch from before it, and
// in all its worktrees then, whatever they have checked out. And where the file holds nothing but our block, husky's own
// way there starts three processes, four times per commit: the block stands here as well, and is run at once.
function renderWrapper(event: HookEvent, gate: Gate): string {
  const lines = [
    '#!/bin/sh',
    'ours() {',
    '  [ -f "$1" ] || return 0',
    `  { IFS= read -r l || return 1; case $l in '${BEGIN}'*) ;; *) return 1 ;; esac`,
    `    while IFS= read -r l; do [ "$l" != '${END}' ] || { IFS= read -r l && return 1; [ -z "$l" ]; return; }; done; return 1; } <"$1"`,
    '}',
    `if [ "\${HUSKY-}" != 0 ] && ours "\${0%/*}/../${event}"; then`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: sh's own ${…}
    'i="${XDG_CONFIG_HOME:-$HOME/.config}/husky/init.sh"; [ ! -f "$i" ] || . "$i"',
    renderBlock(event, gate),
    'exit 0',
    'fi',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: sh's own ${…}
    '. "${0%/*}/h"',
    '',
  ]
  return asBytes(lines.join('\n'))
}

// GIT_*: in a hook git names its own directory there, and husky would configure that one. HUSKY=0 is for installs that
// nobody asked for; `init` was asked for, and `prepare` has looked at it by now.
const MISLEADING = ['GIT_DIR', 'GIT_WORK_TREE', 'HUSKY']

/** husky's function, in `base`. Throws USAGE with what it answers instead of installing. */
function runHusky(base: string, folder: string): void {
  const cwd = process.cwd()
  const inherited = Object.entries(process.env).filter(([name]) => MISLEADING.includes(name))
  for (const [name] of inherited) delete process.env[name]
  process.chdir(base)
  try {
    const refused = husky(folder)
    if (refused !== '')
      throw new GateError('USAGE', {
        message: `husky: ${refused}`,
        remedy: 'or take: npx intentgate init --hooks direct',
      })
  } finally {
    process.chdir(cwd)
    Object.assign(process.env, Object.fromEntries(inherited))
  }
}
