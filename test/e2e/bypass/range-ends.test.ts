import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ADOPTED, APP, edit, type GatedRepo, gatedRepo, gatedRepoAt } from '../../support/gated-repo.ts'
import { temporaryFolder } from '../../support/repo.ts'
import { ci, misused, PASSED, pullRequest, refused, smuggle, undetermined, unhooked } from './attack.ts'

const EVIL = edit(APP, { 3: 'evil()\n' })
const UNTRACED = refused('trace-missing src/app.ts')

function withEvil(): GatedRepo {
  const repo = gatedRepo()
  smuggle(repo, { 'src/app.ts': EVIL })
  return repo
}

test('a range whose ends cannot be told is never a pass', async () => {
  const repo = withEvil()
  repo.git('branch', 'twice')
  repo.git('tag', 'twice', ADOPTED)
  const ends: [string, ReturnType<typeof misused>][] = [
    [`${'0'.repeat(40)}..HEAD`, undetermined('NULL_REVISION')],
    [`${ADOPTED}..${'0'.repeat(40)}`, undetermined('NULL_REVISION')],
    [`${ADOPTED}..twice`, misused('AMBIGUOUS_REVISION')],
    ['twice..HEAD', misused('AMBIGUOUS_REVISION')],
    [`${ADOPTED}..nowhere`, undetermined('UNKNOWN_REVISION')],
    [`${'1'.repeat(40)}..HEAD`, undetermined('UNKNOWN_REVISION')],
  ]
  for (const [range, answer] of ends) {
    expect({ range, ...ci(repo, '--range', range) }).toEqual({ range, ...answer })
  }
  for (const range of ['--all..HEAD', `${ADOPTED}..--not`, '..', `${ADOPTED}...HEAD`, 'HEAD', ''])
    expect({ range, code: repo.check(`--range=${range}`).code }).toEqual({ range, code: 2 })
  expect(await pullRequest(repo, ADOPTED, 'refs/heads/twice')).toEqual(UNTRACED)
})

test('replaced objects and grafts change nothing of what is judged', async () => {
  const repo = withEvil()
  const head = repo.git('rev-parse', 'HEAD')
  const innocent = repo.git('commit-tree', `${ADOPTED}^{tree}`, '-p', ADOPTED, '-m', 'innocent')
  repo.git('replace', head, innocent)
  repo.git(
    'replace',
    repo.git('rev-parse', `${head}:src/app.ts`),
    repo.git('rev-parse', 'adopted:src/app.ts'),
  )
  expect(await pullRequest(repo)).toEqual(UNTRACED)
  expect(ci(repo, '--range', `${ADOPTED}..HEAD`, '--each')).toEqual(UNTRACED)
  repo.git('replace', '-d', head)
  const child = smuggle(repo, { 'src/new.ts': 'evil()\n' })
  writeFileSync(join(repo.dir, '.git/info/grafts'), `${child} ${repo.git('rev-parse', ADOPTED)}\n`)
  const both = refused('trace-missing src/app.ts', 'trace-missing src/new.ts')
  expect(ci(repo, '--range', `${ADOPTED}..HEAD`, '--each')).toEqual(both)
})

test('a shallow clone is told apart from a short history', async () => {
  const origin = withEvil()
  smuggle(origin, { 'src/new.ts': 'fine()\n' })
  const dir = temporaryFolder()
  expect(origin.tryGit(['clone', '-q', '--depth', '1', `file://${origin.dir}`, dir]).code).toBe(0)
  const repo = gatedRepoAt(dir)
  const base = origin.git('rev-parse', ADOPTED)
  expect(ci(repo, '--range', `${base}..HEAD`)).toEqual(undetermined('SHALLOW'))
  expect(ci(repo, '--range', `${base}..HEAD`, '--each')).toEqual(undetermined('SHALLOW'))
  expect(ci(repo, '--commit', 'HEAD')).toEqual(undetermined('SHALLOW'))
  expect(ci(repo, '--range', 'HEAD^..HEAD')).toEqual(undetermined('SHALLOW'))
  repo.git('fetch', '-q', '--unshallow', '--tags')
  expect((await pullRequest(repo)).code).toBe(1)
})

test('an object that is missing, in a damaged or a partial clone, is never taken for an empty one', async () => {
  const origin = withEvil()
  origin.git('config', 'uploadpack.allowFilter', 'true')
  const dir = temporaryFolder()
  const clone = ['clone', '-q', '--filter=blob:none', '--no-checkout', `file://${origin.dir}`, dir]
  expect(origin.tryGit(clone).code).toBe(0)
  const partial = gatedRepoAt(dir)
  expect(ci(partial, '--range', `${ADOPTED}..HEAD`)).toEqual(undetermined('MISSING_OBJECT'))
  const damaged = gatedRepo()
  damaged.commitTraced({ 'src/app.ts': EVIL })
  const tree = damaged.git('rev-parse', 'HEAD^{tree}')
  rmSync(join(damaged.dir, '.git/objects', tree.slice(0, 2), tree.slice(2)))
  expect(ci(damaged, '--range', `${ADOPTED}..HEAD`).code).toBe(3)
})

test('a history with nothing in common', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '--orphan', 'nowhere')
  unhooked(repo, 'commit', '-q', '-m', 'a new beginning')
  expect(await pullRequest(repo)).toEqual(undetermined('NO_MERGE_BASE'))
  expect(ci(repo, '--range', `${ADOPTED}..${ADOPTED}`)).toEqual(PASSED)
})

test('variables that bend what git says do not bend the verdict', async () => {
  const repo = withEvil()
  const empty = temporaryFolder()
  expect(readdirSync(empty)).toEqual([])
  const env = {
    CI: 'true',
    GIT_EXTERNAL_DIFF: 'true',
    GIT_ATTR_SOURCE: 'HEAD',
    GIT_LITERAL_PATHSPECS: '0',
    GIT_ICASE_PATHSPECS: '1',
    GIT_REPLACE_REF_BASE: 'refs/heads/',
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'diff.noprefix',
    GIT_CONFIG_VALUE_0: 'true',
    GIT_CONFIG_KEY_1: 'core.quotePath',
    GIT_CONFIG_VALUE_1: 'false',
  }
  const { code, out } = repo.cli(['check', '--range', `${ADOPTED}..HEAD`, '--format', 'json'], { env })
  expect(code).toBe(1)
  expect(JSON.parse(out).violations).toMatchObject([{ rule: 'trace-missing', path: 'src/app.ts' }])
})
