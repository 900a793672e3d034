import { describe, expect, test } from 'vitest'
import type { Snapshot, SourceKind } from '../../src/core/snapshot.ts'
import { loadStates } from '../../src/git/states.ts'
import type { Comparison, Repository, View } from '../../src/git/types.ts'
import { emptyView, indexView, treeView } from '../../src/git/views.ts'
import { createRepo, type TestRepo } from '../support/repo.ts'
import { open } from './open.ts'

function comparison(kind: SourceKind, base: View, target: View, commits: readonly string[] = []): Comparison {
  const source = { kind, base: base.id, head: target.id, mergeBases: [] }
  const snapshot: Snapshot = {
    source,
    place: 'local',
    operation: null,
    changes: [],
    merged: [],
    conflicted: new Set(),
    message: null,
  }
  return { snapshot, base, target, ledgerBase: base, moreEvidence: [], historyFrom: base.id, commits }
}

async function texts(repo: Repository, compared: Comparison, path = 'f'): Promise<string[]> {
  const blobs = (await loadStates(repo, compared, [path])).get(path) ?? []
  return (await Promise.all(blobs.map(async (blob) => String(await repo.content(blob))))).sort()
}

function commit(test: TestRepo, files: Record<string, string | null>): string {
  test.write(files)
  test.git('add', '-A')
  test.git('commit', '-qm', 'x')
  return test.git('rev-parse', 'HEAD')
}

describe('the states a path has elsewhere', () => {
  test('while committing: in HEAD, in the index, on disk as git would store it', async () => {
    const test = createRepo()
    const head = commit(test, { f: 'head', '.gitattributes': 'f text\n' })
    test.write({ f: 'index' })
    test.git('add', 'f')
    test.write({ f: 'disk\r\n' })
    const repo = await open(test.dir)
    const staged = comparison('staged', treeView(repo, head, 'HEAD'), indexView(repo))
    expect(await texts(repo, staged)).toEqual(['disk\n', 'head', 'index'])
  })

  test('each once; deleted ones not at all', async () => {
    const test = createRepo()
    const head = commit(test, { f: 'same', g: 'gone' })
    test.write({ g: null })
    test.git('add', '-A')
    const repo = await open(test.dir)
    const staged = comparison('staged', treeView(repo, head, 'HEAD'), indexView(repo))
    expect([await texts(repo, staged), await texts(repo, staged, 'g')]).toEqual([['same'], ['gone']])
  })

  test('while merging: HEAD as well as the merge that git redid', async () => {
    const test = createRepo()
    commit(test, { f: 'head' })
    const repo = await open(test.dir)
    const { stdout } = await repo.scratch(['hash-object', '-w', '--stdin'], { input: 'redone' })
    const tree = await repo.scratch(['mktree'], { input: `100644 blob ${stdout.toString().trim()}\tf\n` })
    const redone = treeView(repo, tree.stdout.toString().trim(), 'the merge')
    test.write({ f: 'resolved' })
    test.git('add', 'f')
    expect(await texts(repo, comparison('staged', redone, indexView(repo)))).toEqual([
      'head',
      'redone',
      'resolved',
    ])
  })

  test('before the first commit', async () => {
    const test = createRepo()
    test.write({ f: 'first' })
    test.git('add', 'f')
    const repo = await open(test.dir)
    expect(await texts(repo, comparison('staged', emptyView(), indexView(repo)))).toEqual(['first'])
  })

  test('in a range: in every commit of it, and not on disk', async () => {
    const test = createRepo()
    const commits = ['one', 'two', 'three', 'four'].map((text) => commit(test, { f: text }))
    test.write({ f: 'disk' })
    const repo = await open(test.dir)
    const range = comparison(
      'range',
      treeView(repo, commits[0]!, 'base'),
      treeView(repo, commits[3]!, 'head'),
      commits.slice(1),
    )
    expect(await texts(repo, range)).toEqual(['four', 'one', 'three', 'two'])
  })

  test('only those that can be read: no submodule, no blob that is missing', async () => {
    const test = createRepo()
    const head = commit(test, { f: 'head' })
    test.git('update-index', '--add', '--cacheinfo', `160000,${head},s`)
    test.git('update-index', '--add', '--cacheinfo', `100644,${'d'.repeat(40)},m`)
    const repo = await open(test.dir)
    const staged = comparison('staged', treeView(repo, head, 'HEAD'), indexView(repo))
    expect([await texts(repo, staged, 's'), await texts(repo, staged, 'm')]).toEqual([[], []])
  })
})
