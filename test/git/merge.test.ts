import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { conflictBlocks } from '../../src/core/conflict.ts'
import { redoMerge } from '../../src/git/merge.ts'
import { treeView } from '../../src/git/views.ts'
import { createRepo, repoAt, type TestRepo, temporaryFolder } from '../support/repo.ts'
import { branch, commit, lines, opened, textAt } from './comparing.ts'

interface Sides {
  readonly base?: Record<string, string | Uint8Array | null>
  readonly ours: Record<string, string | Uint8Array | null>
  readonly theirs: Record<string, string | Uint8Array | null>
}

function diverged(repo: TestRepo, { base = { start: '' }, ours, theirs }: Sides): [string, string] {
  commit(repo, base)
  branch(repo, 'theirs')
  const second = commit(repo, theirs)
  repo.git('checkout', '-q', 'main')
  return [commit(repo, ours), second]
}

async function redone(repo: TestRepo, parents: readonly string[]) {
  const repository = await opened(repo)
  const merge = await redoMerge(repository, parents)
  const view = treeView(repository, merge.tree, 'redone')
  return { ...merge, text: (path: string) => textAt(repository, view, path), names: await view.names() }
}

describe('a merge is made again as git makes it', () => {
  test.each(['sha1', 'sha256'])('%s: a clean merge gives the tree that git merge commits', async (format) => {
    const repo = createRepo(`--object-format=${format}`)
    const parents = diverged(repo, {
      base: { a: lines(9) },
      ours: { a: lines(9, { 2: 'ours' }), o: 'o' },
      theirs: { a: lines(9, { 8: 'theirs' }), t: 't' },
    })
    const { tree, clean, conflicted, picks } = await redone(repo, parents)
    repo.git('merge', '-q', '--no-edit', 'theirs')
    expect(tree).toBe(repo.git('rev-parse', 'HEAD^{tree}'))
    expect([clean, conflicted.size, picks.size]).toEqual([true, 0, 0])
  })

  test('a rename on one side and an edit on the other', async () => {
    const repo = createRepo()
    const parents = diverged(repo, {
      base: { a: lines(9) },
      ours: { a: null, b: lines(9) },
      theirs: { a: lines(9, { 8: 'theirs' }) },
    })
    const { clean, names, text } = await redone(repo, parents)
    expect([clean, names, await text('b')]).toEqual([true, ['b'], lines(9, { 8: 'theirs' })])
  })

  test('histories without a common commit', async () => {
    const repo = createRepo()
    const first = commit(repo, { a: '1' })
    repo.git('checkout', '-q', '--orphan', 'other')
    repo.git('rm', '-rfq', '.')
    const second = commit(repo, { b: '2' })
    const { clean, names } = await redone(repo, [first, second])
    expect([clean, names]).toEqual([true, ['a', 'b']])
  })

  test('an octopus, parent by parent', async () => {
    const repo = createRepo()
    commit(repo, { a: lines(9) })
    const parents = [2, 5, 8].map((line) => {
      repo.git('checkout', '-q', '-B', `b${line}`, 'main')
      return commit(repo, { a: lines(9, { [line]: `branch ${line}` }) })
    })
    const { clean, text } = await redone(repo, parents)
    expect([clean, await text('a')]).toEqual([
      true,
      lines(9, { 2: 'branch 2', 5: 'branch 5', 8: 'branch 8' }),
    ])
  })

  test('criss-cross: several merge bases', async () => {
    const repo = createRepo()
    commit(repo, { a: lines(9) })
    branch(repo, 'theirs')
    const theirs = commit(repo, { a: lines(9, { 8: 'theirs' }) })
    repo.git('checkout', '-q', 'main')
    commit(repo, { a: lines(9, { 2: 'ours' }) })
    repo.git('merge', '-q', '--no-edit', theirs)
    repo.git('checkout', '-q', 'theirs')
    repo.git('merge', '-q', '--no-edit', 'main^1')
    const second = commit(repo, { a: lines(9, { 2: 'ours', 8: 'theirs again' }) })
    const first = repo.git('rev-parse', 'main')
    expect(repo.git('merge-base', '--all', first, second).split('\n')).toHaveLength(2)
    const { clean, text } = await redone(repo, [first, second])
    expect([clean, await text('a')]).toEqual([true, lines(9, { 2: 'ours', 8: 'theirs again' })])
  })

  test('the repository is left as it was: no object, no ref, no index, no file', async () => {
    const repo = createRepo()
    const parents = diverged(repo, { ours: { a: '1\n' }, theirs: { a: '2\n' } })
    const state = () => [
      repo.git('count-objects', '-v'),
      repo.git('for-each-ref'),
      repo.git('status', '--porcelain'),
      repo.git('ls-files', '-s'),
    ]
    const before = state()
    const repository = await opened(repo)
    const { tree } = await redoMerge(repository, parents)
    expect(state()).toEqual(before)
    expect(repo.tryGit(['cat-file', '-e', tree]).code).not.toBe(0)
  })
})

