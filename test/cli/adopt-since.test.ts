import { describe, expect, test } from 'vitest'
import { check } from '../../src/check.ts'
import { adopt } from '../../src/cli/commands/adopt.ts'
import { record } from '../../src/cli/commands/record.ts'
import { lineDigests } from '../../src/core/digest.ts'
import { findChain } from '../../src/core/edges.ts'
import {
  commitAll,
  entryIn,
  governedRepo,
  ledgerFiles,
  run,
  stagedEntry,
  writesIn,
} from './support/governed.ts'

describe('in a merge', () => {
  test('a hand-made resolution is measured from what git made of it', async () => {
    const repo = governedRepo()
    repo.git('checkout', '-q', '-b', 'side')
    repo.write({ 'src/a.ts': 'side\ntwo\nthree\n', 'src/side.ts': 'side\n' })
    commitAll(repo, 'side')
    repo.git('checkout', '-q', 'main')
    repo.write({ 'src/a.ts': 'main\ntwo\nthree\n' })
    commitAll(repo, 'main')
    expect(repo.tryGit(['merge', 'side']).code).toBe(1)
    repo.write({ 'src/a.ts': 'both\ntwo\nthree\n' })
    repo.git('add', 'src/a.ts')
    await run(adopt, repo, ['--yes', '--all'])
    const writes = writesIn(repo)
    expect(writes.map(({ path }) => path)).toEqual(['src/a.ts'])
    expect(writes[0]!.hunks![0]!.added).toEqual(lineDigests(Buffer.from('both\n')))
  })

  test('what is not resolved yet is named', async () => {
    const repo = governedRepo()
    repo.git('checkout', '-q', '-b', 'side')
    repo.write({ 'src/a.ts': 'side\n' })
    commitAll(repo, 'side')
    repo.git('checkout', '-q', 'main')
    repo.write({ 'src/a.ts': 'main\n' })
    commitAll(repo, 'main')
    repo.tryGit(['merge', 'side'])
    const { code, err } = await run(adopt, repo, ['--yes', '--all'])
    expect(code).toBe(3)
    expect(err).toContain('src/a.ts')
  })
})

describe('--since', () => {
  function branched() {
    const repo = governedRepo()
    repo.write({ 'src/b.ts': '1\n2\n3\n4\n5\n6\n7\n8\n' })
    commitAll(repo, 'base')
    repo.git('checkout', '-q', '-b', 'work')
    repo.write({ 'src/a.ts': 'work\n', 'src/b.ts': '1\n2\n3\n4\n5\n6\n7\nwork\n', 'src/new.ts': 'new\n' })
    commitAll(repo, 'untraced')
    return repo
  }

  test('records what would land, edge by edge', async () => {
    const repo = branched()
    expect((await run(adopt, repo, ['--since', 'main', '--yes', '--all'])).code).toBe(0)
    for (const path of ['src/a.ts', 'src/b.ts', 'src/new.ts']) {
      const own = writesIn(repo).filter((write) => write.path === path)
      expect(findChain(own, entryIn(repo, path, 'main'), entryIn(repo, path))).not.toBe(null)
    }
    expect(repo.git('diff', '--cached', '--name-only')).toContain(ledgerFiles(repo)[0])
  })

  test('when main has moved on, records the change as it would land there', async () => {
    const repo = branched()
    repo.git('checkout', '-q', 'main')
    repo.write({ 'src/b.ts': 'main\n2\n3\n4\n5\n6\n7\n8\n' })
    commitAll(repo, 'main moves on')
    repo.git('checkout', '-q', 'work')
    await run(adopt, repo, ['--since', 'main', '--yes', 'src/b.ts'])
    const [write] = writesIn(repo)
    expect(write!.edge!.before).toEqual(entryIn(repo, 'src/b.ts', 'main'))
    repo.git('commit', '-q', '-m', 'adopt')
    repo.git('checkout', '-q', 'main')
    repo.git('merge', '-q', '--no-edit', 'work')
    expect(write!.edge!.after).toEqual(entryIn(repo, 'src/b.ts'))
  })

  test('where git cannot merge, records the change since the branch left', async () => {
    const repo = branched()
    repo.git('checkout', '-q', 'main')
    repo.write({ 'src/a.ts': 'conflict\n' })
    commitAll(repo, 'main moves on')
    repo.git('checkout', '-q', 'work')
    await run(adopt, repo, ['--since', 'main', '--yes', 'src/a.ts'])
    const fork = repo.git('merge-base', 'main', 'work')
    expect(writesIn(repo)[0]!.edge).toEqual({
      before: entryIn(repo, 'src/a.ts', fork),
      after: entryIn(repo, 'src/a.ts'),
    })
  })

  test('what is staged counts, what is not does not', async () => {
    const repo = branched()
    repo.write({ 'src/a.ts': 'staged\n' })
    repo.git('add', 'src/a.ts')
    repo.write({ 'src/a.ts': 'not staged\n', 'src/untracked.ts': 'x\n' })
    await run(adopt, repo, ['--since', 'main', '--yes', '--all'])
    const writes = writesIn(repo)
    expect(writes.map(({ path }) => path).sort()).toEqual(['src/a.ts', 'src/b.ts', 'src/new.ts'])
    expect(writes.find(({ path }) => path === 'src/a.ts')!.edge!.after).toEqual(stagedEntry(repo, 'src/a.ts'))
    expect(repo.tryGit(['fsck', '--no-dangling']).code).toBe(0)
    repo.git('commit', '-q', '-m', 'the index is in order')
  })

  test.each(['stays where it was', 'moves on'])(
    'is the way out when a range is refused: main %s',
    async (how) => {
      const repo = branched()
      if (how === 'moves on') {
        repo.git('checkout', '-q', 'main')
        repo.write({ 'src/b.ts': 'main\n2\n3\n4\n5\n6\n7\n8\n' })
        commitAll(repo, 'main moves on')
        repo.git('checkout', '-q', 'work')
      }
      const what = { kind: 'range', base: 'main', head: 'HEAD', commits: 'net' } as const
      expect((await check(repo.dir, { what, place: 'ci' })).verdict).toBe('fail')
      await run(adopt, repo, ['--since', 'main', '--yes', '--all'])
      repo.git('commit', '-q', '-m', 'adopt')
      expect((await check(repo.dir, { what, place: 'ci' })).verdict).toBe('pass')
    },
  )

  test('does not change what the next record measures from', async () => {
    const repo = branched()
    repo.git('checkout', '-q', 'main')
    repo.write({ 'src/b.ts': 'main\n2\n3\n4\n5\n6\n7\n8\n' })
    commitAll(repo, 'main moves on')
    repo.git('checkout', '-q', 'work')
    await run(adopt, repo, ['--since', 'main', '--yes', '--all'])
    expect((await run(record, repo, [])).out).toBe('nothing has changed since the last record\n')
  })

  test('a revision that is none is named', async () => {
    expect(await run(adopt, branched(), ['--since', 'nowhere', '--yes', '--all'])).toMatchObject({ code: 3 })
  })
})
