import type { Environment } from '../git/environment.ts'
import type { Recorded } from '../record.ts'
import type { Inspected } from '../recorder/classify.ts'
import type { Actor, Call, Settled } from '../recorder/ports.ts'
import type { Image } from './disk.ts'
import type { KeptFile } from './kept.ts'
import type { Settings } from './settings.ts'
import type { Site } from './site.ts'
import type { World } from './world.ts'
import type { Write } from './writes.ts'

/** What an ordinary event does without: it takes longer to load than all the rest. */
export interface Parts {
  recorder(): Promise<Recorder>
  full(): Promise<Full>
  inspect(command: string): Promise<Inspected>
  matchGlobs(patterns: readonly string[], path: string): Promise<boolean>
}

/** `recorder.ts`. */
export interface Recorder {
  openWindow(world: World, lastOf: (path: string) => string | null): Promise<readonly KeptFile[] | undefined>
  settleCall(world: World, call: Call): Promise<Settled>
  reconcileSession(world: World, actor: Actor): Promise<Settled>
}

/** `full.ts`. */
export interface Full {
  parseSettings(top: string): Promise<Settings>
  recordRaw(site: Site, env: Environment, writes: readonly Write[]): Promise<Recorded>
  isUngoverned(site: Site, env: Environment, path: string): Promise<boolean>
  statesBefore(site: Site, env: Environment, paths: readonly string[]): Promise<ReadonlyMap<string, Image>>
}

/** Where everything is in one bundle already: the library, the command line. */
export const bundledParts: Parts = {
  recorder: () => import('./recorder.ts'),
  full: () => import('./full.ts'),
  inspect: async (command) => (await import('../recorder/classify.ts')).inspectCommand(command),
  matchGlobs: async (patterns, path) => (await import('../core/glob.ts')).matchGlobs(patterns, path),
}
