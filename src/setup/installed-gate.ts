import { GateError } from '../core/error.ts'
import { type Gate, resolveGate } from './gate.ts'
import { INSTALL, packageManager } from './package-manager.ts'
import type { Site } from './site.ts'

/** The package that hooks or agents will start. Throws USAGE where there is none. */
export function installedGate({ gate, manifest, top, main }: Site, who: 'hooks' | 'agents'): Gate {
  if (gate !== null && resolveGate(gate, top, main) !== null) return gate
  const install =
    manifest === null ? 'npm install --global intentgate' : INSTALL[packageManager(top, manifest)]
  throw new GateError('USAGE', {
    message: `intentgate is not installed here: ${who} would find nothing to run`,
    remedy: `${install}, and run this again`,
  })
}
