import { resolveGate } from '../../setup/gate.ts'
import { fateOf } from '../../setup/hook-fate.ts'
import { readHooksPath } from '../../setup/hooks-path.ts'
import { findNeighbour } from '../../setup/neighbour.ts'
import { EVENTS, type HookEvent } from '../../setup/shim.ts'
import { openSite } from '../../setup/site.ts'
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

/** Looks at what git would run, not at what was set up; in this working tree only. Throws as `openSite` does. */
export async function readHookState(cwd: string): Promise<HookState> {
  const site = await openSite(cwd, packageRoot())
  const { folder } = await readHooksPath(site)
  const neighbour = findNeighbour(site)
  const isFound = site.gate !== null && resolveGate(site.gate, site.top, site.main) !== null
  return {
    folder,
    missing: EVENTS.filter((event) => fateOf(folder, event, neighbour).runs === 'no'),
    gate: isFound ? 'found' : 'missing',
  }
}

export function isActive({ missing, gate }: HookState): boolean {
  return missing.length === 0 && gate === 'found'
}
