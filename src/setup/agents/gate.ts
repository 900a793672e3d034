import { GateError } from '../../core/error.ts'
import { type Gate, resolveGate } from '../gate.ts'
import { INSTALL, packageManager } from '../package-manager.ts'
import type { Site } from '../site.ts'

/** The package that agents will start. Throws USAGE where there is none. */
export function agentGate({ gate, manifest, top, main }: Site): Gate {
  if (gate !== null && resolveGate(gate, top, main) !== null) return gate
  const install =
    manifest === null ? 'npm install --global intentgate' : INSTALL[packageManager(top, manifest)]
  throw new GateError('USAGE', {
    message: 'intentgate is not installed here: agents would find nothing to run',
    remedy: `${install}, and run this again`,
  })
}
