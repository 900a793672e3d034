import type { HookPorts, RecorderMode } from '../recorder/ports.ts'
import { createPorts } from './hook-ports.ts'
import { bundledParts } from './parts.ts'
import { findSite } from './site.ts'
import { createWorld } from './world.ts'

export interface HookOptions {
  /** Default: record. */
  readonly mode?: RecorderMode
  /** Whether a person can be asked before a command runs. Default: no. */
  readonly canAsk?: boolean
}

/**
 * What a hook engine needs of the working tree around a folder or file, by its absolute path: the disk, git and the ledger.
 * null = it lies in no working tree, or in one without `.orchestration/`: nothing is recorded there.
 */
export function openHookPorts(path: string, options: HookOptions = {}): HookPorts | null {
  const site = findSite(path)
  return site === null ? null : createPorts(createWorld(site, process.env, bundledParts), options)
}
