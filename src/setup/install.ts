import { AGENT_SETUPS } from './agents/catalog.ts'
import { planAgentRemoval } from './agents/plan.ts'
import type { Change } from './change.ts'
import { directHooks, withoutDirectHooks } from './direct.ts'
import type { Gate } from './gate.ts'
import { readHooksPath } from './hooks-path.ts'
import { huskyFiles, huskyFolder, withoutHuskyFiles } from './husky-files.ts'
import { huskyPlace, withoutHuskyPlace } from './husky-place.ts'
import { installedGate } from './installed-gate.ts'
import { chooseLayout, type Layout, preparedLayout, silencedBy } from './layout.ts'
import { chain, chainByHand, findNeighbour, isChained, unchain } from './neighbour.ts'
import { addScript, removeScript } from './package-script.ts'
import { protocolFiles, withoutProtocolFiles } from './protocol/files.ts'
import { ledgerAttributes, sidecarFiles, withoutLedgerAttributes } from './sidecar.ts'
import type { Site } from './site.ts'

export interface Plan {
  readonly changes: readonly Change[]
  /** What a person should know or do, a line each. */
  readonly notes: readonly string[]
}

/** Everything `init` does. Throws USAGE for what would take over or silence somebody else's hooks. */
export async function planInit(
  site: Site,
  wanted: 'husky' | 'direct' | null,
): Promise<Plan & { readonly layout: Layout }> {
  const gate = installedGate(site, 'hooks')
  const layout = await chooseLayout(site, wanted)
  const folder = layout.kind === 'husky' ? layout.folder : null
  // With a neighbour it is the neighbour's install that puts hooks in place.
  const needsScript =
    site.manifest !== null && gate.machine === null && layout.kind !== 'chained' && layout.kind !== 'foreign'
  const changes = [
    ...sidecarFiles(site),
    await ledgerAttributes(site, folder),
    ...protocolFiles(site),
    ...(needsScript && site.manifest !== null ? [addScript(site, site.manifest)] : []),
    ...(await hooksOf(site, layout, gate)),
  ]
  return { layout, changes, notes: layout.kind === 'chained' ? chainByHand(site, layout.by, gate) : [] }
}

async function hooksOf(site: Site, layout: Layout, gate: Gate): Promise<Change[]> {
  if (layout.kind === 'foreign') return []
  if (layout.kind === 'chained') return [...withoutDirectHooks(site), ...chain(site, layout.by, gate)]
  if (layout.kind === 'husky') {
    return [
      ...withoutDirectHooks(site),
      ...huskyFiles(site, layout.folder, gate),
      await huskyPlace(site, layout.folder, gate),
    ]
  }
  const folder = huskyFolder(site)
  return [
    ...withoutHuskyFiles(site, folder),
    ...(await withoutHuskyPlace(site, folder)),
    ...directHooks(site, gate),
  ]
}

/** What `npm install` sets up again: only what is not committed, so that no install leaves a changed file behind. */
export async function planPrepare(site: Site): Promise<Plan & { readonly layout: Layout }> {
  const gate = installedGate(site, 'hooks')
  const layout = await preparedLayout(site)
  if (layout.kind === 'direct') {
    return {
      layout,
      changes: [...(await withoutHuskyPlace(site, huskyFolder(site))), ...directHooks(site, gate)],
      notes: [],
    }
  }
  if (layout.kind !== 'husky') return { layout, changes: [], notes: [] }
  const silenced = silencedBy(site, await readHooksPath(site))
  const notes =
    silenced.length === 0
      ? []
      : [
          `core.hooksPath names ${layout.folder}/_ now: these hooks of .git/hooks no longer run: ${silenced.join(', ')}`,
        ]
  return {
    layout,
    changes: [...withoutDirectHooks(site), await huskyPlace(site, layout.folder, gate)],
    notes,
  }
}

/** Takes out what `init` put in, and nothing else. `.orchestration/` is the project's own by now, and stays. */
export async function planUninstall(site: Site): Promise<Plan> {
  const folder = huskyFolder(site)
  const changes = [
    ...withoutHuskyFiles(site, folder),
    ...(await withoutHuskyPlace(site, folder)),
    ...withoutDirectHooks(site),
    ...unchain(site),
    ...withoutLedgerAttributes(site),
    ...withoutProtocolFiles(site),
    ...planAgentRemoval(site, AGENT_SETUPS),
    ...(site.manifest === null ? [] : removeScript(site, site.manifest)),
  ]
  const neighbour = findNeighbour(site)
  const byHand = neighbour !== null && neighbour.name !== 'lefthook' && isChained(neighbour)
  return { changes, notes: byHand ? [`remove what names intentgate from ${neighbour.config} by hand`] : [] }
}
