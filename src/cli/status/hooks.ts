import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readBytes } from '../../setup/change.ts'
import { resolveGate } from '../../setup/gate.ts'
import { type HooksPath, readHooksPath } from '../../setup/hooks-path.ts'
import { findNeighbour, runsEvent } from '../../setup/neighbour.ts'
import { EVENTS, type HookEvent, runsGate } from '../../setup/shim.ts'
import { openSite, type Site } from '../../setup/site.ts'
import { packageRoot } from '../package-root.ts'

/** Does git run the gate here? */
export interface HookState {
  /** Absolute: where git looks for hooks. */
  readonly folder: string
  /** Events whose hook does not run the gate. */
  readonly missing: readonly HookEvent[]
  /** The hooks find the package they are to run. */
  readonly gate: 'found' | 'missing'
}

/** Looks at what git would run, not at what was set up. Throws as `openSite` does. */
export async function readHookState(cwd: string): Promise<HookState> {
  const site = await openSite(cwd, packageRoot())
  const hooksPath = await readHooksPath(site)
  const isFound = site.gate !== null && resolveGate(site.gate, site.top, site.main) !== null
  return {
    folder: hooksPath.folder,
    missing: EVENTS.filter((event) => !runs(site, hooksPath, event)),
    gate: isFound ? 'found' : 'missing',
  }
}

export function isActive({ missing, gate }: HookState): boolean {
  return missing.length === 0 && gate === 'found'
}

function runs(site: Site, { owner, folder }: HooksPath, event: HookEvent): boolean {
  const hook = join(folder, event)
  if (!existsSync(hook)) return false
  // Husky's wrapper runs the file of the same name one folder up.
  const texts = [hook, ...(owner === 'husky' ? [join(dirname(folder), event)] : [])].map(
    (file) => readBytes(file) ?? '',
  )
  if (texts.some((text) => runsGate(text, event))) return true
  const neighbour = findNeighbour(site)
  return neighbour !== null && runsEvent(neighbour, event)
}
