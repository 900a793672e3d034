import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkRange } from '../../../src/open-range.ts'
import type { TestRepo } from '../../support/repo.ts'
import { temporaryFolder } from '../../support/repo.ts'
import { codeOf, fingerprint } from '../open.ts'
import { cloneOf, type Published, pullRequest } from './histories.ts'
import { workspaceAt } from './opened.ts'

const MISSING = '1234567890'.repeat(4)

async function opened(folder: string, env?: NodeJS.ProcessEnv) {
  const source = await workspaceAt(folder, env)
  if (source === null) throw new Error('not a usable clone')
  return source
}

async function verdictIn(folder: string, { base, head }: Published): Promise<string> {
  const source = await opened(folder)
  await source.complete(base, head, 1)
  return (await checkRange(source.dir, { base, head, place: 'ci', env: source.env })).verdict
}

test('a complete clone is judged where it stands, and nothing is written into it', async () => {
  const published = await pullRequest()
  const clone = cloneOf(published)
  const before = fingerprint(clone.dir)
  const source = await opened(clone.dir)
  expect(source).toMatchObject({ kind: 'workspace', dir: clone.dir })
  expect(await source.tip('refs/heads/main')).toBe(published.base)
  expect(await source.tip('refs/pull/7/head')).toBe(published.head)
  expect(await source.parents(published.head)).toEqual([clone.git('rev-parse', `${published.head}^`)])
  expect(await source.deepen()).toBe('nothing')
  expect(await verdictIn(clone.dir, published)).toBe('pass')
  expect(fingerprint(clone.dir)).toEqual(before)
})

test('a branch is what the server has, not what a step has made of it here', async () => {
  const published = await pullRequest()
  const clone = cloneOf(published)
  clone.git('branch', '-f', 'main', published.head)
  clone.git('branch', 'refs/remotes/origin/other', published.head)
  clone.git('branch', 'local', published.head)
  const source = await opened(clone.dir)
  expect(await source.tip('refs/heads/main')).toBe(published.base)
  for (const name of ['other', 'local', 'none', '-q', 'ma*']) {
    const tip = source.tip(`refs/heads/${name}`)
    if (name === 'ma*') expect(await codeOf(tip)).toBe('INVALID_REVISION')
    else expect(await tip).toBe(null)
  }
})

test('an annotated tag stands at its commit', async () => {
  const clone = cloneOf(await pullRequest())
  clone.git('tag', '-a', '-m', 'a tag', 'v1', 'HEAD')
  const source = await opened(clone.dir)
  expect(await source.tip('refs/tags/v1')).toBe(clone.git('rev-parse', 'HEAD'))
})

test('the parents of a merge are those it records', async () => {
  const clone = cloneOf(await pullRequest())
  clone.git('merge', '-q', '-m', 'merge\n\nparent 1111', 'origin/main')
  const source = await opened(clone.dir)
  expect(await source.parents(clone.git('rev-parse', 'HEAD'))).toEqual(
    clone.git('rev-parse', 'HEAD^1', 'HEAD^2').split('\n'),
  )
  expect(await source.parents(MISSING)).toBe(null)
})

test.each([
  ['a commit that is not here', MISSING, 'UNKNOWN_REVISION'],
  ['the null id', '0'.repeat(40), 'NULL_REVISION'],
  ['the null id of SHA-256', '0'.repeat(64), 'NULL_REVISION'],
  ['a name', 'HEAD', 'INVALID_REVISION'],
  ['an option', '--all', 'INVALID_REVISION'],
])('%s is no end of a range', async (_, name, code) => {
  const { url, root, server, base, head } = await pullRequest()
  const source = await opened(cloneOf({ url, root, server, base, head }).dir)
  expect(await codeOf(source.complete(base, name, 1))).toBe(code)
  expect(await codeOf(source.complete(name, head, 1))).toBe(code)
})

const NOT_USABLE: Readonly<Record<string, (clone: TestRepo) => string>> = {
  'an empty folder': () => temporaryFolder(),
  'no folder at all': (clone) => join(clone.dir, 'none'),
  'a folder of the clone': (clone) => join(clone.dir, 'src'),
  'a bare repository': (clone) => {
    clone.git('config', 'core.bare', 'true')
    return clone.dir
  },
  'a clone whose config names another working tree': (clone) => {
    clone.git('config', 'core.worktree', '/')
    return clone.dir
  },
  'a clone that git cannot read': (clone) => {
    clone.write({ '.git/config': '[core\n' })
    return clone.dir
  },
  'a clone that promises to fetch': (clone) => {
    clone.write({ '.git/more': '[remote "o.r"]\n\tpromisor = true\n' })
    clone.git('config', 'include.path', 'more')
    return clone.dir
  },
}

