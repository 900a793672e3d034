import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Policy, strictPolicy } from '../../core/policy.ts'
import { POLICY_PATH } from '../../core/sidecar.ts'
import type { Repository } from '../../git/types.ts'
import { parsePolicy } from '../../store/config.ts'
import { isErrno } from '../../store/errno.ts'

/** The policy as it stands in the working tree. Throws INVALID_FILE. */
export function workingPolicy({ top }: Repository): Policy {
  try {
    return parsePolicy(readFileSync(join(top, POLICY_PATH)), POLICY_PATH)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return strictPolicy
    throw error
  }
}
