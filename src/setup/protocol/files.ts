import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { isErrno } from '../../store/errno.ts'
import { asBytes, type Change, fileChange, keep, readBytes } from '../change.ts'
import type { Site } from '../site.ts'
import { markdown, PROTOCOL } from './text.ts'

/** A file of instructions that some agent reads. */
interface Instructions {
  readonly what: string
  /** Where this file or folder stands, the agent is in use, and the file is made if it is missing. */
  readonly sign?: string
  /** What a file that is ours alone begins with. */
  readonly head?: string
}

const CURSOR_HEAD = `---
description: Select an intent before you write
alwaysApply: true
---
`

const SHARED = 'AGENTS.md'

const PLACES: readonly Instructions[] = [
  { what: SHARED },
  { what: 'CLAUDE.md', sign: '.claude' },
  { what: '.claude/CLAUDE.md' },
  { what: 'GEMINI.md', sign: '.gemini' },
  { what: 'QWEN.md', sign: '.qwen' },
  { what: '.github/copilot-instructions.md' },
  { what: '.cursor/rules/intentgate.mdc', sign: '.cursor/rules', head: CURSOR_HEAD },
  { what: '.clinerules/intentgate.md', sign: '.clinerules/' },
  { what: '.clinerules' },
]

/**
 * The protocol, in every file of agents' instructions that is here, and in AGENTS.md where there is none. Nothing outside our
 * markers is touched. Throws USAGE where the markers are damaged.
 */
export function protocolFiles({ top }: Pick<Site, 'top'>): Change[] {
  const wanted = PLACES.filter((place) => isWanted(top, place))
  const importing = wanted.filter(({ what }) => what !== SHARED && importsShared(readBytes(join(top, what))))
  const own = wanted.filter((place) => !importing.includes(place))
  const needsShared = (own.length === 0 || importing.length > 0) && !isTaken(join(top, SHARED))
  return [
    ...[...(needsShared ? [{ what: SHARED }] : []), ...own].map((place) => withProtocol(top, place)),
    ...importing.map(({ what }) => keep(what, `it takes in ${SHARED}`)),
  ]
}

/** Takes the protocol out again; a file that held nothing else goes. */
export function withoutProtocolFiles({ top }: Pick<Site, 'top'>): Change[] {
  return PLACES.flatMap(({ what, head = '' }) => {
    const file = join(top, what)
    const text = isPlain(file) ? (readBytes(file) ?? '') : ''
    if (markdown.find(text, what) === null) return []
    const rest = markdown.remove(text, what)
    return [fileChange({ file, what, after: rest === asBytes(head) ? null : rest })]
  })
}

function isWanted(top: string, { what, sign }: Instructions): boolean {
  if (isPlain(join(top, what))) return true
  if (sign === undefined || isTaken(join(top, what))) return false
  return isPresent(join(top, sign), sign)
}

function isPresent(path: string, sign: string): boolean {
  const stats = statsOf(path.replace(/\/$/, ''))
  return sign.endsWith('/') ? stats?.isDirectory() === true : stats !== undefined
}

// Not through a link: what it leads to has its own line in the table, or lies outside.
function isPlain(file: string): boolean {
  return statsOf(file)?.isFile() === true
}

/** Something stands there, if only a link or a folder. */
function isTaken(file: string): boolean {
  return statsOf(file) !== undefined
}

function statsOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch (error) {
    // `.clinerules` can be a folder or a file.
    if (isErrno(error, 'ENOTDIR')) return undefined
    throw error
  }
}

function withProtocol(top: string, { what, head = '' }: Instructions): Change {
  const file = join(top, what)
  const text = readBytes(file) ?? asBytes(head)
  return fileChange({ file, what, after: markdown.put(text, asBytes(PROTOCOL), text.length, what) })
}

/** `@AGENTS.md` on a line of its own is how Claude Code and Gemini CLI take in another file. */
function importsShared(text: string | null): boolean {
  return /^@(?:\.\/)?AGENTS\.md\s*$/m.test(text ?? '')
}