test.each(Object.entries(NOT_USABLE))('%s is not used', async (_, make) => {
  expect(await workspaceAt(make(cloneOf(await pullRequest())))).toBe(null)
})

test('a linked worktree is used, too', async () => {
  const published = await pullRequest()
  const clone = cloneOf(published)
  const folder = join(temporaryFolder(), 'linked')
  clone.git('worktree', 'add', '-q', '--detach', folder, 'origin/main')
  expect(await verdictIn(folder, published)).toBe('pass')
})

test('variables that bend git do not reach it', async () => {
  const published = await pullRequest()
  const clone = cloneOf(published)
  const env = {
    ...process.env,
    GIT_DIR: temporaryFolder(),
    GIT_OBJECT_DIRECTORY: temporaryFolder(),
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.bare',
    GIT_CONFIG_VALUE_0: 'true',
    GIT_TRACE: join(clone.dir, 'trace'),
  }
  const source = await opened(clone.dir, env)
  await source.complete(published.base, published.head, 1)
  expect(existsSync(join(clone.dir, 'trace'))).toBe(false)
})

test('a config, hooks and attributes that name programs run none', async () => {
  const published = await pullRequest()
  const clone = cloneOf(published)
  const traces = temporaryFolder()
  const bait = join(traces, 'bait.sh')
  writeFileSync(bait, `#!/bin/sh\necho "$0 $*" >> ${traces}/ran\ncat\n`)
  chmodSync(bait, 0o755)
  const programs = {
    ...{ 'core.fsmonitor': bait, 'core.sshCommand': bait, 'core.pager': bait, 'core.editor': bait },
    ...{ 'core.alternateRefsCommand': bait, 'core.gitProxy': bait, 'core.askPass': bait },
    ...{ 'diff.external': bait, 'diff.bait.command': bait, 'diff.bait.textconv': bait },
    ...{ 'filter.bait.clean': bait, 'filter.bait.smudge': bait, 'filter.bait.process': bait },
    ...{ 'merge.bait.driver': `${bait} %A`, 'credential.helper': bait, 'interactive.diffFilter': bait },
    ...{ 'gpg.program': bait, 'log.showSignature': 'true', 'uploadpack.packObjectsHook': bait },
    ...{ 'alias.rev-list': `!${bait}`, 'alias.cat-file': `!${bait}`, 'alias.diff-tree': `!${bait}` },
    ...{ 'pager.log': bait, 'pager.rev-list': bait, 'pager.show-ref': bait, 'trace2.eventTarget': traces },
  }
  for (const [key, value] of Object.entries(programs)) clone.git('config', key, value)
  writeFileSync(join(traces, 'included'), `[diff]\n\texternal = ${bait}\n`)
  clone.git('config', 'include.path', join(traces, 'included'))
  clone.git('config', 'core.hooksPath', join(traces, 'hooks'))
  mkdirSync(join(traces, 'hooks'))
  for (const name of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman', 'post-checkout'])
    for (const folder of [join(traces, 'hooks'), join(clone.dir, '.git/hooks')]) {
      writeFileSync(join(folder, name), `#!/bin/sh\nexec ${bait} ${name}\n`)
      chmodSync(join(folder, name), 0o755)
    }
  clone.write({ '.git/info/attributes': '* diff=bait filter=bait merge=bait\n' })
  // The trap is set: git itself walks into it.
  clone.tryGit(['diff', 'origin/main'])
  expect(readdirSync(traces)).toContain('ran')
  renameSync(join(traces, 'ran'), join(traces, 'proof'))

  expect(await verdictIn(clone.dir, published)).toBe('pass')
  expect(readdirSync(traces)).not.toContain('ran')
})

test('grafts and replacements, which lie about parents, are not believed', async () => {
  const published = await pullRequest()
  const clone = cloneOf(published)
  const source = await opened(clone.dir)
  clone.write({ '.git/info/grafts': `${published.head} ${published.base}\n` })
  clone.git('replace', published.head, published.base)
  expect(await source.parents(published.head)).toEqual([
    clone
      .git('--no-replace-objects', 'rev-list', '--no-walk', '--parents', `${published.base}`)
      .split(' ')[1],
  ])
  expect(await verdictIn(clone.dir, published)).toBe('pass')
})

test.skipIf(process.getuid?.() !== 0)(
  'a clone of another user, as in a container job, is used (needs root)',
  async () => {
    const published = await pullRequest()
    const clone = cloneOf(published)
    for (const name of readdirSync(clone.dir, { recursive: true, encoding: 'utf8' }))
      chownSync(join(clone.dir, name), 4711, 4711)
    chownSync(clone.dir, 4711, 4711)
    expect(clone.tryGit(['status']).err).toContain('dubious ownership')
    expect(await verdictIn(clone.dir, published)).toBe('pass')
  },
)
