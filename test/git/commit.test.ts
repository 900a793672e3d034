import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commitComparison } from '../../src/git/commit.ts'
import { createRepo, repoAt, type TestRepo, temporaryFolder } from '../support/repo.ts'
import { branch, changeOf, changesOf, commit, graph, lines, opened, textAt } from './comparing.ts'

describe('a commit is compared with its first parent', () => {
  test('its message, its changes, and the trees they come from', async () => {
    const repo = createRepo()
    const parent = commit(repo, { a: '1', b: lines(9) })
    const id = commit(repo, { a: '2', b: null, c: lines(9) }, 'subject\n\nIntent: INT-001')
    repo.write({ a: 'later' })
    const repository = await opened(repo)
    const comparison = await commitComparison(repository, 'HEAD', 'ci')
    expect(changesOf(comparison)).toEqual(['M a', 'D b', 'A c'])
    expect(comparison.snapshot).toMatchObject({
      source: { kind: 'commit', base: parent, head: id },
      place: 'ci',
      operation: null,
      merged: [],
    })
    expect(comparison.snapshot.message?.trim()).toBe('subject\n\nIntent: INT-001')
    expect([comparison.base.id, comparison.target.id, comparison.historyFrom, comparison.origin]).toEqual([
      parent,
      id,
      parent,
      undefined,
    ])
    expect([
      await textAt(repository, comparison.base, 'a'),
      await textAt(repository, comparison.target, 'a'),
    ]).toEqual(['1', '2'])
  })

  test('a root commit with nothing', async () => {
    const repo = createRepo()
    const id = commit(repo, { a: '1' })
    const comparison = await commitComparison(await opened(repo), id, 'ci')
    expect([changesOf(comparison), comparison.base.id, comparison.historyFrom]).toEqual([['A a'], '', null])
  })

  test('an empty commit changes nothing', async () => {
    const repo = createRepo()
    commit(repo, { a: '1' })
    commit(repo, {})
    expect(changesOf(await commitComparison(await opened(repo), 'HEAD', 'ci'))).toEqual([])
  })

  test('modes, types and a submodule that .gitmodules says to ignore', async () => {
    const repo = createRepo()
    const modules = '[submodule "m"]\n\tpath = m\n\tignore = all\n'
    const [s1, s2] = ['1', '2'].map((digit) => `@${digit.repeat(40)}`)
    const ids = graph(repo, [
      { files: { '.gitmodules': modules, m: s1!, script: 'x', file: 'x' } },
      { files: { '.gitmodules': modules, m: s2!, script: '+x x', file: '->x' }, parents: [0] },
    ])
    const comparison = await commitComparison(await opened(repo), ids[1]!, 'ci')
    expect(changesOf(comparison)).toEqual(['T file', 'M m', 'M script'])
    expect(changeOf(comparison, 'script').after?.mode).toBe('100755')
  })

  test('a replacement object (git replace) does not hide what the commit is', async () => {
    const repo = createRepo()
    commit(repo, { a: '1' })
    const evil = commit(repo, { evil: 'x' })
    const harmless = repo.git('commit-tree', 'HEAD^^{tree}', '-p', 'HEAD^', '-m', 'harmless')
    repo.git('replace', evil, harmless)
    expect(changesOf(await commitComparison(await opened(repo), evil, 'ci'))).toEqual(['A evil'])
  })

  test('at the edge of a shallow clone the parent is unknown: that is no root commit', async () => {
    const repo = createRepo()
    commit(repo, { a: '1' })
    commit(repo, { b: '1' })
    commit(repo, { c: '1' })
    const clone = repoAt(join(temporaryFolder(), 'clone'))
    repo.git('clone', '-q', '--depth', '2', `file://${repo.dir}`, clone.dir)
    const repository = await opened(clone)
    expect(changesOf(await commitComparison(repository, 'HEAD', 'ci'))).toEqual(['A c'])
    await expect(commitComparison(repository, 'HEAD^', 'ci')).rejects.toMatchObject({
      code: 'SHALLOW',
      exit: 3,
    })
  })
})

