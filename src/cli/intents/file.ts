import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Intents } from '../../core/intent.ts'
import { INTENTS_PATH } from '../../core/sidecar.ts'
import type { Repository } from '../../git/types.ts'
import { applyAll } from '../../setup/apply.ts'
import { sidecarFiles } from '../../setup/sidecar.ts'
import { openSite } from '../../setup/site.ts'
import { parseIntents } from '../../store/config.ts'
import { underLock } from '../../store/lock.ts'
import { stateFolder } from '../../store/session.ts'
import { packageRoot } from '../package-root.ts'
import { writeWhole } from '../write-whole.ts'

/** Makes what is missing of the sidecar, where intents are still missing; nothing that is there is touched. */
export async function ensureSidecar({ top }: Repository): Promise<void> {
  if (existsSync(join(top, INTENTS_PATH))) return
  await applyAll(sidecarFiles(await openSite(top, packageRoot())))
}

/** Edits active_intents.yaml of the working tree while no other command does. Throws INVALID_FILE, and whatever `edit` throws. */
export async function editIntents(
  { top, gitDir }: Repository,
  edit: (text: string, intents: Intents) => string,
): Promise<void> {
  await underLock(join(stateFolder(gitDir), 'intents.lock'), async () => {
    const bytes = readFileSync(join(top, INTENTS_PATH))
    writeWhole(top, INTENTS_PATH, edit(bytes.toString('utf8'), parseIntents(bytes, INTENTS_PATH)))
  })
}
