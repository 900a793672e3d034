import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

const LENIENT = `new_intents: review
exempt:
  - paths: ["generated/**"]
    reason: "made by the build"
    until: 2999-12-31
waivers:
  - id: W-001
    rule: hash-mismatch
    paths: ["src/app.ts"]
    until: 2999-12-31
    reason: "being moved"
    approved_by: "someone"
`

test('an exempted file needs no record, and the report says so', async () => {
  const repo = gatedRepo({ policy: LENIENT })
  repo.write({ 'generated/out.js': '1\n' })
  repo.git('add', '-A')
  expect(repo.commit().code).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
  const { exempted } = JSON.parse(repo.check('--range', 'adopted..HEAD', '--json').out)
  expect(exempted).toMatchObject([{ path: 'generated/out.js', by: 'exemption', until: '2999-12-31' }])
})

test('a waived mismatch passes until the waiver ends, and the report says so', async () => {
  const repo = gatedRepo({ policy: LENIENT })
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.write({ 'src/app.ts': edit(APP, { 3: '', 9: 'export const byHand = 9\n' }) })
  expect(repo.commit('-a').code).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
  const { exempted } = JSON.parse(repo.check('--range', 'adopted..HEAD', '--json').out)
  expect(exempted).toMatchObject([{ path: 'src/app.ts', by: 'waiver', id: 'W-001' }])
})
