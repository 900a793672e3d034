import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../../core/error.ts'
import type { Intents } from '../../core/intent.ts'
import { INTENTS_PATH } from '../../core/sidecar.ts'
import type { Repository } from '../../git/types.ts'
import { parseIntents } from '../../store/config.ts'
import { isErrno } from '../../store/errno.ts'

/** The intents as they stand in the working tree. Throws NO_ORCHESTRATION, INVALID_FILE. */
export function workingIntents({ top }: Repository): Intents {
  try {
    return parseIntents(readFileSync(join(top, INTENTS_PATH)), INTENTS_PATH)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR'))
      throw new GateError('NO_ORCHESTRATION', { where: 'the working tree' }, { cause: error })
    throw error
  }
}