describe('a merge is compared with the merge as git redoes it', () => {
  test('policy and intents are the first parent’s; the ledger of neither side may be lost', async () => {
    const repo = createRepo()
    const ledger = '.orchestration/agent_trace'
    const [root, ours, theirs, merge] = graph(repo, [
      { files: { f: lines(9) } },
      { files: { f: lines(9, { 2: 'ours' }), [`${ledger}/a.jsonl`]: 'a\n' }, parents: [0] },
      { files: { f: lines(9, { 8: 'theirs' }), [`${ledger}/b.jsonl`]: 'b\n' }, parents: [0] },
      {
        files: { f: lines(9, { 2: 'ours', 8: 'theirs', 5: 'evil' }), [`${ledger}/a.jsonl`]: 'a\n' },
        parents: [1, 2],
      },
    ])
    const repository = await opened(repo)
    const comparison = await commitComparison(repository, merge!, 'ci')
    expect([comparison.base.id, comparison.historyFrom, comparison.historyAlsoFrom]).toEqual([
      ours,
      ours,
      [theirs],
    ])
    expect(changesOf(comparison)).toEqual([`D ${ledger}/b.jsonl`, 'M f'])
    expect([...(await comparison.ledgerBase.list(ledger)).keys()]).toEqual([
      `${ledger}/a.jsonl`,
      `${ledger}/b.jsonl`,
    ])
    expect(await textAt(repository, comparison.origin!, 'f')).toBe(lines(9, { 2: 'ours', 8: 'theirs' }))
    expect(changeOf(comparison, 'f').before).toEqual(await comparison.origin?.entry('f'))
    expect(root).not.toBe(ours)
  })

  test('a conflict resolved by hand', async () => {
    const repo = createRepo()
    const ids = graph(repo, [
      { files: { f: lines(9) } },
      { files: { f: lines(9, { 5: 'ours' }) }, parents: [0] },
      { files: { f: lines(9, { 5: 'theirs' }) }, parents: [0] },
      { files: { f: lines(9, { 5: 'theirs' }) }, parents: [1, 2] },
    ])
    const repository = await opened(repo)
    const comparison = await commitComparison(repository, ids[3]!, 'ci')
    expect([changesOf(comparison), [...comparison.snapshot.conflicted], comparison.snapshot.merged]).toEqual([
      ['M f'],
      ['f'],
      [],
    ])
    const before = changeOf(comparison, 'f').before!
    const content = await repository.content(before.blob)
    expect(Buffer.from(content as Uint8Array).toString()).toBe(
      lines(9, { 5: `<<<<<<< ${ids[1]}\nours\n=======\ntheirs\n>>>>>>> ${ids[2]}` }),
    )
  })

  test('an octopus, and one with something smuggled in', async () => {
    const repo = createRepo()
    const honest = { a: '1', b: '1', c: '1', s: '' }
    const ids = graph(repo, [
      { files: { s: '' } },
      { files: { s: '', a: '1' }, parents: [0] },
      { files: { s: '', b: '1' }, parents: [0] },
      { files: { s: '', c: '1' }, parents: [0] },
      { files: honest, parents: [1, 2, 3] },
      { files: { ...honest, evil: 'x' }, parents: [1, 2, 3] },
    ])
    const repository = await opened(repo)
    const [clean, evil] = await Promise.all(
      [ids[4]!, ids[5]!].map((id) => commitComparison(repository, id, 'ci')),
    )
    expect([changesOf(clean!), clean?.snapshot.merged]).toEqual([[], ['b', 'c']])
    expect([changesOf(evil!), evil?.snapshot.merged]).toEqual([['A evil'], ['b', 'c']])
  })

  test('of histories that have nothing in common', async () => {
    const repo = createRepo()
    const ids = graph(repo, [
      { files: { a: '1' } },
      { files: { b: '1' } },
      { files: { a: '1', b: '1', c: '1' }, parents: [0, 1] },
    ])
    const comparison = await commitComparison(await opened(repo), ids[2]!, 'ci')
    expect([changesOf(comparison), comparison.snapshot.merged]).toEqual([['A c'], ['b']])
  })

  test('a squash has one parent: nothing of it is git’s own work', async () => {
    const repo = createRepo()
    commit(repo, { a: '1' })
    branch(repo, 'theirs')
    commit(repo, { t: '1' })
    repo.git('checkout', '-q', 'main')
    repo.git('merge', '-q', '--squash', 'theirs')
    repo.git('commit', '-q', '-m', 'squash')
    const comparison = await commitComparison(await opened(repo), 'HEAD', 'ci')
    expect([changesOf(comparison), comparison.snapshot.merged]).toEqual([['A t'], []])
  })

  test('in a shallow clone: not guessed where the edge may hide the merge base, redone where it lies below', async () => {
    const repo = createRepo()
    commit(repo, { before: '1' })
    commit(repo, { f: lines(9) })
    branch(repo, 'theirs')
    commit(repo, { f: lines(9, { 8: 'theirs' }), t: '1' })
    repo.git('checkout', '-q', 'main')
    commit(repo, { f: lines(9, { 2: 'ours' }) })
    repo.git('merge', '-q', '--no-edit', 'theirs')
    const cloned = (depth: string): TestRepo => {
      const clone = repoAt(join(temporaryFolder(), 'clone'))
      repo.git('clone', '-q', '--depth', depth, `file://${repo.dir}`, clone.dir)
      return clone
    }
    await expect(commitComparison(await opened(cloned('2')), 'HEAD', 'ci')).rejects.toMatchObject({
      code: 'SHALLOW',
    })
    const { snapshot } = await commitComparison(await opened(cloned('3')), 'HEAD', 'ci')
    expect([snapshot.changes, snapshot.merged]).toEqual([[], ['f', 't']])
  })
})
