import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Intent } from '../../core/intent.ts'
import { type Policy, strictPolicy } from '../../core/policy.ts'
import { INTENTS_PATH, POLICY_PATH } from '../../core/sidecar.ts'
import type { Repository } from '../../git/types.ts'
import { parsePolicy } from '../../store/config.ts'
import type { Io } from '../command.ts'

const WHEN: Readonly<Record<Policy['new_intents'], string>> = {
  deny: 'policy new_intents: deny: changes may use it once the declaration is on the base branch; commit it by itself',
  review:
    'policy new_intents: review: a change that uses it in the same pull request gets a warning, for the reviewer',
  allow: 'policy new_intents: allow: a change may use it at once',
}

/** A declaration of the change under review counts only as the base branch's policy says. */
export function sayWhenItCounts({ top }: Repository, { id, status }: Intent, io: Io): void {
  const file = join(top, POLICY_PATH)
  const policy = existsSync(file) ? parsePolicy(readFileSync(file), POLICY_PATH) : strictPolicy
  io.err(`${WHEN[policy.new_intents]}\n`)
  io.err(`next: git add ${INTENTS_PATH}\n`)
  if (status === 'IN_PROGRESS') io.err(`      npx intentgate intent select ${id}\n`)
}
