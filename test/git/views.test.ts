import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GateError } from '../../src/core/error.ts'
import { parseTree } from '../../src/git/parse-tree.ts'
import type { Repository, View } from '../../src/git/types.ts'
import { emptyView, indexView, treeView } from '../../src/git/views.ts'
import { createRepo, type TestRepo } from '../support/repo.ts'
import { codeOf, open } from './open.ts'

const names = ['a', 'dir/b c', 'dir/deep/"q"', 'dir/deep/li\nne', 'dir2/x', 'ünï/💀', ' lead']

function withNames(...initArgs: string[]): TestRepo {
  const repo = createRepo(...initArgs)
  repo.write(Object.fromEntries(names.map((name) => [name, name])))
  repo.git('add', '.')
  repo.git('commit', '-qm', 'one')
  return repo
}

async function both(repo: Repository): Promise<View[]> {
  const head = await repo.info('HEAD')
  return [
    treeView(repo, head?.oid ?? '', 'HEAD'),
    treeView(repo, (await repo.info('HEAD^{tree}'))?.oid ?? '', 'tree'),
    indexView(repo),
  ]
}

describe('a tree and the index', () => {
  test.each([[[]], [['--object-format=sha256']]])(
    'answer alike, for every name: git init %j',
    async (initArgs) => {
      const { dir, git } = withNames(...initArgs)
      const repo = await open(dir)
      for (const view of await both(repo)) {
        for (const name of names) {
          expect(await view.entry(name)).toEqual({ mode: '100644', blob: git('rev-parse', `:${name}`) })
        }
        expect([...(await view.list('dir')).keys()].sort()).toEqual([
          'dir/b c',
          'dir/deep/"q"',
          'dir/deep/li\nne',
        ])
        expect([...(await view.list('dir/deep/')).keys()].sort()).toEqual(['dir/deep/"q"', 'dir/deep/li\nne'])
        expect([...(await view.list('')).keys()].sort()).toEqual([...names].sort())
        expect([...(await view.names())].sort()).toEqual([...names].sort())
      }
    },
  )

  test.each([
    '',
    '/',
    'dir',
    'dir/',
    '/a',
    './a',
    'dir/../a',
    'a/b',
    'nowhere',
    'nowhere/x',
    'a\0',
    'x\udcff',
    '*',
    'dir2/../a',
  ])('hold nothing at %j', async (path) => {
    for (const view of await both(await open(withNames().dir))) expect(await view.entry(path)).toBeNull()
  })

  test('list nothing below a file, or below what is not there', async () => {
    for (const view of await both(await open(withNames().dir))) {
      expect([
        (await view.list('a')).size,
        (await view.list('di')).size,
        (await view.list('no/where')).size,
      ]).toEqual([0, 0, 0])
    }
  })

  test('tell modes, links and submodules', async () => {
    const { dir, git } = createRepo()
    const blob = git('hash-object', '-w', '--stdin')
    const commit = 'c'.repeat(40)
    const expected = {
      f: ['100644', blob],
      x: ['100755', blob],
      l: ['120000', blob],
      s: ['160000', commit],
    } as const
    for (const [path, [mode, oid]] of Object.entries(expected)) {
      git('update-index', '--add', '--cacheinfo', `${mode},${oid},${path}`)
    }
    git('config', '-f', '.gitmodules', 'submodule.s.path', 's')
    git('config', '-f', '.gitmodules', 'submodule.s.ignore', 'all')
    git('config', 'submodule.s.ignore', 'all')
    git('commit', '-qm', 'modes')
    for (const view of await both(await open(dir))) {
      for (const [path, [mode, oid]] of Object.entries(expected)) {
        expect(await view.entry(path)).toEqual({ mode, blob: oid })
      }
    }
  })

  test('a tree in the scratch store is a tree', async () => {
    const repo = await open(createRepo().dir)
    const blob = (await repo.scratch(['hash-object', '-w', '--stdin'], { input: 'x' })).stdout
      .toString()
      .trim()
    const tree = (await repo.scratch(['mktree'], { input: `100644 blob ${blob}\tf\n` })).stdout
      .toString()
      .trim()
    const view = treeView(repo, tree, 'the merge')
    expect([await view.entry('f'), await view.names()]).toEqual([{ mode: '100644', blob }, ['f']])
  })

  test('a tree that is not here is an error, not an empty folder', async () => {
    const repo = await open(withNames().dir)
    const lost = (
      await repo.scratch(['mktree', '--missing'], { input: `040000 tree ${'d'.repeat(40)}\tgone\n` })
    ).stdout
    const view = treeView(repo, lost.toString().trim(), 'HEAD')
    expect(await codeOf(view.entry('gone/x'))).toBe('MISSING_OBJECT')
    expect(await codeOf(view.list(''))).toBe('MISSING_OBJECT')
    expect(await codeOf(treeView(repo, 'e'.repeat(40), 'HEAD').entry('x'))).toBe('MISSING_OBJECT')
  })

  test('the empty tree, and nothing at all', async () => {
    const repo = await open(createRepo().dir)
    for (const view of [treeView(repo, repo.emptyTree, 'empty'), emptyView(), indexView(repo)]) {
      expect([await view.entry('a'), (await view.list('')).size, await view.names()]).toEqual([null, 0, []])
    }
  })
})

