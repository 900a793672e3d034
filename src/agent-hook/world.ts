import { matchSimpleGlobs } from '../core/simple-glob.ts'
import { type Environment, hardened } from '../git/environment.ts'
import type { DeclaredIntent } from '../recorder/ports.ts'
import type { ObjectFormat } from './disk.ts'
import type { Parts } from './parts.ts'
import { objectFormatOf } from './plain.ts'
import { readSettings, type Settings } from './settings.ts'
import type { Site } from './site.ts'

/** One working tree, as one run of the hook meets it. */
export interface World {
  readonly site: Site
  readonly format: ObjectFormat
  /** For git, and free of whatever names another repository. */
  readonly env: Environment
  readonly parts: Parts
  settings(): Promise<Settings>
  isOwned(intent: DeclaredIntent, path: string): Promise<boolean>
}

// The repository is the one that the edited file lies in, wherever the agent was started from.
const ELSEWHERE = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
]

export function createWorld(site: Site, variables: NodeJS.ProcessEnv, parts: Parts): World {
  let settings: Promise<Settings> | null = null
  return {
    site,
    format: objectFormatOf(site),
    env: hardened(
      Object.fromEntries(Object.entries(variables).filter(([name]) => !ELSEWHERE.includes(name))),
    ),
    parts,
    settings() {
      settings ??= readSettings(site, parts)
      return settings
    },
    isOwned: async ({ owned_scope }, path) =>
      matchSimpleGlobs(owned_scope, path) ?? (await parts.matchGlobs(owned_scope, path)),
  }
}
