import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodePath } from '../../src/core/path.ts'
import { worktreeState } from '../../src/git/worktree.ts'
import { createRepo, type TestRepo } from '../support/repo.ts'
import { codeOf, fingerprint, open } from './open.ts'

/** What git stores for these paths when a person adds them, by ls-files. */
function added(test: TestRepo, ...paths: string[]): Record<string, string | null> {
  const env = { GIT_INDEX_FILE: join(test.dir, '.git/expected') }
  execFileSync('cp', ['-p', join(test.dir, '.git/index'), env.GIT_INDEX_FILE])
  for (const path of paths) test.tryGit(['--literal-pathspecs', 'add', '-A', '--', path], { env })
  const { out } = test.tryGit(['ls-files', '-s', '-z'], { env })
  const staged = new Map(
    out
      .split('\0')
      .map((line) => [line.slice(line.indexOf('\t') + 1), line.slice(0, line.indexOf('\t') - 2)]),
  )
  return Object.fromEntries(paths.map((path) => [path, staged.get(path) ?? null]))
}

async function seen(test: TestRepo, ...paths: string[]): Promise<Record<string, string | null>> {
  const states = await worktreeState(await open(test.dir), paths)
  return Object.fromEntries(
    Array.from(states, ([path, { entry }]) => [path, entry && `${entry.mode} ${entry.blob}`]),
  )
}

async function text(test: TestRepo, path: string): Promise<string | null> {
  const bytes = (await worktreeState(await open(test.dir), [path])).get(path)?.bytes ?? null
  return bytes === null ? null : Buffer.from(bytes as Uint8Array).toString() // 'large' would read as such and fail the test
}

function committed(files: Record<string, string | Uint8Array>): TestRepo {
  const test = createRepo()
  test.write(files)
  test.git('add', '.')
  test.git('commit', '-qm', 'one')
  return test
}

