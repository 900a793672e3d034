import { type PlatformPath, posix, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unwrap } from './read.ts'

/** Where relative paths begin, and how this machine writes paths. */
export interface Place {
  readonly cwd: string
  readonly flavour: PlatformPath
}

const DRIVE = /^(?:[A-Za-z]:[\\/]|\\\\)/
const SLASHED_DRIVE = /^\/(?=[A-Za-z]:[\\/])/
const URI = /^[A-Za-z][\w+.-]+:\/\//

/** `here` is absolute and decides the flavour; `said` is what the agent calls its folder. */
export function placeOf(here: string, said: string | null): Place {
  const flavour = DRIVE.test(here) ? win32 : posix
  return { flavour, cwd: (said === null ? null : resolvePath({ cwd: here, flavour }, said)) ?? here }
}

/** An absolute path; null = this names no file: empty, a NUL in it, `untitled:` and the like. */
export function resolvePath({ cwd, flavour }: Place, value: unknown): string | null {
  const text = unquoted(value)
  if (text === null || text.trim() === '' || text.includes('\0')) return null
  const path = URI.test(text) ? fromUri(text, flavour) : text
  if (path === null) return null
  return flavour.resolve(cwd, flavour === win32 ? path.replace(SLASHED_DRIVE, '') : path)
}

// Some agents encode every argument once more: `"\"src/a.ts\""`.
function unquoted(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const opened = unwrap(value)
  return typeof opened === 'string' ? opened : value
}

function fromUri(text: string, flavour: PlatformPath): string | null {
  try {
    const uri = new URL(text)
    if (uri.protocol === 'file:') return fileURLToPath(uri, { windows: flavour === win32 })
    // The editor is elsewhere; its extensions, and we, run where the file is.
    return uri.protocol === 'vscode-remote:' ? decodeURIComponent(uri.pathname) : null
  } catch {
    return null
  }
}