test('with an object missing it cannot be made again, and that is said', async () => {
  const repo = createRepo()
  const parents = diverged(repo, { base: { a: '1\n' }, ours: { a: 'o\n' }, theirs: { a: 't\n' } })
  const blob = repo.git('rev-parse', 'theirs:a')
  repo.write({ [`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`]: null })
  const repository = await opened(repo)
  const failure = { code: 'MISSING_OBJECT', exit: 3 }
  await expect(redoMerge(repository, parents)).rejects.toMatchObject(failure)
})

describe('it comes out the same on every machine', () => {
  const sides: Sides = {
    base: { a: lines(9), 'old/x': lines(9) },
    ours: { a: lines(9, { 5: 'ours' }), 'old/x': null, 'new/x': lines(9) },
    theirs: { a: lines(9, { 5: 'theirs' }), 'old/x': lines(9, { 2: 'theirs' }) },
  }

  test.each([
    ['merge.conflictStyle', 'zdiff3'],
    ['merge.conflictStyle', 'diff3'],
    ['merge.renames', 'false'],
    ['diff.renames', 'false'],
    ['merge.renameLimit', '1'],
    ['merge.renormalize', 'true'],
    ['merge.default', 'union'],
    ['diff.algorithm', 'patience'],
    ['merge.verbosity', '5'],
  ])('whatever %s says', async (name, value) => {
    const repo = createRepo()
    const parents = diverged(repo, sides)
    const plain = await redone(repo, parents)
    repo.git('config', name, value)
    const other = await redone(repo, parents)
    expect(other.tree).toBe(plain.tree)
    expect([...plain.conflicted]).toEqual(['a'])
    expect(await plain.text('new/x')).toBe(lines(9, { 2: 'theirs' }))
  })

  test('whatever attributes stand in .git/info, in the working tree, or in the user’s own file', async () => {
    const repo = createRepo()
    const parents = diverged(repo, sides)
    const plain = await redone(repo, parents)
    repo.write({
      '.git/info/attributes': '* merge=union\n',
      '.gitattributes': '* -merge\n',
      mine: '* conflict-marker-size=30\n',
    })
    repo.git('config', 'core.attributesFile', `${repo.dir}/mine`)
    expect((await redone(repo, parents)).tree).toBe(plain.tree)
  })

  test('whatever the environment says, as in a hook or under a git that was told otherwise', async () => {
    const repo = createRepo()
    const parents = diverged(repo, sides)
    const plain = await redone(repo, parents)
    const home = temporaryFolder()
    repoAt(home).write({ 'git/attributes': '* merge=union\n', config: '[merge]\n\tconflictStyle = diff3\n' })
    repo.git('config', 'merge.conflictStyle', 'diff3')
    const said = {
      XDG_CONFIG_HOME: home,
      GIT_CONFIG_GLOBAL: join(home, 'config'),
      GIT_CONFIG_KEY_0: 'merge.conflictStyle',
      GIT_CONFIG_VALUE_0: 'diff3',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_PARAMETERS: "'merge.conflictStyle=diff3'",
      GIT_COMMON_DIR: join(repo.dir, '.git'),
      GIT_INDEX_FILE: join(repo.dir, '.git/index'),
    }
    for (const [name, value] of Object.entries(said)) {
      vi.stubEnv(name, value)
      onTestFinished(() => {
        vi.unstubAllEnvs()
      })
      expect([name, (await redone(repo, parents)).tree]).toEqual([name, plain.tree])
    }
  })

  test('.gitattributes of the first parent count, in folders too', async () => {
    const repo = createRepo()
    const parents = diverged(repo, {
      base: {
        '.gitattributes': '*.u merge=union\n',
        'sub é/.gitattributes': '*.b -merge\n',
        'a.u': '1\n',
        'sub é/a.b': '1\n',
      },
      ours: { 'a.u': '1\no\n', 'sub é/a.b': '1\no\n' },
      theirs: {
        'a.u': '1\nt\n',
        'sub é/a.b': '1\nt\n',
        '.gitattributes': null,
        'sub é/.gitattributes': null,
      },
    })
    const { conflicted, text } = await redone(repo, parents)
    expect([...conflicted]).toEqual([])
    expect([await text('a.u'), await text('sub é/a.b')]).toEqual(['1\no\nt\n', '1\no\n'])
  })

  test('a merge driver is a local setting: it is not run, and the file is merged as text', async () => {
    const repo = createRepo()
    const parents = diverged(repo, {
      base: { '.gitattributes': 'a merge=mine\n', a: '1\n' },
      ours: { a: 'o\n' },
      theirs: { a: 't\n' },
    })
    repo.git('config', 'merge.mine.driver', `touch ${repo.dir}/ran; cp %B %A`)
    const { conflicted } = await redone(repo, parents)
    expect([...conflicted]).toEqual(['a'])
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('an attribute cannot change the markers', async () => {
    const repo = createRepo()
    const parents = diverged(repo, {
      base: { '.gitattributes': '* conflict-marker-size=20\n', a: '1\n' },
      ours: { a: 'o\n' },
      theirs: { a: 't\n' },
    })
    const { text } = await redone(repo, parents)
    expect(await text('a')).toBe(`<<<<<<< ${parents[0]}\no\n=======\nt\n>>>>>>> ${parents[1]}\n`)
  })

  test('lines that both sides add to the ledger never conflict', async () => {
    const repo = createRepo()
    const file = '.orchestration/agent_trace.jsonl'
    const parents = diverged(repo, {
      base: { [file]: '{"id":1}\n' },
      ours: { [file]: '{"id":1}\n{"id":2}\n' },
      theirs: { [file]: '{"id":1}\n{"id":3}\n' },
    })
    const { clean, text } = await redone(repo, parents)
    expect([clean, await text(file)]).toEqual([true, '{"id":1}\n{"id":2}\n{"id":3}\n'])
  })
})

describe('conflicts that stand in the file', () => {
  test.each([
    {
      why: 'both change a line',
      base: { a: lines(3) },
      ours: { a: lines(3, { 2: 'o' }) },
      theirs: { a: lines(3, { 2: 't' }) },
      blocks: [2, 3, 4, 5, 6],
    },
    {
      why: 'both add the file',
      base: { s: '' },
      ours: { a: 'o\n' },
      theirs: { a: 't\n' },
      blocks: [1, 2, 3, 4, 5],
    },
    {
      why: 'renamed on one side',
      base: { b: lines(9) },
      ours: { b: null, a: lines(9, { 5: 'o' }) },
      theirs: { b: lines(9, { 5: 't' }) },
      blocks: [5, 6, 7, 8, 9],
    },
    {
      why: 'renamed to two names',
      base: { b: lines(9) },
      ours: { b: null, a: lines(9, { 5: 'o' }) },
      theirs: { b: null, c: lines(9, { 5: 't' }) },
      blocks: [5, 6, 7, 8, 9],
    },
  ])('$why', async ({ blocks, ...sides }) => {
    const repo = createRepo()
    const { conflicted, text, clean } = await redone(repo, diverged(repo, sides))
    expect(clean).toBe(false)
    expect(conflicted).toContain('a')
    expect([...conflictBlocks(Buffer.from((await text('a')) ?? ''))]).toEqual(blocks)
  })

  test('what conflicts otherwise is not said to have lines that may go', async () => {
    const repo = createRepo()
    const parents = diverged(repo, {
      base: { bin: 'a\0', gone: '1\n' },
      ours: { bin: 'o\0', gone: '2\n' },
      theirs: { bin: 't\0', gone: null },
    })
    const { conflicted, picks, clean } = await redone(repo, parents)
    expect([clean, conflicted.size, [...picks.keys()]]).toEqual([false, 0, ['bin', 'gone']])
  })
})
