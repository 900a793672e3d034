import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseGitConfig } from '../../../src/agent-hook/git-config.ts'
import { headCommit } from '../../../src/agent-hook/head.ts'
import { findSite, locateIn } from '../../../src/agent-hook/site.ts'
import { parseDirty } from '../../../src/agent-hook/window.ts'
import { createRepo, temporaryFolder } from '../../support/repo.ts'

function governed() {
  const repo = createRepo()
  repo.write({ '.orchestration/active_intents.yaml': 'active_intents: []\n', 'src/a.ts': 'a\n' })
  repo.git('add', '-A')
  repo.git('commit', '-qm', 'start')
  return repo
}

test('a working tree is found from a file that is not there yet, and through links', () => {
  const repo = governed()
  const outside = temporaryFolder()
  symlinkSync(join(repo.dir, 'src'), join(outside, 'link'))
  for (const path of [repo.dir, join(repo.dir, 'x/y/z.ts'), join(outside, 'link/new.ts')])
    expect(findSite(path)?.top, path).toBe(repo.dir)
  expect(findSite(outside)).toBeNull()
  const site = findSite(repo.dir)!
  expect(locateIn(site, join(outside, 'link/new.ts'), 'target')).toBe('src/new.ts')
  expect(locateIn(site, join(repo.dir, 'x/../src/a.ts'), 'target')).toBe('src/a.ts')
  expect(locateIn(site, join(repo.dir, '.git/config'), 'target')).toBeNull()
  expect(locateIn(site, join(outside, 'x.ts'), 'target')).toBeNull()
  symlinkSync(join(outside, 'x.ts'), join(repo.dir, 'src/out.ts'))
  expect(locateIn(site, join(repo.dir, 'src/out.ts'), 'link')).toBe('src/out.ts')
})

test('a worktree, a submodule and a repository inside are trees of their own', () => {
  const repo = governed()
  const tree = join(temporaryFolder(), 'tree')
  repo.git('worktree', 'add', '-q', tree)
  expect(findSite(join(tree, 'src/a.ts'))).toMatchObject({ top: tree, commonDir: join(repo.dir, '.git') })
  mkdirSync(join(repo.dir, 'inner'))
  repo.git('init', '-q', 'inner')
  expect(findSite(join(repo.dir, 'inner/a.ts'))).toBeNull()
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.dir, 'sub')
  expect(findSite(join(repo.dir, 'sub/src/a.ts'))?.top).toBe(join(repo.dir, 'sub'))
})

test('HEAD is read as git reads it: a branch, packed refs, detached, unborn', () => {
  const repo = governed()
  const head = () => headCommit(findSite(repo.dir)!)
  const id = repo.git('rev-parse', 'HEAD')
  expect(head()).toBe(id)
  repo.git('pack-refs', '--all', '--prune')
  expect(head()).toBe(id)
  repo.git('checkout', '-q', '-b', 'feature/x')
  expect(head()).toBe(id)
  repo.git('checkout', '-q', '--detach')
  expect(head()).toBe(id)
  repo.git('checkout', '-q', '--orphan', 'nothing')
  expect(head()).toBeNull()
})

test('git’s configuration, as much of it as matters', () => {
  const text = `[core]
	fileMode = false ; a comment
[extensions] objectFormat = sha256
[remote "a b"]
	url = "x \\"y\\""
[intentgate]
	recorder = guide
	recorder = gate # the last one counts
[include]
	path = ~/other`
  expect(Object.fromEntries(parseGitConfig(text))).toEqual({
    'core.filemode': 'false',
    'extensions.objectformat': 'sha256',
    'remote.a b.url': 'x "y"',
    'intentgate.recorder': 'gate',
    'include.path': '~/other',
  })
})

test('git status, line by line: submodules, folders and conflicts are nobody’s edits', () => {
  const oid = 'a'.repeat(40)
  const lines = [
    `1 .M N... 100644 100644 100755 ${oid} ${oid} src/a b.ts`,
    `1 A. N... 000000 100644 100644 ${'0'.repeat(40)} ${oid} src/new.ts`,
    `1 .M SC.. 160000 160000 160000 ${oid} ${oid} sub`,
    `u UU N... 100644 100644 100644 100644 ${oid} ${oid} ${oid} src/both.ts`,
    '? src/un\ntracked.ts',
    '? inner/',
  ]
  expect(parseDirty(Buffer.from(`${lines.join('\0')}\0`))).toEqual([
    { path: 'src/a b.ts', head: { mode: '100644', blob: oid } },
    { path: 'src/new.ts', head: null },
    { path: 'src/un\ntracked.ts', head: null },
  ])
  expect(() => parseDirty(Buffer.from('2 R. renamed\0'))).toThrow('status')
})
