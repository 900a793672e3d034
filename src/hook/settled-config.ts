import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One intent in progress, as far as an ordinary commit needs it. */
export interface SettledIntent {
  readonly id: string
  readonly owned_scope: readonly string[]
}

/**
 * Intents and policy as the full judgement last read and accepted them, so that an ordinary commit loads no YAML parser
 * and no schema. Holds only for these very blobs and this very version.
 */
export interface SettledConfig {
  readonly version: string
  readonly intents: string
  readonly policy: string | null
  /** IN_PROGRESS ones. */
  readonly open: readonly SettledIntent[]
  /** Intents with a constraint to check: a change for one of them is judged in full. */
  readonly constrained: readonly string[]
  /** Hooks after pre-commit that still have something to do (the trailer); '-' = none. */
  readonly todo: '-' | 'trailer'
}

const FILE = 'config.json'

/** null where there is none for these blobs: judge in full. It is a cache in the git dir, no evidence. */
export function readSettledConfig(
  state: string,
  version: string,
  intents: string,
  policy: string | null,
): SettledConfig | null {
  try {
    const config = JSON.parse(readFileSync(join(state, FILE), 'utf8')) as SettledConfig // written below, by this very version
    const isSame = config.version === version && config.intents === intents && config.policy === policy
    return isSame ? config : null
  } catch {
    return null
  }
}

export function writeSettledConfig(state: string, config: SettledConfig): void {
  mkdirSync(state, { recursive: true })
  const draft = join(state, `${FILE}.${process.pid}`)
  writeFileSync(draft, JSON.stringify(config))
  renameSync(draft, join(state, FILE))
}
