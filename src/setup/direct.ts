import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../core/error.ts'
import {
  asBytes,
  type Change,
  change,
  fileChange,
  isExecutable,
  isSymlink,
  keep,
  readBytes,
  writeBytes,
} from './change.ts'
import type { Gate } from './gate.ts'
import { defaultFolder } from './hooks-path.ts'
import { BEGIN, findBlock, putBlock, removeBlock } from './marked.ts'
import { blockOffset, EVENTS, type HookEvent, renderBlock } from './shim.ts'
import type { Site } from './site.ts'

// A hook that is not sh, is a link to a file of the project, or is switched off: moved aside and run by ours, as it was.
const KEPT = '.intentgate-kept'
export const runsKept = `[ ! -x "$0${KEPT}" ] || exec "$0${KEPT}" "$@"`
const SH = /^#!\s*(?:\S*\/)?(?:env\s+(?:-S\s+)?)?(?:sh|bash|dash|ash|ksh|zsh)(?:\s|$)/

/** Our block in git's own hooks folder, which all worktrees share. */
export function directHooks(site: Site, gate: Gate): Change[] {
  return EVENTS.map((event) => directHook(site, event, gate))
}

function directHook(site: Site, event: HookEvent, gate: Gate): Change {
  const file = join(defaultFolder(site), event)
  const what = `.git/hooks/${event}`
  const text = readBytes(file)
  const kept = existsSync(file + KEPT)
  const block = (isKept: 'kept' | 'none'): string =>
    asBytes(renderBlock(event, gate, isKept === 'kept' ? [runsKept] : []))
  if (text !== null && findBlock(text, what) === null && !canHold(file, text)) {
    if (kept) throw twice(what)
    const detail = `to ${event}${KEPT}, and run by the new one`
    return change('rename', { what, detail, places: [file, file + KEPT] }, () => {
      renameSync(file, file + KEPT)
      writeBytes(file, `#!/bin/sh\n${block('kept')}\n`, 0o755)
    })
  }
  const before = text ?? '#!/bin/sh\n'
  const after = putBlock(before, block(kept ? 'kept' : 'none'), blockOffset(before), what)
  return fileChange({ file, what, after, mode: 0o755 })
}

function canHold(file: string, text: string): boolean {
  return SH.test(text) && !isSymlink(file) && isExecutable(file)
}

function twice(what: string): GateError<'USAGE'> {
  return new GateError('USAGE', {
    message: `both ${what} and ${what}${KEPT} are there, and neither is ours`,
    remedy: `put the one you need in ${what}, remove the other, and run this again`,
  })
}

/** Takes our hooks out and puts back what stood there. */
export function withoutDirectHooks(site: Site): Change[] {
  return EVENTS.flatMap((event) => {
    const file = join(defaultFolder(site), event)
    const text = readBytes(file)
    return text === null ? [] : withoutDirectHook(file, text, `.git/hooks/${event}`)
  })
}

function withoutDirectHook(file: string, text: string, what: string): Change[] {
  if (findBlock(text, what) === null) return []
  const rest = removeBlock(text, what)
  const isOurs = /^(?:#![^\n]*\n?)?$/.test(rest)
  if (!existsSync(file + KEPT)) return [fileChange({ file, what, after: isOurs ? null : rest })]
  if (!isOurs)
    return [fileChange({ file, what, after: rest }), keep(what + KEPT, `${what} has lines of its own now`)]
  const restore = (): void => {
    rmSync(file)
    renameSync(file + KEPT, file)
  }
  return [change('restore', { what, places: [file, file + KEPT] }, restore)]
}

export function hasDirectHooks(site: Site): boolean {
  return EVENTS.some((event) => (readBytes(join(defaultFolder(site), event)) ?? '').includes(BEGIN))
}

/** Hooks in git's own folder that run today and are none of ours. */
export function foreignHooks(site: Site): string[] {
  const folder = defaultFolder(site)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => !name.includes('.') && isExecutable(join(folder, name)))
    .filter((name) => !(readBytes(join(folder, name)) ?? '').includes(BEGIN))
    .sort()
}
