import { expect, test } from 'vitest'
import { APP, edit } from '../../support/gated-repo.ts'
import { refused, shardsOf, smuggle, unhooked } from '../bypass/attack.ts'
import { forge, served } from './server.ts'

const ACCEPTED = { code: 0, errors: [], said: '' }
const EVIL = edit(APP, { 3: 'evil()\n' })

test('traced work is taken over, without a word', () => {
  const { repo, push, tip } = served()
  const commit = repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  expect(push('main')).toEqual(ACCEPTED)
  expect(tip('main')).toBe(commit)
})

test('untraced work is refused, with the finding, the way out and how to see it at the desk', () => {
  const { repo, push, tip } = served()
  const before = tip('main')
  const evil = smuggle(repo, { 'src/app.ts': EVIL })
  const pushed = push('main')
  expect(pushed).toMatchObject(refused('trace-missing src/app.ts'))
  expect(pushed.said).toContain(`refs/heads/main is held against ${before}`)
  expect(pushed.said).toMatch(/\| fix: npx intentgate adopt/)
  expect(tip('main')).toBe(before)
  const [, command = ''] = /npx intentgate (check .*)$/m.exec(pushed.said) ?? []
  expect(command).toContain(evil)
  expect(repo.run(...command.split(' ')).code).toBe(1)
})

test('traced work outside of the scope is refused', () => {
  const { repo, push } = served()
  forge(repo, 'billing/pay.ts', 'pay()\n', 'INT-001')
  smuggle(repo)
  expect(push('main')).toMatchObject(refused('scope-violation billing/pay.ts'))
})

test('a file that was changed after it was traced is refused', () => {
  const { repo, push } = served()
  repo.trace({ 'src/new.ts': 'one()\n' })
  smuggle(repo, { 'src/new.ts': 'two()\n' })
  expect(push('main')).toMatchObject(refused('hash-mismatch src/new.ts'))
})

test('a ledger that loses lines is refused', () => {
  const { repo, push } = served()
  repo.commitTraced({ 'src/new.ts': 'one()\n' })
  expect(push('main')).toEqual(ACCEPTED)
  const [shard = ''] = shardsOf(repo)
  smuggle(repo, { [shard]: null })
  expect(push('main')).toMatchObject(refused(`ledger-rewritten ${shard}`))
})

test('a merge made on the server side passes, and one that hides a change does not', () => {
  const { repo, push } = served()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/topic.ts': 'topic()\n' })
  expect(push('topic')).toEqual(ACCEPTED)
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/other.ts': 'other()\n' })
  unhooked(repo, 'merge', '-q', '--no-edit', 'topic')
  expect(push('main')).toEqual(ACCEPTED)
  unhooked(repo, 'checkout', '-q', '-b', 'more', 'HEAD^')
  repo.commitTraced({ 'src/more.ts': 'more()\n' })
  unhooked(repo, 'checkout', '-q', 'main')
  unhooked(repo, 'merge', '-q', '--no-commit', 'more')
  smuggle(repo, { 'src/app.ts': EVIL })
  expect(push('main')).toMatchObject(refused('trace-missing src/app.ts'))
})

test('a new branch, a push to it after the base has moved on, a rebase, a deletion', () => {
  const { repo, push, tip } = served()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  expect(push('topic')).toEqual(ACCEPTED)
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const item20 = 2020\n' }) })
  expect(push('main')).toEqual(ACCEPTED)
  repo.git('checkout', '-q', 'topic')
  repo.commitTraced({ 'src/new.ts': 'new()\n' })
  expect(push('topic')).toEqual(ACCEPTED)
  unhooked(repo, 'rebase', '-q', 'main')
  expect(push('--force', 'topic')).toEqual(ACCEPTED)
  expect(push('--delete', 'topic')).toEqual(ACCEPTED)
  expect(tip('topic')).toBeNull()
})

test('of several refs, one that is refused refuses them all', () => {
  const { repo, push, tip } = served()
  repo.git('checkout', '-q', '-b', 'good')
  repo.commitTraced({ 'src/good.ts': 'good()\n' })
  repo.git('checkout', '-q', '-b', 'bad', 'main')
  smuggle(repo, { 'src/app.ts': EVIL })
  expect(push('good', 'bad')).toMatchObject(refused('trace-missing src/app.ts'))
  expect([tip('good'), tip('bad')]).toEqual([null, null])
  expect(push('good')).toEqual(ACCEPTED)
})

test('a tag shelters nothing: neither untraced commits nor what is no commit', () => {
  const { repo, push } = served()
  repo.commitTraced({ 'src/good.ts': 'good()\n' })
  repo.git('tag', '-a', 'v1', '-m', 'one')
  expect(push('main', 'v1')).toEqual(ACCEPTED)
  smuggle(repo, { 'src/app.ts': EVIL })
  repo.git('tag', 'light')
  repo.git('tag', '-a', 'heavy', '-m', 'two')
  for (const name of ['light', 'heavy']) expect(push(name)).toMatchObject(refused('trace-missing src/app.ts'))
  repo.git('tag', 'tree', 'HEAD^{tree}')
  repo.git('tag', '-a', 'blob', '-m', 'three', 'HEAD:src/app.ts')
  for (const name of ['tree', 'blob']) expect(push(name).said).toContain('no commit')
  expect(push('HEAD:refs/custom/place')).toMatchObject(refused('trace-missing src/app.ts'))
  expect(push('v1:refs/tags/v1-again', ':v1')).toEqual(ACCEPTED)
})

test('findings that do not block are said', () => {
  const { repo, push, tip } = served({ policy: 'rules: { trace-missing: warning }\n' })
  smuggle(repo, { 'src/app.ts': EVIL })
  expect(push('main')).toMatchObject({
    code: 0,
    said: expect.stringContaining('warning trace-missing src/app.ts'),
  })
  expect(tip('main')).toBe(repo.git('rev-parse', 'HEAD'))
})
