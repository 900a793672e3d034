import { pluginSource } from '../../recorder/shim/plugin.ts'
import type { Gate } from '../gate.ts'
import type { AgentSetup, Part } from './catalog.ts'
import { hookWords, isOwnCommand } from './command.ts'
import { hookEntries, serverEntry } from './forms.ts'
import { type Head, isBare, isOurFile } from './head.ts'
import { dropHooks, findOwn, putHooks } from './hook-entries.ts'
import { containerAt, type Jsonc, readJsonc, unfit, valueAt } from './jsonc.ts'
import { dropServer, dropTomlServer, isOwnServer, putServer, putTomlServer, SERVER } from './server-entry.ts'

/** One file of one agent: what it holds, as `readBytes` gives it; null = there is none. */
export interface PartText {
  readonly path: string
  readonly text: string | null
  readonly part: Part
  readonly agent: AgentSetup['agent']
}

/** With what is ours in it. Throws USAGE for what cannot be read, or is not ours to write. */
export function putPart({ path, text, part, agent }: PartText, gate: Gate): string {
  switch (part.kind) {
    case 'hooks':
      return inJson(path, text, part.head, (jsonc) => putHooks(jsonc, hookEntries(part, agent, gate)))
    case 'server':
      return inJson(path, text, part.head, (jsonc) =>
        putServer(jsonc, { ...part, server: serverEntry(part.server, gate) }),
      )
    case 'toml-server':
      return putTomlServer(text ?? '', gate, path)
    case 'plugin':
      if (text !== null && !isOurPlugin(text)) throw unfit(path, 'it is not a plugin that intentgate wrote')
      return pluginSource(part.host, hookWords(agent, gate))
  }
}

/** Without it; null = then nothing is left of what we made. */
export function takePart({ path, text, part, agent }: PartText): string | null {
  if (text === null || text.trim() === '') return text
  switch (part.kind) {
    case 'hooks':
      return outOfJson(path, text, part.head, (jsonc) =>
        dropHooks(jsonc, { isOwn: (command) => isOwnCommand(command, agent), isDue: () => true }),
      )
    case 'server':
      return outOfJson(path, text, part.head, (jsonc) => dropServer(jsonc, part.key))
    case 'toml-server': {
      const rest = dropTomlServer(text, path)
      return rest === '' ? null : rest
    }
    case 'plugin':
      return isOurPlugin(text) ? null : text
  }
}

/** Is anything of ours in it? */
export function hasPart({ path, text, part, agent }: PartText): boolean {
  if (text === null || text.trim() === '') return false
  switch (part.kind) {
    case 'hooks':
      return findOwn(readJsonc(text, path), (command) => isOwnCommand(command, agent)).length > 0
    case 'server':
      return isOwnServer(valueAt(readJsonc(text, path), [part.key, SERVER]))
    case 'toml-server':
      return dropTomlServer(text, path) !== text
    case 'plugin':
      return isOurPlugin(text)
  }
}

function isOurPlugin(text: string): boolean {
  return text.startsWith('// Written by intentgate.')
}

function inJson(path: string, text: string | null, head: Head, change: (jsonc: Jsonc) => Jsonc): string {
  const isBlank = text === null || text.trim() === ''
  if (!isBlank) {
    const jsonc = readJsonc(text, path)
    containerAt(jsonc, [], 'Object')
    return change(jsonc).text
  }
  const made = change(readJsonc(`${JSON.stringify(head, null, 2)}\n`, path)).text
  // Not the first line of a file that was there, if empty: so it is known to have been there.
  const own = made.replace(/\n[^\S\n]*\n/, '\n')
  return text === null ? own : `${text}\n${own}`
}

function outOfJson(path: string, text: string, head: Head, change: (jsonc: Jsonc) => Jsonc): string | null {
  const jsonc = readJsonc(text, path)
  const rest = change(jsonc)
  if (rest === jsonc || !isBare(rest, head) || !isOurFile(jsonc, head)) return rest.text
  const start = text.indexOf('{')
  return start === 0 ? null : text.slice(0, start - 1)
}
