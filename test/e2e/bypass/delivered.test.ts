import { expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'
import { commitAll, PASSED, pullRequest, refused, smuggle } from './attack.ts'

const FIRST = edit(APP, { 12: 'export const item12 = 12\ncheckAccess()\nlogAccess()\n' })
const SECOND = FIRST.replace('logAccess()', 'logEveryAccess()')
const MISMATCH = refused('hash-mismatch src/app.ts')

const deliveries: [string, (repo: GatedRepo) => void][] = [
  [
    'a squash',
    (repo) => {
      repo.git('merge', '-q', '--squash', 'topic')
      repo.git('commit', '-q', '-m', 'squashed')
    },
  ],
  [
    'a rebase',
    (repo) => {
      repo.git('rebase', '-q', 'main', 'topic')
      repo.git('checkout', '-q', 'main')
      repo.git('merge', '-q', '--ff-only', 'topic')
    },
  ],
  ['a cherry-pick', (repo) => repo.git('cherry-pick', 'main..topic')],
]

/** `topic` written on the adoption, and main moved since: nothing that lands has a state that its records name. */
function moved(first: string, second: string): GatedRepo {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': first })
  repo.commitTraced({ 'src/app.ts': second })
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 2: 'export const item2 = 22\n' }) })
  return repo
}

test.each(deliveries)('what %s delivered cannot be inserted again by hand', async (_, deliver) => {
  const repo = moved(FIRST, SECOND)
  deliver(repo)
  const landed = repo.git('rev-parse', 'HEAD')
  const text = repo.read('src/app.ts')
  expect(text).toContain('checkAccess()\nlogEveryAccess()\n')
  for (const line of ['checkAccess()\n', 'logEveryAccess()\n', 'logAccess()\n']) {
    repo.write({ 'src/app.ts': text + line })
    expect(commitAll(repo), line).toEqual(MISMATCH)
    smuggle(repo)
    expect(await pullRequest(repo, landed), line).toEqual(MISMATCH)
    repo.git('reset', '-q', '--hard', landed)
  }
})

test.each(deliveries)(
  'what %s removed cannot be removed elsewhere in part, nor silently at all',
  async (_, deliver) => {
    const repo = gatedRepo({
      files: { 'src/twice.ts': 'one\nif (a) {\ncheck()\n}\ntwo\nif (a) {\ncheck()\n}\nthree\n' },
    })
    repo.git('checkout', '-q', '-b', 'topic')
    repo.commitTraced({ 'src/twice.ts': 'one\ntwo\nif (a) {\ncheck()\n}\nthree\n' })
    repo.git('checkout', '-q', 'main')
    repo.commitTraced({ 'src/twice.ts': `top\n${repo.read('src/twice.ts')}` })
    deliver(repo)
    const landed = repo.git('rev-parse', 'HEAD')
    repo.write({ 'src/twice.ts': 'top\none\ntwo\nif (a) {\n}\nthree\n' })
    expect(commitAll(repo)).toEqual(refused('hash-mismatch src/twice.ts'))
    repo.write({ 'src/twice.ts': 'top\none\ntwo\nthree\n' })
    expect(commitAll(repo)).toEqual(PASSED)
    expect((await repo.landing(landed)).net).toEqual(['notice revert src/twice.ts'])
  },
)
