import { expect, test } from 'vitest'
import { intentsOverlap } from '../../src/rules/intents-overlap.ts'
import { covered, findings, intent, type Scenario } from './facts.ts'

const first = intent({ id: 'INT-001', owned_scope: ['src/**'] })
const second = intent({ id: 'INT-002', owned_scope: ['src/auth/**'] })
const third = intent({ id: 'INT-003', owned_scope: ['src/auth/jwt.ts'] })

test.each<Scenario & { why: string; expected: string[] }>([
  {
    why: 'two intents in progress that own a changed path',
    intents: [second, first],
    coverage: [covered('src/auth/a.ts')],
    expected: [
      'src/auth/a.ts: INT-001 and INT-002 are in progress and own this path: parallel work may collide',
    ],
  },
  {
    why: 'once for each set of intents',
    intents: [first, second, third],
    coverage: [covered('src/auth/a.ts'), covered('src/auth/b.ts'), covered('src/auth/jwt.ts')],
    expected: [
      'src/auth/a.ts: INT-001 and INT-002 are in progress and own this path and 1 more changed paths: parallel work may collide',
      'src/auth/jwt.ts: INT-001 and INT-002 and INT-003 are in progress and own this path: parallel work may collide',
    ],
  },
  {
    why: 'scopes that overlap elsewhere',
    intents: [first, second],
    coverage: [covered('src/main.ts')],
    expected: [],
  },
  {
    why: 'an intent that is not in progress',
    intents: [first, { ...second, status: 'PLANNED' }],
    coverage: [covered('src/auth/a.ts')],
    expected: [],
  },
  {
    why: 'an intent that this change closes',
    baseIntents: [first, second],
    intents: [first, { ...second, status: 'COMPLETED' }],
    coverage: [covered('src/auth/a.ts')],
    expected: [],
  },
])('$why', ({ expected, ...scenario }) => expect(findings(intentsOverlap, scenario)).toEqual(expected))
