import { expect, test } from 'vitest'
import { gatedRepo, INTENTS } from '../../support/gated-repo.ts'

const withManual = (status: string) => `${INTENTS}  - id: INT-002
    name: Write the manual
    status: ${status}
    owned_scope: ["docs/**"]
`
const REVIEW = 'warning intent-unreviewed .orchestration/active_intents.yaml'

test('a branch declares an intent and works on it: it passes, and the declaration is shown for review', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.intents(withManual('IN_PROGRESS'))
  repo.trace({ 'docs/manual.md': 'How to use it.\n' })
  repo.git('add', '-A')
  const first = repo.commit()
  expect(first.code, first.err).toBe(0)
  expect(first.err).toContain('INT-002 is declared only by this change')
  repo.commitTraced({ 'docs/manual.md': 'How to use it well.\n' })
  expect(await repo.landing('main', 'topic')).toEqual({ net: [REVIEW], each: [REVIEW] })
})

test('an intent is declared first, in a change of its own: nothing is left to say', async () => {
  const repo = gatedRepo()
  repo.intents(withManual('IN_PROGRESS'))
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  const base = repo.git('rev-parse', 'HEAD')
  repo.commitTraced({ 'docs/manual.md': 'How to use it.\n' })
  expect(await repo.landing(base)).toEqual({ net: [], each: [] })
})

test('an intent may be closed by the branch that finishes it', async () => {
  const repo = gatedRepo({ intents: withManual('IN_PROGRESS') })
  repo.commitTraced({ 'docs/manual.md': 'How to use it.\n' })
  repo.intents(withManual('COMPLETED'))
  repo.git('add', '-A')
  expect(repo.commit('-m', 'Close INT-002')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('the last piece of work and the closing of its intent in one commit', async () => {
  const repo = gatedRepo({ intents: withManual('IN_PROGRESS') })
  repo.trace({ 'docs/manual.md': 'How to use it.\n' })
  repo.intents(withManual('COMPLETED'))
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('an intent declared, worked on and closed on one branch', async () => {
  const repo = gatedRepo()
  repo.intents(withManual('IN_PROGRESS'))
  repo.trace({ 'docs/manual.md': 'How to use it.\n' })
  repo.git('add', '-A')
  expect(repo.commit().code).toBe(0)
  repo.intents(withManual('COMPLETED'))
  repo.git('add', '-A')
  expect(repo.commit().code).toBe(0)
  expect((await repo.landing()).net).toEqual([REVIEW])
})

test('a lesson appended to AGENT.md is in scope of every intent in progress', async () => {
  const repo = gatedRepo()
  repo.write({ '.orchestration/AGENT.md': `${repo.read('.orchestration/AGENT.md')}- Count from one.\n` })
  repo.record()
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a branch widens the scope of an intent and uses it: shown for review', async () => {
  const repo = gatedRepo()
  repo.intents(INTENTS.replace('["src/**"]', '["src/**", "docs/**"]'))
  repo.trace({ 'docs/manual.md': 'How to use it.\n' })
  repo.git('add', '-A')
  const committed = repo.commit()
  expect(committed.code, committed.err).toBe(0)
  expect(await repo.landing()).toEqual({ net: [REVIEW], each: [REVIEW] })
})

test('two intents own one file: the record says which it is for', async () => {
  const repo = gatedRepo({
    intents: withManual('IN_PROGRESS').replace('"docs/**"', '"docs/**", "src/app.ts"'),
  })
  repo.trace({ 'src/app.ts': 'export {}\n' }, '--intent', 'INT-002')
  const committed = repo.commit('-a')
  expect(committed.code, committed.err).toBe(0)
  const overlap = 'warning intents-overlap src/app.ts'
  expect(await repo.landing()).toEqual({ net: [overlap], each: [overlap] })
})
