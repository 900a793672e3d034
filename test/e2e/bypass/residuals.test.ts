import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'
import { commitAll, PASSED, pullRequest } from './attack.ts'

const security = readFileSync('SECURITY.md', 'utf8').replace(/\s+/g, ' ')
const TRACED = edit(APP, { 3: 'one()\n', 4: 'two()\n' })

test.each([
  [
    'a traced line is deleted before it is committed',
    edit(TRACED, { 4: '' }),
    'Deleting freshly traced lines',
  ],
  [
    'a traced hunk is moved by hand, between unchanged lines',
    edit(APP, { 3: '', 4: '', 10: 'export const item10 = 10\none()\ntwo()\n' }),
    'A whole traced hunk moved by hand',
  ],
])('what line evidence cannot catch is said in SECURITY.md: %s', async (_, text, said) => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': TRACED })
  repo.write({ 'src/app.ts': text })
  expect(commitAll(repo)).toEqual(PASSED)
  expect(await pullRequest(repo)).toEqual(PASSED)
  expect(security).toContain(said)
})

test('a version brought back passes only under its name', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': TRACED })
  repo.write({ 'src/app.ts': APP })
  repo.git('add', '-A')
  expect(repo.commit().err).toMatch(/^notice revert src\/app\.ts/m)
  expect((await repo.landing('HEAD^')).net).toEqual(['notice revert src/app.ts'])
  expect(security).toContain('Undoing or redoing a whole recorded hunk without a record')
})
