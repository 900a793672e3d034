import { spawnSync } from 'node:child_process'
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GateError } from '../../src/core/error.ts'
import { type StagedOptions, stagedComparison } from '../../src/git/staged.ts'
import { createRepo, repoAt, type TestRepo, temporaryFolder } from '../support/repo.ts'
import { branch, changeOf, changesOf, commit, lines, opened, textAt } from './comparing.ts'

async function staged(repo: TestRepo, options: Partial<StagedOptions> = {}) {
  return stagedComparison(await opened(repo), { place: 'local', ...options })
}

function blobOf(repo: TestRepo, text: string): string {
  return repo.tryGit(['hash-object', '--stdin'], { input: text }).out.trim()
}

describe('what is staged is compared with HEAD', () => {
  test('before the first commit: with nothing', async () => {
    const repo = createRepo()
    repo.write({ 'a b': '1', c: '2' })
    repo.git('add', 'a b')
    const comparison = await staged(repo)
    expect(changesOf(comparison)).toEqual(['A a b'])
    expect(comparison.snapshot.source).toEqual({ kind: 'staged', base: null, head: null, mergeBases: [] })
    expect([comparison.base.id, comparison.historyFrom, comparison.origin]).toEqual(['', null, undefined])
  })

  test('a branch whose commit is lost is not taken for a new one', async () => {
    const repo = createRepo()
    commit(repo, { a: '1' })
    repo.write({ '.git/refs/heads/main': `${'1'.repeat(40)}\n` })
    await expect(staged(repo)).rejects.toMatchObject({ code: 'MISSING_OBJECT' })
  })

  test('only the index counts, not the working tree', async () => {
    const repo = createRepo()
    const head = commit(repo, { a: '1', b: '1', gone: '1' })
    repo.write({ a: 'staged' })
    repo.git('add', 'a')
    repo.write({ a: 'later', b: 'later', gone: null, untracked: 'x' })
    const comparison = await staged(repo, { message: 'subject' })
    expect(changesOf(comparison)).toEqual(['M a'])
    expect(changeOf(comparison, 'a').after?.blob).toBe(blobOf(repo, 'staged'))
    expect(await textAt(await opened(repo), comparison.base, 'a')).toBe('1')
    expect(comparison.snapshot).toMatchObject({
      source: { base: head, head: null },
      place: 'local',
      message: 'subject',
      operation: null,
    })
    expect([
      comparison.base.id,
      comparison.ledgerBase.id,
      comparison.historyFrom,
      comparison.target.id,
    ]).toEqual([head, head, head, null])
  })

  test('a file that is only promised (git add -N) is not staged', async () => {
    const repo = createRepo()
    commit(repo, { a: '1' })
    repo.write({ promised: 'x' })
    repo.git('add', '-N', 'promised')
    expect(changesOf(await staged(repo))).toEqual([])
  })

  test('a move is a delete and an add, whatever diff.renames says', async () => {
    const repo = createRepo()
    commit(repo, { a: lines(20) })
    repo.git('config', 'diff.renames', 'copies')
    repo.git('mv', 'a', 'b')
    expect(changesOf(await staged(repo))).toEqual(['D a', 'A b'])
  })

  test('from a sub-folder everything is seen, whatever diff.relative says', async () => {
    const repo = createRepo()
    commit(repo, { 'package/a': '1', b: '1' })
    repo.write({ 'package/a': '2', b: '2' })
    repo.git('add', '-A')
    repo.git('config', 'diff.relative', 'true')
    const inside = await opened(repo, join(repo.dir, 'package'))
    expect(changesOf(await stagedComparison(inside, { place: 'local' }))).toEqual(['M b', 'M package/a'])
  })

  test.each(['sha1', 'sha256'])('in a repository of %s', async (format) => {
    const repo = createRepo(`--object-format=${format}`)
    commit(repo, { a: '1' })
    repo.write({ a: '2' })
    repo.git('add', 'a')
    expect(changeOf(await staged(repo), 'a').after?.blob).toHaveLength(format === 'sha1' ? 40 : 64)
  })

  test('in a worktree: its own index and its own HEAD', async () => {
    const repo = createRepo()
    commit(repo, { a: '1' })
    const tree = repoAt(join(temporaryFolder(), 'tree'))
    repo.git('worktree', 'add', '-q', '-b', 'other', tree.dir)
    const head = commit(tree, { b: '1' })
    tree.write({ b: '2' })
    tree.git('add', 'b')
    const comparison = await staged(tree)
    expect([changesOf(comparison), comparison.base.id]).toEqual([['M b'], head])
    expect(changesOf(await staged(repo))).toEqual([])
  })

  test('an unmerged path cannot be judged', async () => {
    const repo = createRepo()
    commit(repo, { a: '1\n' })
    branch(repo, 'theirs')
    commit(repo, { a: 't\n' })
    repo.git('checkout', '-q', 'main')
    commit(repo, { a: 'o\n' })
    repo.tryGit(['merge', 'theirs'])
    await expect(staged(repo)).rejects.toMatchObject({ code: 'UNMERGED', exit: 3 })
  })
})

