import { expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'

/** What people really have in their configuration, and what changes git's output or files. */
const SETTINGS: Record<string, string> = {
  'color.ui': 'always',
  'commit.cleanup': 'scissors',
  'commit.verbose': 'true',
  'core.abbrev': '4',
  'core.commentChar': ';',
  'core.quotePath': 'false',
  'core.splitIndex': 'true',
  'core.untrackedCache': 'true',
  'diff.algorithm': 'patience',
  'diff.external': 'false',
  'diff.ignoreSubmodules': 'all',
  'diff.mnemonicPrefix': 'true',
  'diff.noprefix': 'true',
  'diff.orderFile': '/dev/null',
  'diff.relative': 'true',
  'diff.renames': 'copies',
  'format.pretty': 'oneline',
  'index.version': '4',
  'log.date': 'relative',
  'log.decorate': 'full',
  'log.diffMerges': 'off',
  'log.follow': 'true',
  'log.showRoot': 'false',
  'log.showSignature': 'false',
  'merge.conflictStyle': 'zdiff3',
  'merge.log': 'true',
  'push.default': 'current',
  'rebase.autoSquash': 'true',
  'rerere.enabled': 'true',
  'status.relativePaths': 'true',
  'status.renames': 'copies',
  'status.short': 'true',
  'status.showUntrackedFiles': 'no',
}

function settled(): GatedRepo {
  const repo = gatedRepo()
  for (const [name, value] of Object.entries(SETTINGS)) repo.git('config', name, value)
  return repo
}

test('a long personal configuration: commit, commit <path>, amend', async () => {
  const repo = settled()
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }), 'src/new.ts': 'export {}\n' })
  repo.git('add', 'src/new.ts')
  expect(repo.commit('--', 'src/app.ts')).toMatchObject({ code: 0, err: '' })
  expect(repo.commit('--amend', '--no-edit')).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain', '--untracked-files=all')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a long personal configuration: a conflict, resolved by hand and recorded; a revert; a rebase', async () => {
  const repo = settled()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 12: 'export const topic12 = 12\n' }) })
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 12: 'export const main12 = 12\n' }) })
  expect(repo.tryGit(['merge', 'topic']).code).toBe(1)
  expect(repo.read('src/app.ts')).toContain('|||||||')
  repo.trace({ 'src/app.ts': edit(APP, { 12: 'export const both12 = 12\n' }) })
  repo.git('add', 'src/app.ts')
  const merged = repo.commit('--no-edit')
  expect(merged.code, merged.err).toBe(0)
  const picked = repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), { 20: '' }) })
  expect(repo.tryGit(['revert', '--no-edit', picked]).code).toBe(0)
  expect((await repo.landing()).net).toEqual([])
  expect((await repo.landing()).each).toEqual(['notice revert src/app.ts'])
  repo.git('checkout', '-q', '-b', 'other', 'adopted')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 1: '' }) })
  expect(repo.tryGit(['rebase', 'main']).code).toBe(0)
  expect(await repo.landing('main', 'other')).toEqual({ net: [], each: [] })
})

test('a conflict with merge.conflictStyle=zdiff3 resolved by taking a side needs no record', async () => {
  const repo = settled()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 12: 'export const topic12 = 12\n' }) })
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 12: 'export const main12 = 12\n' }) })
  expect(repo.tryGit(['merge', 'topic']).code).toBe(1)
  repo.git('checkout', '-q', '--theirs', '--', 'src/app.ts')
  repo.git('add', 'src/app.ts')
  const merged = repo.commit('--no-edit')
  expect(merged.code, merged.err).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('the message is written in an editor, below the diff that commit -v shows', async () => {
  const repo = gatedRepo({ policy: 'trailer: require\n' })
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }) })
  const editor = `sh -c '{ printf "Take a line out\\n\\nIntent: INT-001\\n"; cat "$1"; } >"$1.new" && mv "$1.new" "$1"' --`
  const committed = repo.tryGit(['commit', '-a', '-v'], { env: { GIT_EDITOR: editor } })
  expect(committed.code, committed.err).toBe(0)
  expect(repo.git('log', '-1', '--format=%s')).toBe('Take a line out')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('policy trailer: add — into a message that is written below a diff', async () => {
  const repo = gatedRepo({ policy: 'trailer: add\n' })
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }) })
  const editor = `sh -c '{ echo "Take a line out"; cat "$1"; } >"$1.new" && mv "$1.new" "$1"' --`
  const committed = repo.tryGit(['commit', '-a', '-v'], { env: { GIT_EDITOR: editor } })
  expect(committed.code, committed.err).toBe(0)
  expect(repo.git('log', '-1', '--format=%B').trim()).toBe('Take a line out\n\nIntent: INT-001')
})

test('core.fileMode=false: a file that the disk calls executable is no change', async () => {
  const repo = gatedRepo()
  repo.git('config', 'core.fileMode', 'false')
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }) })
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a fresh index is named by GIT_INDEX_FILE', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }) })
  const env = { GIT_INDEX_FILE: `${repo.dir}/.git/other-index` }
  for (const args of [
    ['read-tree', 'HEAD'],
    ['add', 'src/app.ts'],
    ['commit', '-q', '-m', 'work'],
  ]) {
    const { code, err } = repo.tryGit(args, { env })
    expect(code, err).toBe(0)
  }
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('an empty commit, and an empty amend', async () => {
  const repo = gatedRepo()
  expect(repo.commit('--allow-empty')).toMatchObject({ code: 0, err: '' })
  expect(repo.commit('--allow-empty', '--amend', '-m', 'other words')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
