import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { readBytes } from '../change.ts'
import { nodeAt, readJsonc, valueAt } from './jsonc.ts'
import { parseToml } from './server-entry.ts'
import type { StandingHook } from './standing.ts'
import { isRecord } from './words.ts'

/** What an agent on this machine holds against our hooks running. Its own files are only read. */
export interface Doubt {
  readonly detail: string
  readonly remedy: string
}

/** Where the settings lie that are asked about, and where this user's are. */
export interface Grounds {
  /** Absolute: the working tree. */
  readonly top: string
  readonly env: NodeJS.ProcessEnv
}

const FOLDERS: Readonly<Record<string, string>> = {
  'claude-code': '.claude.json',
  codex: '.codex',
  'copilot-cli': '.copilot',
  'gemini-cli': '.gemini',
  'qwen-code': '.qwen',
}

/** null = nothing, or it cannot be told: the agent was never started here. Throws USAGE for a file that cannot be read. */
export function doubtOf(name: string, hooks: readonly StandingHook[], grounds: Grounds): Doubt | null {
  const home = homeOf(name, grounds.env)
  if (home === null || !existsSync(home)) return null
  switch (name) {
    case 'claude-code':
      return doubtOfClaude(home, grounds)
    case 'codex':
      return doubtOfCodex(home, hooks, grounds)
    case 'copilot-cli':
      return doubtOfCopilot(home, grounds)
    default:
      return doubtOfGemini(home, grounds, name === 'gemini-cli' ? 'gemini' : 'qwen')
  }
}

function homeOf(name: string, env: NodeJS.ProcessEnv): string | null {
  const folder = FOLDERS[name]
  if (folder === undefined) return null
  if (name === 'codex' && env.CODEX_HOME !== undefined) return env.CODEX_HOME
  const home = name === 'claude-code' ? env.CLAUDE_CONFIG_DIR : undefined
  return join(home ?? env.HOME ?? homedir(), folder)
}

function doubtOfClaude(file: string, { top }: Grounds): Doubt | null {
  const projects = readJson(file).projects
  const isTrusted = foldersUpTo(top).some((folder) => {
    const project = isRecord(projects) ? projects[folder] : undefined
    return isRecord(project) && project.hasTrustDialogAccepted === true
  })
  return isTrusted ? null : untrusted('claude')
}

function doubtOfCopilot(home: string, { top }: Grounds): Doubt | null {
  const { trusted_folders: older, trustedFolders: newer } = readJson(join(home, 'config.json'))
  const trusted = [older, newer].flatMap((list) => (Array.isArray(list) ? list : []))
  return foldersUpTo(top).some((folder) => trusted.includes(folder)) ? null : untrusted('copilot')
}

function doubtOfGemini(home: string, { top }: Grounds, program: string): Doubt | null {
  const settings = join(home, 'settings.json')
  const text = readBytes(settings)
  const isOff =
    text !== null &&
    text.trim() !== '' &&
    valueAt(readJsonc(text, settings), ['security', 'folderTrust', 'enabled']) === false
  if (isOff) return null
  const rules = readJson(join(home, 'trustedFolders.json'))
  const nearest = foldersUpTo(top).find((folder) => rules[folder] !== undefined)
  const rule = nearest === undefined ? undefined : rules[nearest]
  return rule === 'TRUST_FOLDER' || rule === 'TRUST_PARENT' ? null : untrusted(program)
}

function untrusted(program: string): Doubt {
  return {
    detail: 'it does not trust this folder, so far as its own files say, and may run no hooks in it',
    remedy: `start ${program} here, and trust the folder`,
  }
}

function doubtOfCodex(home: string, hooks: readonly StandingHook[], { top }: Grounds): Doubt | null {
  const file = join(home, 'config.toml')
  const config: unknown = parseToml(readBytes(file) ?? '', file)
  const projects = valueIn(config, 'projects')
  const isTrusted = foldersUpTo(top).some((folder) => valueIn(projects, folder, 'trust_level') === 'trusted')
  if (!isTrusted) return untrusted('codex')
  const states = valueIn(config, 'hooks', 'state')
  const unknown = hooks.filter((hook) => !isTrustedHook(states, hook, join(top, '.codex', 'hooks.json')))
  if (unknown.length === 0) return null
  return {
    detail: `it skips hooks that nobody trusted, and says nothing: ${unknown.map(({ event }) => event).join(', ')}`,
    remedy: 'start codex here, open /hooks and trust those of intentgate',
  }
}

function isTrustedHook(states: unknown, { event, command, path }: StandingHook, file: string): boolean {
  const name = snakeCase(event)
  const key = `${file}:${name}:${path[2]}:${path[4]}`
  return (
    valueIn(states, key, 'trusted_hash') === codexHash(name, command) &&
    valueIn(states, key, 'enabled') !== false
  )
}

function snakeCase(event: string): string {
  return event.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
}

/** What Codex remembers a hook by that has no matcher and no timeout of its own: any other text is another hook. */
export function codexHash(event: string, command: string): string {
  const hook = { async: false, command, timeout: 600, type: 'command' }
  const text = JSON.stringify({ event_name: event, hooks: [hook] })
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

function valueIn(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>((now, key) => (isRecord(now) ? now[key] : undefined), value)
}

/** An object; {} = no such file. */
function readJson(file: string): Readonly<Record<string, unknown>> {
  const text = readBytes(file)
  if (text === null || text.trim() === '') return {}
  const jsonc = readJsonc(text, file)
  const value = nodeAt(jsonc, []) === null ? {} : valueAt(jsonc, [])
  return isRecord(value) ? value : {}
}

/** The folder itself, and all that it lies in. */
function foldersUpTo(top: string): string[] {
  const folders = [top]
  while (dirname(folders[0]!) !== folders[0]) folders.unshift(dirname(folders[0]!))
  return folders.reverse().filter((folder) => folder !== sep || top === sep)
}