describe('every kind of change is one', () => {
  test('modes, symlinks, submodules and changes of type', async () => {
    const repo = createRepo()
    commit(repo, { script: 'x', file: 'x', link: 'x', plain: 'x' })
    repo.git('rm', '-q', '--cached', 'plain')
    chmodSync(join(repo.dir, 'script'), 0o755)
    repo.write({ file: null, link: null })
    symlinkSync('target', join(repo.dir, 'file'))
    symlinkSync('elsewhere', join(repo.dir, 'new-link'))
    repo.git('add', 'script', 'file', 'new-link')
    repo.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`)
    const comparison = await staged(repo)
    expect(changesOf(comparison)).toEqual(['T file', 'A module', 'A new-link', 'D plain', 'M script'])
    expect(changeOf(comparison, 'script')).toMatchObject({
      before: { mode: '100644' },
      after: { mode: '100755', blob: blobOf(repo, 'x') },
    })
    expect(changeOf(comparison, 'file').after).toEqual({ mode: '120000', blob: blobOf(repo, 'target') })
    expect(changeOf(comparison, 'module').after).toEqual({ mode: '160000', blob: '1'.repeat(40) })
  })

  test('a submodule that moved, though .gitmodules and the settings say to ignore it', async () => {
    const repo = createRepo()
    repo.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`)
    repo.write({ '.gitmodules': '[submodule "m"]\n\tpath = module\n\turl = ./m\n\tignore = all\n' })
    repo.git('add', '.gitmodules')
    repo.git('commit', '-q', '-m', 'x')
    repo.git('config', 'diff.ignoreSubmodules', 'all')
    repo.git('config', 'submodule.m.ignore', 'all')
    repo.git('update-index', '--cacheinfo', `160000,${'2'.repeat(40)},module`)
    expect(changesOf(await staged(repo))).toEqual(['M module'])
  })

  test('binary files', async () => {
    const repo = createRepo()
    commit(repo, { bin: Buffer.from([0, 1, 2]) })
    repo.write({ bin: Buffer.from([0, 1, 3]) })
    repo.git('add', 'bin')
    expect(changesOf(await staged(repo))).toEqual(['M bin'])
  })

  test('what git stores is what counts: end-of-line conversion and clean filters, as of Git LFS', async () => {
    const repo = createRepo()
    commit(repo, { '.gitattributes': '*.big filter=pointer\n' })
    repo.git('config', 'core.autocrlf', 'input')
    repo.git(
      'config',
      'filter.pointer.clean',
      'printf "version 1\\noid %s\\n" "$(git hash-object --stdin --no-filters)"',
    )
    repo.write({ 'a.txt': 'one\r\ntwo\r\n', 'a.big': 'large content' })
    repo.git('add', '-A')
    const comparison = await staged(repo)
    expect(changesOf(comparison)).toEqual(['A a.big', 'A a.txt'])
    expect(changeOf(comparison, 'a.txt').after?.blob).toBe(blobOf(repo, 'one\ntwo\n'))
    expect(changeOf(comparison, 'a.big').after?.blob).toBe(
      blobOf(repo, `version 1\noid ${blobOf(repo, 'large content')}\n`),
    )
  })

  test('names with spaces, quotes, newlines, pathspec magic and letters of any alphabet', async () => {
    const repo = createRepo()
    const names = [
      ' lead',
      'trail ',
      '"q"',
      "it's",
      'a\tb',
      'n\nl',
      ':magic',
      '-dash',
      '*.ts',
      'é',
      'e\u0301',
      '日本',
      '\\back',
    ]
    repo.write(Object.fromEntries(names.map((name) => [name, 'x'])))
    repo.git('add', '-A')
    expect(
      changesOf(await staged(repo))
        .map((change) => change.slice(2))
        .sort(),
    ).toEqual([...names].sort())
  })

  test('two names that are no UTF-8 are two paths', async () => {
    const repo = createRepo()
    const blob = repo.tryGit(['hash-object', '-w', '--stdin'], { input: 'x' }).out.trim()
    const rows = ['\xff', '\xfe'].map((byte) =>
      Buffer.concat([Buffer.from(`100644 ${blob}\tbad`), Buffer.from(byte, 'latin1'), Buffer.from('\0')]),
    )
    addToIndex(repo, Buffer.concat(rows))
    const comparison = await staged(repo)
    expect(new Set(comparison.snapshot.changes.map(({ path }) => path)).size).toBe(2)
    const [first] = comparison.snapshot.changes
    expect((await comparison.target.entry(first!.path))?.blob).toBe(blob)
  })
})

