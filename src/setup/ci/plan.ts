import type { Plan } from '../install.ts'
import type { Site } from '../site.ts'
import type { Forge } from './forge.ts'
import { planGithub } from './github.ts'
import { planGitlab } from './gitlab.ts'

interface Wanted {
  readonly forge: Forge
  /** OWNER/REPO@COMMIT; default: the Action of this release. GitHub only. */
  readonly action: string | undefined
}

/** What `init --ci` adds. Throws USAGE for what it cannot write without guessing. */
export async function planCi(site: Site, { forge, action }: Wanted): Promise<Plan> {
  if (forge === 'gitlab') return planGitlab(site)
  return { changes: await planGithub(site, action), notes: [] }
}