describe('the working tree is seen as git would store it', () => {
  test('untouched, changed, new, deleted, never there', async () => {
    const test = committed({ same: '1', changed: '1', gone: '1', 'dir/gone': '1' })
    test.write({ changed: '2', 'new/file': '3', gone: null, dir: null })
    const paths = ['same', 'changed', 'new/file', 'gone', 'dir/gone', 'never']
    expect(await seen(test, ...paths)).toEqual(added(test, ...paths))
    expect([await text(test, 'same'), await text(test, 'new/file'), await text(test, 'gone')]).toEqual([
      '1',
      '3',
      null,
    ])
  })

  test.each(['a b', '"q"', 'li\nne', '\\', '*', ':x', '-x', ' lead', 'ünï', '💀'])(
    'a file named %j',
    async (name) => {
      const test = committed({ '.keep': '' })
      test.write({ [name]: `in ${name}`, other: 'x' })
      expect(await seen(test, name)).toEqual(added(test, name))
      expect(await text(test, name)).toBe(`in ${name}`)
    },
  )

  test('a file whose name is not UTF-8', async () => {
    const test = committed({ a: '1' })
    const name = Buffer.from([0x62, 0xff])
    writeFileSync(Buffer.concat([Buffer.from(`${test.dir}/`), name]), 'raw')
    const states = await worktreeState(await open(test.dir), [decodePath(name), 'a'])
    expect(states.get(decodePath(name))?.bytes).toEqual(Buffer.from('raw'))
  })

  test('a link is its target, an executable is one, a link that replaces a file as well', async () => {
    const test = committed({ f: '1', x: '1' })
    rmSync(join(test.dir, 'f'))
    symlinkSync('some/target', join(test.dir, 'f'))
    chmodSync(join(test.dir, 'x'), 0o755)
    expect(await seen(test, 'f', 'x')).toEqual(added(test, 'f', 'x'))
    expect([await text(test, 'f'), (await seen(test, 'x')).x?.slice(0, 6)]).toEqual(['some/target', '100755'])
  })

  test('without core.fileMode the index says what is executable', async () => {
    const test = committed({ f: '1', x: '1' })
    test.git('update-index', '--chmod=+x', 'x')
    test.git('config', 'core.fileMode', 'false')
    chmodSync(join(test.dir, 'f'), 0o755)
    test.write({ x: '2', new: '3' })
    chmodSync(join(test.dir, 'new'), 0o755)
    const states = await seen(test, 'f', 'x', 'new')
    expect(Object.values(states).map((state) => state?.slice(0, 6))).toEqual(['100644', '100755', '100644'])
  })

  test('clean filters and line endings are applied, and CRLF that is in the index stays', async () => {
    const test = committed({ 'old.txt': 'a\r\nb\r\n' })
    test.git('config', 'core.autocrlf', 'true')
    test.git('config', 'core.safecrlf', 'true')
    test.git('config', 'filter.up.clean', 'tr a-z A-Z')
    test.write({
      '.gitattributes': '*.up filter=up\n',
      'old.txt': 'a\r\nb\r\nc\r\n',
      'new.txt': 'x\r\n',
      'f.up': 'loud\n',
    })
    const paths = ['old.txt', 'new.txt', 'f.up']
    const states = await seen(test, ...paths)
    test.git('config', 'core.safecrlf', 'false')
    expect(states).toEqual(added(test, ...paths))
    expect(await Promise.all(paths.map((path) => text(test, path)))).toEqual([
      'a\r\nb\r\nc\r\n',
      'x\n',
      'LOUD\n',
    ])
  })

  test('a filter that is required and fails is an error', async () => {
    const test = committed({ '.gitattributes': '*.up filter=up\n' })
    test.git('config', 'filter.up.clean', 'false')
    test.git('config', 'filter.up.required', 'true')
    test.write({ 'f.up': 'x' })
    expect(await codeOf(seen(test, 'f.up'))).toBe('GIT_FAILED')
  })

  test('a submodule is its commit, one that is not checked out is what it was, a new repository inside is one', async () => {
    const inner = committed({ a: '1' })
    const test = committed({ b: '1' })
    const add = (name: string) =>
      test.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, name)
    add('moved')
    add('empty')
    test.git('commit', '-qm', 'submodules')
    const known = test.git('rev-parse', ':empty')
    test.git('-C', 'moved', 'commit', '-q', '--allow-empty', '-m', 'two')
    rmSync(join(test.dir, 'empty'), { recursive: true })
    mkdirSync(join(test.dir, 'empty'))
    test.git('clone', '-q', inner.dir, 'nested')
    expect(await seen(test, 'moved', 'empty', 'nested')).toEqual({
      moved: `160000 ${test.git('-C', 'moved', 'rev-parse', 'HEAD')}`,
      empty: `160000 ${known}`,
      nested: `160000 ${inner.git('rev-parse', 'HEAD')}`,
    })
    expect(await text(test, 'moved')).toBeNull()
  })

  test('files that became folders, folders that became files or links', async () => {
    const test = committed({ f: '1', 'd/x': '1', 'l/x': '1', 'to/x': '1' })
    test.write({ f: null, 'f/x': '2', d: null })
    test.write({ d: '2' })
    rmSync(join(test.dir, 'l'), { recursive: true })
    symlinkSync('to', join(test.dir, 'l'))
    const paths = ['f', 'f/x', 'd', 'd/x', 'l', 'l/x', 'to']
    const states = await seen(test, ...paths)
    expect(Object.entries(states).map(([path, state]) => [path, state?.slice(0, 6) ?? null])).toEqual([
      ['f', null],
      ['f/x', '100644'],
      ['d', '100644'],
      ['d/x', null],
      ['l', '120000'],
      ['l/x', null],
      ['to', null],
    ])
    expect(await seen(test, 'f')).toEqual({ f: null })
  })

  test('a file that a sparse checkout leaves out is not deleted', async () => {
    const test = committed({ 'in/a': '1', 'out/b': '1' })
    test.git('sparse-checkout', 'set', 'in')
    expect(await seen(test, 'out/b')).toEqual({ 'out/b': `100644 ${test.git('rev-parse', 'HEAD:out/b')}` })
  })

  test('unmerged files, those asked for and those that are not', async () => {
    const test = committed({ a: 'base', b: 'base' })
    test.git('checkout', '-qb', 'side')
    test.write({ a: 'side', b: 'side' })
    test.git('commit', '-qam', 'side')
    test.git('checkout', '-q', 'main')
    test.write({ a: 'main', b: 'main' })
    test.git('commit', '-qam', 'main')
    test.tryGit(['merge', 'side'])
    test.write({ a: 'resolved' })
    expect(await text(test, 'a')).toBe('resolved')
    const many = Array.from({ length: 100 }, (_, i) => `none${i}`)
    expect(await seen(test, 'a', ...many)).toMatchObject(added(test, 'a'))
  })

  test('what `git add -N` promised, before the first commit, and in an index of its own', async () => {
    const test = createRepo()
    test.write({ promised: '1', other: '2' })
    expect(await text(test, 'promised')).toBe('1')
    test.git('add', '-N', 'promised')
    expect(await text(test, 'promised')).toBe('1')
    const repo = await open(test.dir, { GIT_INDEX_FILE: '.git/none' })
    expect((await worktreeState(repo, ['other'])).get('other')?.bytes).toEqual(Buffer.from('2'))
  })

  test('a change within the clock tick of the index, of the same size, is seen', async () => {
    const test = committed({ a: 'aa' })
    test.git('config', 'core.trustctime', 'false')
    const time = new Date('2020-01-01T00:00:00Z')
    for (let i = 0; i < 3; i++) {
      writeFileSync(join(test.dir, 'a'), `b${i}`)
      utimesSync(join(test.dir, 'a'), time, time)
      test.git('add', 'a')
      utimesSync(join(test.dir, '.git/index'), time, time)
      writeFileSync(join(test.dir, 'a'), `c${i}`)
      utimesSync(join(test.dir, 'a'), time, time)
      expect(await text(test, 'a')).toBe(`c${i}`)
    }
  })

  test('a file over the limit is "large"', async () => {
    const test = committed({ a: '1' })
    test.write({ big: Buffer.alloc(8 * 1024 * 1024 + 1) })
    expect((await worktreeState(await open(test.dir), ['big'])).get('big')?.bytes).toBe('large')
  })

  test('a pipe is an error at once, not a wait', async () => {
    const test = committed({ a: '1' })
    execFileSync('mkfifo', [join(test.dir, 'pipe')])
    expect(await codeOf(seen(test, 'pipe'))).toBe('GIT_FAILED')
  })

  test('nothing is written: not the index, not an object, no hook is run', async () => {
    const test = committed({ a: '1' })
    test.git('config', 'core.splitIndex', 'true')
    test.write({ '.git/hooks/post-index-change': `#!/bin/sh\ntouch '${test.dir}/.git/ran'\n` })
    chmodSync(join(test.dir, '.git/hooks/post-index-change'), 0o755)
    test.git('update-index', '--split-index')
    rmSync(join(test.dir, '.git/ran'), { force: true })
    test.write({ a: '2', new: '3' })
    // git sets the time of the shared part whenever it reads the index.
    const files = () => fingerprint(test.dir).map((file) => file.replace(/(sharedindex\S+ \d+) .*/, '$1'))
    const before = files()
    const repo = await open(test.dir)
    await worktreeState(repo, ['a', 'new'])
    expect(files()).toEqual(before)
  })
})