function addToIndex(repo: TestRepo, rows: Buffer): void {
  const file = join(temporaryFolder(), 'rows')
  writeFileSync(file, rows)
  const result = spawnSync('sh', ['-c', 'git update-index -z --index-info < "$0"', file], { cwd: repo.dir })
  if (result.status !== 0) throw new Error(result.stderr.toString())
}

describe('an amend is judged from HEAD’s own parents', () => {
  test('all that the amended commit will hold is a change', async () => {
    const repo = createRepo()
    const first = commit(repo, { a: '1' })
    commit(repo, { b: '1' })
    repo.write({ c: '1' })
    repo.git('add', 'c')
    const comparison = await staged(repo, { base: 'HEAD^' })
    expect([changesOf(comparison), comparison.snapshot.source.base, comparison.historyFrom]).toEqual([
      ['A b', 'A c'],
      first,
      first,
    ])
    expect(changesOf(await staged(repo))).toEqual(['A c'])
  })

  test('amending the first commit: from nothing', async () => {
    const repo = createRepo()
    commit(repo, { a: '1' })
    const comparison = await staged(repo, { base: 'HEAD^' })
    expect([changesOf(comparison), comparison.base.id]).toEqual([['A a'], ''])
  })

  test('amending a merge: from the redone merge', async () => {
    const repo = createRepo()
    commit(repo, { a: '1' })
    branch(repo, 'theirs')
    commit(repo, { t: '1' })
    repo.git('checkout', '-q', 'main')
    commit(repo, { o: '1' })
    repo.git('merge', '-q', '--no-edit', 'theirs')
    repo.write({ evil: 'x' })
    repo.git('add', 'evil')
    const comparison = await staged(repo, { base: 'HEAD^' })
    expect([changesOf(comparison), comparison.snapshot.merged]).toEqual([['A evil'], ['t']])
  })

  test('in a shallow clone HEAD’s parent may be cut off: that is no root commit', async () => {
    const repo = createRepo()
    commit(repo, { a: '1' })
    commit(repo, { b: '1' })
    const clone = repoAt(join(temporaryFolder(), 'clone'))
    repo.git('clone', '-q', '--depth', '1', `file://${repo.dir}`, clone.dir)
    await expect(staged(clone, { base: 'HEAD^' })).rejects.toBeInstanceOf(GateError)
    await expect(staged(clone, { base: 'HEAD^' })).rejects.toMatchObject({ code: 'SHALLOW' })
    expect(changesOf(await staged(clone))).toEqual([])
  })
})
