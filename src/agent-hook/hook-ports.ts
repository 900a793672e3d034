import { GateError } from '../core/error.ts'
import { INTENTS_PATH } from '../core/sidecar.ts'
import type { HookPorts } from '../recorder/ports.ts'
import { readBinding, writeBinding } from '../store/bindings.ts'
import { captureCall } from './capture.ts'
import { stateOnDisk } from './disk.ts'
import { writeLog } from './hook-log.ts'
import { dismissCall, readSeen, writeSeen } from './kept.ts'
import type { HookOptions } from './open-ports.ts'
import { locateIn } from './site.ts'
import type { World } from './world.ts'

export function createPorts(world: World, { mode = 'record', canAsk = false }: HookOptions): HookPorts {
  const { site, format } = world
  return {
    mode,
    canAsk,
    async intents() {
      const { intents, problem } = await world.settings()
      if (intents === null) throw new GateError('INVALID_FILE', { path: INTENTS_PATH, issues: problem ?? '' })
      return intents
    },
    locate: (path, follow) => locateIn(site, path, follow),
    isOwned: (intent, path) => world.isOwned(intent, path),
    isUngoverned: async (path) => (await world.parts.full()).isUngoverned(site, world.env, path),
    inspect: (command) => world.parts.inspect(command),
    binding: (key) => readBinding(site.state, key),
    bind: (key, intent) => writeBinding(site.state, key, intent),
    seen: (key, path) => readSeen(site.state, key, path),
    see: (key, path, state) => writeSeen(site.state, key, path, state),
    stateOf: (path) => stateOnDisk(site.top, path, format),
    capture: (call) => captureCall(world, call),
    dismiss: ({ actor, id }) => dismissCall(site.state, actor.key, id),
    settle: async (call) => (await world.parts.recorder()).settleCall(world, call),
    reconcile: async (actor) => (await world.parts.recorder()).reconcileSession(world, actor),
    log: (what) => writeLog(site.state, what),
  }
}
