import { describe, expect, test } from 'vitest'
import { gitWords } from '../../../src/git/words.ts'
import { defaultBranch, findForges } from '../../../src/setup/ci/forge.ts'
import { createRepo, type TestRepo } from '../../support/repo.ts'

const siteOf = ({ dir }: TestRepo) => ({ git: gitWords(dir), top: dir })

describe('the forge is known by the host of a remote, or by its files', () => {
  test.each([
    ['https://github.com/a/b.git', ['github']],
    ['git@github.com:a/b.git', ['github']],
    ['ssh://git@github.example.com:22/a/b', ['github']],
    ['https://user@gitlab.example.com/a/github.git', ['gitlab']],
    ['https://example.com/github/gitlab', []],
    ['/srv/github.com/b', []],
    ['../gitlab/b', []],
    ['file:///srv/github', []],
  ])('%s', async (url, forges) => {
    const repo = createRepo()
    repo.git('remote', 'add', 'upstream', url)
    expect(await findForges(siteOf(repo))).toEqual(forges)
  })

  test('.github and .gitlab-ci.yml say so, too; without either there is none', async () => {
    const repo = createRepo()
    expect(await findForges(siteOf(repo))).toEqual([])
    repo.write({ '.github/CODEOWNERS': '', '.gitlab-ci.yml': '' })
    expect(await findForges(siteOf(repo))).toEqual(['github', 'gitlab'])
  })
})

describe('the default branch', () => {
  const withBranches = (...names: string[]): TestRepo => {
    const repo = createRepo()
    repo.git('commit', '-q', '--allow-empty', '-m', 'x')
    repo.git('branch', '-M', names[0]!)
    for (const name of names.slice(1)) repo.git('branch', name)
    return repo
  }

  test('is what the remote says', async () => {
    const repo = withBranches('main')
    repo.git('update-ref', 'refs/remotes/origin/release/next', 'HEAD')
    repo.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/release/next')
    expect(await defaultBranch(siteOf(repo))).toBe('release/next')
  })

  test.each([
    [['work', 'main', 'master'], 'main'],
    [['work', 'master'], 'master'],
    [['trunk', 'other'], 'trunk'],
  ])('of %j is %s', async (names, expected) => {
    expect(await defaultBranch(siteOf(withBranches(...names)))).toBe(expected)
  })

  test('of a repository without a commit is the one that it will have', async () => {
    expect(await defaultBranch(siteOf(createRepo('--initial-branch=trunk')))).toBe('trunk')
  })
})
