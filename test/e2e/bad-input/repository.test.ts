import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ADOPTED, APP, BEFORE, edit, gatedRepo } from '../../support/gated-repo.ts'
import { createRepo, repoAt, temporaryFolder } from '../../support/repo.ts'
import { ci, commitAll, hookSaid, misused, PASSED, refused } from '../bypass/attack.ts'

test('no .orchestration at all: exit 2, and how to start', () => {
  const repo = gatedRepo()
  expect(ci(repo, '--range', `${BEFORE}..${BEFORE}`)).toEqual(misused('NO_ORCHESTRATION'))
  repo.git('checkout', '-q', BEFORE)
  expect(ci(repo, '--staged')).toEqual(misused('NO_ORCHESTRATION'))
  const { code, err } = repo.check('--commit', BEFORE)
  expect(code).toBe(2)
  expect(err).toMatch(/npx intentgate init/)
})

test('not a repository, a bare one, a folder that is not there: exit 2', () => {
  const folder = temporaryFolder()
  expect(repoAt(folder).run('check').code).toBe(2)
  const bare = createRepo('--bare')
  expect(bare.run('check', '--staged').code).toBe(2)
})

test('an unborn branch and a detached HEAD are judged like any other', () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '--detach')
  repo.write({ 'src/app.ts': edit(APP, { 3: 'evil()\n' }) })
  expect(commitAll(repo)).toEqual(refused('trace-missing src/app.ts'))
  repo.record()
  expect(commitAll(repo)).toEqual(PASSED)
  const fresh = createRepo()
  expect(fresh.run('check', '--staged').code).toBe(2)
  expect(fresh.run('check', '--range', 'HEAD~1..HEAD').code).toBe(3)
})

test('an index that is cut or scrambled is no empty index', () => {
  const repo = gatedRepo()
  const index = join(repo.dir, '.git/index')
  const whole = readFileSync(index)
  for (const broken of [whole.subarray(0, whole.length / 2), whole.subarray(0, 4), Buffer.alloc(200, 0x41)]) {
    writeFileSync(index, broken)
    const { code, errors } = ci(repo, '--staged')
    expect(code).toBe(3)
    expect(errors).toEqual(['INDEX_DAMAGED'])
    expect(repo.cli(['check', '--staged']).err).toContain('&& git reset')
    expect(repo.commit('--allow-empty').code).not.toBe(0)
  }
  writeFileSync(index, whole)
  expect(ci(repo, '--staged')).toEqual(PASSED)
})

test('HEAD that names a commit which is lost is no new branch', () => {
  const repo = gatedRepo()
  writeFileSync(join(repo.dir, '.git/refs/heads/main'), `${'1'.repeat(40)}\n`)
  expect(ci(repo, '--staged').code).toBe(3)
})

test('paths with conflicts are not judged by a side that git happens to show', () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'one()\n' }) })
  repo.git('checkout', '-q', '-b', 'other', ADOPTED)
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'two()\n' }) })
  expect(repo.tryGit(['merge', 'topic']).code).toBe(1)
  expect(ci(repo, '--staged')).toEqual({ code: 3, errors: ['UNMERGED'] })
  expect(hookSaid(repo.commit('--no-edit')).code).not.toBe(0)
})

test('unknown flags, formats and values: exit 2 before any work', () => {
  const repo = gatedRepo()
  const wrong = [
    ['--format', 'xml'],
    ['--formt', 'json'],
    ['--range'],
    ['--staged', '--all'],
    ['--each'],
    ['x'],
  ]
  for (const args of wrong) expect({ args, code: repo.check(...args).code }).toEqual({ args, code: 2 })
})
