import { chmodSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changedPaths, parseStatus } from '../../src/git/changed-paths.ts'
import { createRepo, type TestRepo } from '../support/repo.ts'
import { codeOf, fingerprint, open } from './open.ts'

function committed(files: Record<string, string>): TestRepo {
  const test = createRepo()
  test.write(files)
  test.git('add', '.')
  test.git('commit', '-qm', 'one')
  return test
}

async function changed(test: TestRepo, from = '.', ...specs: string[]): Promise<string[]> {
  return (await changedPaths(await open(join(test.dir, from)), specs)).sort()
}

describe('the paths that changed', () => {
  test('are those that differ in the index or on disk, untracked ones by file, ignored ones not', async () => {
    const test = committed({
      same: '1',
      edited: '1',
      staged: '1',
      gone: '1',
      undone: '1',
      mode: '1',
      type: '1',
      '.gitignore': '*.log\n',
    })
    test.write({
      edited: '2',
      staged: '2',
      undone: '2',
      gone: null,
      'new/a': '1',
      'new/b': '1',
      'x.log': '',
      promised: '1',
    })
    test.git('add', 'staged', 'undone')
    test.git('add', '-N', 'promised')
    test.write({ undone: '1' })
    chmodSync(join(test.dir, 'mode'), 0o755)
    rmSync(join(test.dir, 'type'))
    symlinkSync('x', join(test.dir, 'type'))
    expect(await changed(test)).toEqual([
      'edited',
      'gone',
      'mode',
      'new/a',
      'new/b',
      'promised',
      'staged',
      'type',
      'undone',
    ])
  })

  test('a move is both of its ends', async () => {
    const test = committed({ from: 'a long enough text\n' })
    test.git('mv', 'from', 'to')
    test.git('config', 'status.renames', 'copies')
    expect(await changed(test)).toEqual(['from', 'to'])
  })

  test('a submodule that moved counts, whatever .gitmodules says; what is uncommitted inside does not', async () => {
    const inner = committed({ a: '1' })
    const test = committed({ b: '1' })
    for (const name of ['moved', 'dirty']) {
      test.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, name)
      test.git('config', '-f', '.gitmodules', `submodule.${name}.ignore`, 'all')
    }
    test.git('add', '.')
    test.git('commit', '-qm', 'submodules')
    test.git('-C', 'moved', 'commit', '-q', '--allow-empty', '-m', 'two')
    test.write({ 'dirty/new': '1' })
    test.git('clone', '-q', inner.dir, 'nested')
    expect(await changed(test)).toEqual(['moved', 'nested'])
  })

  test('unmerged ones, and everything before the first commit', async () => {
    const fresh = createRepo()
    fresh.write({ a: '1', b: '2' })
    fresh.git('add', 'a')
    expect(await changed(fresh)).toEqual(['a', 'b'])
    fresh.git('commit', '-qm', 'one')
    fresh.git('checkout', '-qb', 'side')
    fresh.write({ a: 'side' })
    fresh.git('commit', '-qam', 'side')
    fresh.git('checkout', '-q', 'main')
    fresh.write({ a: 'main' })
    fresh.git('commit', '-qam', 'main')
    fresh.tryGit(['merge', 'side'])
    expect(await changed(fresh)).toEqual(['a', 'b'])
  })

  test.each([
    ['.', ['*'], ['*']],
    ['.', ['sub'], ['sub/*', 'sub/a']],
    ['.', ['sub/'], ['sub/*', 'sub/a']],
    ['sub', ['.'], ['sub/*', 'sub/a']],
    ['sub', ['a', '../b'], ['b', 'sub/a']],
    ['sub', ['..'], ['*', 'b', 'li\nne', 'sub/*', 'sub/a']],
    ['.', [':(top)b'], []],
    ['.', ['li\nne'], ['li\nne']],
    ['.', ['nowhere'], []],
    ['sub', [], ['*', 'b', 'li\nne', 'sub/*', 'sub/a']],
  ])('from %s, %j are literal and relative: %j', async (from, specs, expected) => {
    const test = committed({ 'sub/keep': '' })
    test.write({ '*': '', b: '', 'sub/a': '', 'sub/*': '', 'li\nne': '' })
    expect(await changed(test, from, ...specs)).toEqual(expected)
  })

  test('an absolute path is one', async () => {
    const test = committed({ a: '1' })
    test.write({ a: '2', b: '2' })
    expect(await changed(test, '.', join(test.dir, 'a'))).toEqual(['a'])
  })

  test.each(['', '..', '../x', 'a/../../x'])('%j is no path in the repository', async (spec) => {
    expect(await codeOf(changed(committed({ a: '1' }), '.', spec))).toBe('USAGE')
  })

  test('asking writes nothing', async () => {
    const test = committed({ a: '1' })
    test.write({ a: '1', b: '2' })
    const before = fingerprint(test.dir)
    await changed(test)
    expect(fingerprint(test.dir)).toEqual(before)
  })

  test.each(['! ignored\0', '2 R. N... 1 1 1 a b R100 x\0y\0', '1 .M N... 100644 a\0', '? a', 'x\0', '\0'])(
    '%j is not understood',
    (output) => {
      expect(() => parseStatus(Buffer.from(output))).toThrow(expect.objectContaining({ code: 'GIT_OUTPUT' }))
    },
  )
})
