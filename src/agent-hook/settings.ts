import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { INTENTS_PATH, POLICY_PATH } from '../core/sidecar.ts'
import type { DeclaredIntent } from '../recorder/ports.ts'
import type { Parts } from './parts.ts'
import { readIfThere, type Site } from './site.ts'

/** What the working tree declares, as far as a hook needs to know it. */
export interface Settings {
  /** null = they cannot be read; `problem` says why. */
  readonly intents: readonly DeclaredIntent[] | null
  readonly problem: string | null
  readonly layout: 'sharded' | 'single'
  readonly autostage: 'on' | 'off'
}

const FILE = 'recorder.json'
const VERSION = process.env.INTENTGATE_VERSION ?? ''

/** From what was read before, as long as both files hold what they held: so an event loads no YAML parser and no schema. */
export async function readSettings({ top, state }: Site, parts: Parts): Promise<Settings> {
  const texts = [VERSION, readIfThere(join(top, INTENTS_PATH)), readIfThere(join(top, POLICY_PATH))]
  const key = hash('sha256', JSON.stringify(texts), 'hex')
  const known = readKnown(state, key)
  if (known !== null) return known
  const settings = await (await parts.full()).parseSettings(top)
  writeKnown(state, { key, settings })
  return settings
}

interface Known {
  readonly key: string
  readonly settings: Settings
}

function readKnown(state: string, key: string): Settings | null {
  try {
    const known = JSON.parse(readFileSync(join(state, FILE), 'utf8')) as Known // written below, by this very version
    return known.key === key ? known.settings : null
  } catch {
    // Nothing there, or nothing of ours: the files themselves are read.
    return null
  }
}

function writeKnown(state: string, known: Known): void {
  mkdirSync(state, { recursive: true })
  const draft = join(state, `${FILE}.${process.pid}`)
  writeFileSync(draft, JSON.stringify(known))
  renameSync(draft, join(state, FILE))
}
