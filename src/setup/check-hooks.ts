import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gitWords } from '../git/words.ts'
import { type Check, failure, ok, warning } from './checkup.ts'
import { runsKept } from './direct.ts'
import { type Gate, isOwn, resolveGate } from './gate.ts'
import { type Fate, fateOf } from './hook-fate.ts'
import { foreignHooksPath, type HooksPath, isGated, readHooksPath } from './hooks-path.ts'
import { committedLayout, silencedBy } from './layout.ts'
import { findNeighbour, isChained, type Neighbour } from './neighbour.ts'
import { EVENTS, type HookEvent, renderBlock } from './shim.ts'
import { type Site, worktrees } from './site.ts'

/** Would git run the gate, here and in every other working tree of this repository? */
export async function checkHooks(site: Site): Promise<Check[]> {
  const hooksPath = await readHooksPath(site)
  const checks = [checkPlace(site, hooksPath)]
  const silenced = hooksPath.owner === 'husky' ? silencedBy(site, { ...hooksPath, owner: 'none' }) : []
  if (silenced.length > 0) {
    const detail = `core.hooksPath keeps git from running these hooks of .git/hooks: ${silenced.join(', ')}`
    checks.push(
      warning('silenced-hooks', 'hooks', {
        detail,
        remedy: 'move their lines to the folder that git reads, or remove them',
      }),
    )
  }
  for (const root of await worktrees(site)) checks.push(await checkWorktree(site, root))
  return checks
}

function checkPlace(site: Site, hooksPath: HooksPath): Check {
  const { owner, value, scope, folder } = hooksPath
  if (owner === 'foreign') {
    if (isGated(hooksPath))
      return ok('hooks-path', 'core.hooksPath', `${value} (${scope}); its hooks run the gate`)
    const { message, remedy } = foreignHooksPath(site, hooksPath)
    return failure('hooks-path', 'core.hooksPath', { detail: message, remedy })
  }
  if (owner !== 'husky') return checkDirect(site, folder)
  if (!existsSync(folder)) return gone(folder)
  return checkHuskyPath(site, hooksPath)
}

function checkDirect(site: Site, folder: string): Check {
  if (committedLayout(site)?.kind !== 'husky') return ok('hooks-path', 'hooks folder', folder)
  const detail = "husky's files run the gate, but core.hooksPath is not set, so git does not read them"
  return failure('hooks-path', 'core.hooksPath', { detail, remedy: 'npx intentgate prepare' })
}

function gone(folder: string): Check {
  return failure('hooks-path', 'core.hooksPath', {
    detail: `${folder} does not exist: git runs no hook, and says nothing (git clean -xfd takes it away; so does moving the repository)`,
    remedy:
      'npm install, or npx intentgate prepare. What survives a clean: npx intentgate init --hooks direct',
  })
}

function checkHuskyPath(site: Site, { value, scope }: HooksPath): Check {
  const isAbsolute = value !== null && resolve(value) === value
  if (isAbsolute || site.main === null) {
    return ok(
      'hooks-path',
      'core.hooksPath',
      `${value} (${scope}); after git clean -xfd run npm install: that takes the folder away`,
    )
  }
  return failure('hooks-path', 'core.hooksPath', {
    detail: `${value} is relative: in a new worktree there is no such folder, and git commits without a word`,
    remedy: 'npx intentgate prepare',
  })
}

async function checkWorktree(site: Site, root: string): Promise<Check> {
  const id = 'worktree'
  const title = root
  const { gate } = site
  if (gate === null)
    return failure(id, title, {
      detail: 'intentgate is not installed',
      remedy: 'npm install --save-dev intentgate',
    })
  // In our own repository husky runs the main checkout's files, and those their own package.
  const found = resolveGate(gate, isOwn(gate) ? (site.main ?? root) : root, site.main)
  if (found === null) {
    return failure(id, title, {
      detail: `${gate.path} is neither here nor in the main checkout: each commit is stopped`,
      remedy: `npm install, in ${root}`,
    })
  }
  if (!existsSync(join(found, 'dist', 'hook.cjs'))) {
    return failure(id, title, {
      detail: `${found} has no dist/hook.cjs`,
      remedy: 'install intentgate again (in its own repository: npm run build)',
    })
  }
  const neighbour = findNeighbour({ top: root, manifest: site.manifest })
  return judge(title, { fates: await fates(root, neighbour), gate, neighbour })
}

type Fates = ReadonlyMap<HookEvent, Fate>

async function fates(root: string, neighbour: Neighbour | null): Promise<Fates> {
  const folder = resolve(
    await gitWords(root).run('rev-parse', '--path-format=absolute', '--git-path', 'hooks'),
  )
  return new Map(EVENTS.map((event) => [event, fateOf(folder, event, neighbour)]))
}

interface Findings {
  readonly fates: Fates
  readonly gate: Gate
  readonly neighbour: Neighbour | null
}

function judge(title: string, { fates: all, gate, neighbour }: Findings): Check {
  const missing = [...all].flatMap(([event, fate]) => (fate.runs === 'no' ? [`${event}: ${fate.why}`] : []))
  if (missing.length > 0) {
    const detail = `the gate does not run at ${missing.join('; ')}`
    const chained = neighbour !== null && isChained(neighbour)
    const remedy = chained
      ? `let ${neighbour.name} write its hooks again`
      : 'npx intentgate prepare; if that does not help, npx intentgate init'
    return failure('worktree', title, { detail, remedy })
  }
  const edited = [...all].flatMap(([event, fate]) =>
    fate.runs === 'yes' && isEdited(event, fate.block, gate) ? [fate.file] : [],
  )
  if (edited.length === 0)
    return ok('worktree', title, `${EVENTS.length} of ${EVENTS.length} hooks run the gate`)
  const detail = `all hooks run the gate, but not with the lines this version writes: ${edited.join(', ')}`
  return warning('worktree', title, {
    detail,
    remedy: 'see what was changed there; npx intentgate init writes the lines anew',
  })
}

function isEdited(event: HookEvent, block: string | null, gate: Gate): boolean {
  if (block === null) return false
  const text = Buffer.from(block, 'latin1').toString('utf8')
  return text !== renderBlock(event, gate) && text !== renderBlock(event, gate, [runsKept])
}