describe('the index', () => {
  test('is the one that git named', async () => {
    const { dir, tryGit, write } = withNames()
    write({ only: '1' })
    const env = { GIT_INDEX_FILE: '.git/next-index-1.lock' }
    tryGit(['read-tree', 'HEAD'], { env })
    tryGit(['add', 'only'], { env })
    const view = indexView(await open(dir, env))
    expect([await view.entry('only'), (await view.names()).length]).toEqual([
      expect.anything(),
      names.length + 1,
    ])
  })

  test('does not hold what `git add -N` only promises', async () => {
    const { dir, git, write } = withNames()
    write({ promised: 'x' })
    git('add', '-N', 'promised')
    const view = indexView(await open(dir))
    expect([await view.entry('promised'), await view.names()]).toEqual([
      null,
      expect.not.arrayContaining(['promised']),
    ])
  })

  test('that is unmerged cannot be judged', async () => {
    const { dir, git, tryGit, write } = withNames()
    git('checkout', '-qb', 'side')
    write({ a: 'side' })
    git('commit', '-qam', 'side')
    git('checkout', '-q', 'main')
    write({ a: 'main' })
    git('commit', '-qam', 'main')
    tryGit(['merge', 'side'])
    const view = indexView(await open(dir))
    expect(await codeOf(view.entry('a'))).toBe('UNMERGED')
    expect(await codeOf(view.names())).toBe('UNMERGED')
  })

  test('cut off anywhere is an error, never a shorter list', async () => {
    const { dir } = withNames()
    const file = join(dir, '.git/index')
    const whole = readFileSync(file)
    const repo = await open(dir)
    const { size } = await indexView(repo).list('')
    for (let length = 0; length < whole.length; length += 37) {
      writeFileSync(file, whole.subarray(0, length))
      const listed = await indexView(repo)
        .list('')
        .catch((error: unknown) => error)
      if (!(listed instanceof GateError)) expect(listed).toHaveProperty('size', size)
    }
  })
})

describe('tree objects', () => {
  const id = Buffer.alloc(20, 1)
  const entry = (mode: string, name: string) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), id])

  test('modes of old gits are read as git reads them', () => {
    const { files, folders } = parseTree(
      Buffer.concat([entry('100664', 'f'), entry('100775', 'x'), entry('40755', 'd')]),
      20,
    )
    expect([files.get('f')?.mode, files.get('x')?.mode, folders.has('d')]).toEqual(['100644', '100755', true])
  })

  test.each([
    ['a name twice', Buffer.concat([entry('100644', 'a'), entry('40000', 'a')])],
    ['a name that is a path', entry('100644', 'a/b')],
    ['no name', entry('100644', '')],
    ['a mode of no kind', entry('644', 'a')],
    ['an id cut off', entry('100644', 'a').subarray(0, -1)],
    ['no name at all', Buffer.from('100644')],
  ])('%s is refused', (_, bytes) => {
    expect(() => parseTree(bytes, 20)).toThrow(expect.objectContaining({ code: 'GIT_OUTPUT' }))
  })
})
