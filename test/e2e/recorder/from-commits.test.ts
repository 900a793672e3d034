import { describe, expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'
import { claudeCode, ledger } from './agent.ts'

/** `path operation [added lines] contributor` of what the agent's own records hold. */
const claims = (repo: GatedRepo) =>
  ledger(repo)
    .filter(({ tool }) => tool.name === 'claude-code')
    .flatMap(({ files }) =>
      files.map(({ path, operation, conversations: [said] }) => {
        const lines = said!.ranges.map(({ start_line, end_line }) => `${start_line}-${end_line}`)
        return `${path} ${operation} [${lines}] ${said!.contributor.type}`
      }),
    )
    .sort()

/** A file with a history: as it was before, and as it is. */
function start() {
  const repo = gatedRepo({ files: { 'src/twin.ts': 'one\n' } })
  repo.git('tag', 'old')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }), 'src/twin.ts': 'two\n' })
  const agent = claudeCode(repo)
  agent.select('INT-001')
  return { repo, agent }
}

describe('what a command takes out of a commit is recorded, and nobody is named for it', () => {
  test.each([
    ['git checkout old -- src/app.ts'],
    ['git restore --source=old src/app.ts'],
    ['git restore -s old -- src/app.ts && true'],
    ['git show old:src/app.ts > src/app.ts'],
    ['cd src && git checkout -q HEAD~1 app.ts'],
    ['git cherry-pick -n old 2>/dev/null; git checkout HEAD^ -- src/app.ts'],
  ])('%s', async (command) => {
    const { repo, agent } = start()
    agent.bash(command)
    expect(claims(repo)).toEqual(['src/app.ts modify [3-3] unknown'])
    repo.git('add', 'src')
    expect(repo.commit()).toMatchObject({ code: 0 })
    expect((await repo.landing()).net).not.toContain('refused')
  })

  test('under another name, too', () => {
    const { repo, agent } = start()
    agent.bash('git show old:src/twin.ts > src/copy.ts')
    expect(claims(repo)).toEqual(['src/copy.ts create [1-1] unknown'])
  })

  test('what the same command writes itself is its own', async () => {
    const { repo, agent } = start()
    agent.bash(
      'git checkout old -- src/app.ts && echo x > src/new.ts && echo y >> src/twin.ts && git add src',
    )
    expect(claims(repo)).toEqual([
      'src/app.ts modify [3-3] unknown',
      'src/new.ts create [1-1] ai',
      'src/twin.ts modify [2-2] ai',
    ])
    expect(repo.commit()).toMatchObject({ code: 0 })
  })

  test('but not where it then changes the file', () => {
    const { repo, agent } = start()
    agent.bash('git checkout old -- src/app.ts && echo x >> src/app.ts')
    expect(claims(repo)).toEqual(['src/app.ts modify [3-3,25-25] ai'])
  })

  test('nor where git merges lines into it: the file is in no commit', () => {
    const { repo, agent } = start()
    repo.git('checkout', '-q', '-b', 'side', 'old')
    repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const item20 = 2020\n' }) })
    repo.git('checkout', '-q', 'main')
    agent.bash('git cherry-pick --no-commit side')
    expect(claims(repo)).toEqual(['src/app.ts modify [20-20] ai'])
  })

  test('what it takes back to HEAD was written by nobody here', () => {
    const { repo, agent } = start()
    repo.write({ 'src/app.ts': 'by hand\n' })
    agent.bash('git restore src/app.ts')
    expect(claims(repo).map((line) => line.split(' ').at(-1))).toEqual(['unknown'])
    expect(repo.git('status', '--porcelain', 'src')).toBe('')
  })
})

describe('what a command copies or moves is its own', () => {
  test('a copy, since it brings lines that were there once', () => {
    const { repo, agent } = start()
    agent.bash('cp src/twin.ts src/copy.ts')
    expect(claims(repo)).toEqual(['src/copy.ts create [1-1] ai'])
  })

  test.each([['mv'], ['git mv']])('%s: both ends, each naming the other', (mv) => {
    const { repo, agent } = start()
    agent.bash(`${mv} src/twin.ts src/moved.ts`)
    expect(claims(repo)).toEqual(['src/moved.ts create [1-1] ai', 'src/twin.ts delete [] ai'])
    const files = ledger(repo).flatMap((record) => record.files)
    expect(files.find(({ path }) => path === 'src/moved.ts')?.moved_from).toBe('src/twin.ts')
  })
})

describe('a commit that git makes itself is judged by what it brings, and nothing is recorded', () => {
  test('git revert', async () => {
    const { repo, agent } = start()
    agent.bash('git revert --no-edit HEAD')
    expect(claims(repo)).toEqual([])
    expect(repo.read('src/app.ts')).toBe(APP)
    expect((await repo.landing()).net).not.toContain('refused')
  })

  test('git cherry-pick', async () => {
    const { repo, agent } = start()
    repo.git('checkout', '-q', '-b', 'side', 'HEAD~1')
    agent.bash('git cherry-pick main')
    expect(claims(repo)).toEqual([])
    expect(repo.read('src/twin.ts')).toBe('two\n')
    expect(await repo.landing()).toEqual({ net: [], each: [] })
  })

  test('git revert --no-commit, then a commit', async () => {
    const { repo, agent } = start()
    agent.bash('git revert --no-commit HEAD')
    agent.bash('git commit -qm back')
    expect(claims(repo)).toEqual([])
    expect(repo.git('log', '-1', '--format=%s')).toBe('back')
  })
})
