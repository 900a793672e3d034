import { GateError } from '../core/error.ts'
import { foreignHooks, hasDirectHooks } from './direct.ts'
import { isOwn } from './gate.ts'
import { foreignHooksPath, type HooksPath, isGated, readHooksPath } from './hooks-path.ts'
import { hasHuskyFiles, huskyFolder, usesHusky } from './husky-files.ts'
import { findNeighbour, isChained, type Neighbour } from './neighbour.ts'
import type { Site } from './site.ts'

/** Who runs the gate when git fires a hook. */
export type Layout =
  /** husky's files, which are committed, and core.hooksPath, which is not. */
  | { readonly kind: 'husky'; readonly folder: string }
  /** git's own hooks folder. */
  | { readonly kind: 'direct' }
  /** Another tool, of whose hooks the gate is a part. */
  | { readonly kind: 'chained'; readonly by: Neighbour }
  /** A folder that somebody set core.hooksPath to, and whose hooks run the gate already. */
  | { readonly kind: 'foreign'; readonly folder: string }

/** Husky's block and a neighbour's job are committed, so every clone can tell; null = neither, which is how direct looks. */
export function committedLayout(site: Site): Layout | null {
  const folder = huskyFolder(site)
  if (hasHuskyFiles(site, folder)) return { kind: 'husky', folder }
  const neighbour = findNeighbour(site)
  return neighbour !== null && isChained(neighbour) ? { kind: 'chained', by: neighbour } : null
}

/**
 * The layout that holds. For `npm install`, which asks nobody and takes nothing over: throws USAGE where somebody
 * else's core.hooksPath or husky stands in the way.
 */
export async function preparedLayout(site: Site): Promise<Layout> {
  const hooksPath = await readHooksPath(site)
  if (hooksPath.owner === 'foreign') return foreignLayout(site, hooksPath)
  const committed = committedLayout(site)
  if (committed !== null) return committed
  if (!usesHusky(site)) return { kind: 'direct' }
  throw new GateError('USAGE', {
    message: `git runs husky's hooks, and none in ${huskyFolder(site)}/ runs the gate`,
    remedy: 'put it in again: npx intentgate init',
  })
}

function foreignLayout(site: Site, hooksPath: HooksPath): Layout {
  if (!isGated(hooksPath)) throw foreignHooksPath(site, hooksPath)
  return { kind: 'foreign', folder: hooksPath.folder }
}

/** The layout to set up. Throws USAGE for one that would silence hooks which run today, or that would not last. */
export async function chooseLayout(site: Site, wanted: 'husky' | 'direct' | null): Promise<Layout> {
  const hooksPath = await readHooksPath(site)
  if (hooksPath.owner === 'foreign') return foreignLayout(site, hooksPath)
  if (wanted === 'husky') return chosenHusky(site, hooksPath)
  if (wanted === 'direct') return chosenDirect(site)
  return committedLayout(site) ?? usualLayout(site, hooksPath)
}

function usualLayout(site: Site, hooksPath: HooksPath): Layout {
  if (hasDirectHooks(site)) return { kind: 'direct' }
  const neighbour = findNeighbour(site)
  if (neighbour !== null) return { kind: 'chained', by: neighbour }
  if (usesHusky(site)) return isInstalled(site) ? { kind: 'husky', folder: huskyFolder(site) } : refuseHusky()
  const fits = isInstalled(site) && site.main !== null && silencedBy(site, hooksPath).length === 0
  return fits ? { kind: 'husky', folder: huskyFolder(site) } : { kind: 'direct' }
}

// Husky's files are committed: they can only name a package that every clone installs.
function isInstalled(site: Site): boolean {
  return site.manifest !== null && site.gate?.machine === null
}

function refuseHusky(): never {
  throw new GateError('USAGE', {
    message:
      "husky's files are committed, so they need a package.json that installs intentgate in every clone",
    remedy: 'npm install --save-dev intentgate, and run this again',
  })
}

/** Hooks in git's own folder that no longer run once core.hooksPath points elsewhere. */
export function silencedBy(site: Site, hooksPath: HooksPath): string[] {
  return hooksPath.owner === 'husky' ? [] : foreignHooks(site)
}

function chosenHusky(site: Site, hooksPath: HooksPath): Layout {
  if (!isInstalled(site)) refuseHusky()
  if (site.main === null) {
    throw new GateError('USAGE', {
      message:
        'this repository is bare: its worktrees come and go, and core.hooksPath would name a folder in one of them',
      remedy: 'take: npx intentgate init --hooks direct',
    })
  }
  const silenced = silencedBy(site, hooksPath)
  if (silenced.length === 0) return { kind: 'husky', folder: huskyFolder(site) }
  throw new GateError('USAGE', {
    message: `with husky git would no longer run these hooks of .git/hooks: ${silenced.join(', ')}`,
    remedy: `move their lines to ${huskyFolder(site)}/, or take: npx intentgate init --hooks direct (it keeps and chains them)`,
  })
}

function chosenDirect(site: Site): Layout {
  if (!usesHusky(site) && !isOwn(site.gate)) return { kind: 'direct' }
  throw new GateError('USAGE', {
    message:
      'this project uses husky by itself: the next install would point core.hooksPath away from .git/hooks again',
    remedy: 'take: npx intentgate init --hooks husky, or remove husky from package.json first',
  })
}
