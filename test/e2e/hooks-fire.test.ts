import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { EVENTS } from '../../src/setup/shim.ts'
import { ADOPTED, APP, edit, type GatedRepo, gatedRepo, gatedRepoAt } from '../support/gated-repo.ts'
import { type Answer, createRepo, temporaryFolder } from '../support/repo.ts'

const COMMIT = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit']
const MERGE = ['pre-merge-commit', 'prepare-commit-msg', 'commit-msg']
/** What a hook sees of a commit that git replays. */
const REPLAY = ['prepare-commit-msg', 'post-commit']

const EDITED = edit(APP, { 12: 'export const topic12 = 12\n' })
const OTHER = edit(APP, { 12: 'export const main12 = 12\n' })
const BOTH = edit(APP, { 12: 'export const both12 = 12\n' })

interface Row {
  readonly action: string
  /** Does it, and answers as its last command did; `write` writes files, with or without a record. */
  readonly act: (repo: GatedRepo, write: Write) => Answer
  /** The hooks of ours that git runs, in order, for what is traced. */
  readonly fires: readonly string[]
  /** refused: by a hook, at once. later: by the push, and by the check of the range. */
  readonly untraced: 'refused' | 'later'
}

type Write = (files: Record<string, string>) => void

const unhooked = (repo: GatedRepo, ...args: string[]) => repo.git('-c', 'core.hooksPath=/dev/null', ...args)

/** A branch `topic` with one commit that no hook has seen; `main` is checked out. */
function topic(repo: GatedRepo, write: Write): void {
  unhooked(repo, 'checkout', '-q', '-b', 'topic')
  write({ 'src/app.ts': EDITED })
  repo.git('add', '-A')
  unhooked(repo, 'commit', '-q', '-m', 'topic')
  repo.git('checkout', '-q', 'main')
}

/** One more commit on `main`, traced, so that nothing is a fast-forward. */
function moveOn(repo: GatedRepo, files: Record<string, string> = { 'src/more.ts': 'export {}\n' }): void {
  repo.trace(files)
  repo.git('add', '-A')
  unhooked(repo, 'commit', '-q', '-m', 'main')
}

const rows: Row[] = [
  {
    action: 'git commit',
    act(repo, write) {
      write({ 'src/app.ts': EDITED })
      repo.git('add', '-A')
      return repo.commit()
    },
    fires: COMMIT,
    untraced: 'refused',
  },
  ...[['-a'], ['-i', 'src/app.ts'], ['--', 'src/app.ts']].map(
    (args): Row => ({
      action: `git commit ${args.join(' ')}`,
      act(repo, write) {
        write({ 'src/app.ts': EDITED })
        return repo.commit(...args)
      },
      fires: COMMIT,
      untraced: 'refused',
    }),
  ),
  {
    action: 'git commit --amend',
    act(repo, write) {
      moveOn(repo)
      write({ 'src/app.ts': EDITED })
      return repo.commit('-a', '--amend', '--no-edit')
    },
    fires: COMMIT,
    untraced: 'refused',
  },
  {
    action: 'git commit -n',
    act(repo, write) {
      write({ 'src/app.ts': EDITED })
      repo.git('add', '-A')
      return repo.commit('-n')
    },
    fires: REPLAY,
    untraced: 'refused',
  },
  {
    action: 'a clean merge',
    act(repo, write) {
      topic(repo, write)
      moveOn(repo)
      return repo.tryGit(['merge', '--no-edit', 'topic'])
    },
    fires: MERGE,
    untraced: 'later',
  },
  {
    action: 'a merge with a conflict, then git commit',
    act(repo, write) {
      topic(repo, (files) => repo.trace(files))
      moveOn(repo, { 'src/app.ts': OTHER })
      repo.tryGit(['merge', 'topic'])
      write({ 'src/app.ts': BOTH })
      repo.git('add', 'src/app.ts')
      return repo.commit('--no-edit')
    },
    fires: COMMIT,
    untraced: 'refused',
  },
  {
    action: 'a fast-forward',
    act(repo, write) {
      topic(repo, write)
      return repo.tryGit(['merge', '--ff-only', 'topic'])
    },
    fires: [],
    untraced: 'later',
  },
  {
    action: 'git merge --squash, then git commit',
    act(repo, write) {
      topic(repo, write)
      repo.git('merge', '-q', '--squash', 'topic')
      return repo.commit('--no-edit')
    },
    fires: COMMIT,
    untraced: 'refused',
  },
  {
    action: 'a clean cherry-pick',
    act(repo, write) {
      topic(repo, write)
      moveOn(repo)
      return repo.tryGit(['cherry-pick', 'topic'])
    },
    fires: REPLAY,
    untraced: 'refused',
  },
  {
    action: 'a cherry-pick with a conflict, then git commit',
    act(repo, write) {
      topic(repo, (files) => repo.trace(files))
      moveOn(repo, { 'src/app.ts': OTHER })
      repo.tryGit(['cherry-pick', 'topic'])
      write({ 'src/app.ts': BOTH })
      repo.git('add', 'src/app.ts')
      return repo.commit('--no-edit')
    },
    fires: COMMIT,
    untraced: 'refused',
  },
  {
    action: 'a rebase',
    act(repo, write) {
      topic(repo, write)
      moveOn(repo)
      repo.git('checkout', '-q', 'topic')
      return repo.tryGit(['rebase', 'main'])
    },
    fires: REPLAY,
    untraced: 'refused',
  },
  {
    action: 'git rebase --continue after a conflict',
    act(repo, write) {
      topic(repo, (files) => repo.trace(files))
      moveOn(repo, { 'src/app.ts': OTHER })
      repo.git('checkout', '-q', 'topic')
      repo.tryGit(['rebase', 'main'])
      write({ 'src/app.ts': BOTH })
      repo.git('add', 'src/app.ts')
      return repo.tryGit(['-c', 'core.editor=true', 'rebase', '--continue'])
    },
    fires: REPLAY,
    untraced: 'refused',
  },
  {
    action: 'git am',
    act(repo, write) {
      topic(repo, write)
      const input = repo.git('format-patch', '--stdout', 'main..topic')
      return repo.tryGit(['am', '-q'], { input: `${input}\n` })
    },
    fires: [],
    untraced: 'later',
  },
  {
    action: 'git commit-tree and update-ref',
    act(repo, write) {
      write({ 'src/app.ts': EDITED })
      repo.git('add', '-A')
      const commit = repo.git('commit-tree', '-p', 'HEAD', '-m', 'plumbing', repo.git('write-tree'))
      return repo.tryGit(['update-ref', 'HEAD', commit])
    },
    fires: [],
    untraced: 'later',
  },
]

test.each(rows)('$action: what is traced passes', async ({ act, fires }) => {
  const repo = gatedRepo()
  const fired = listen(repo)
  const { code, err } = act(repo, repo.trace)
  expect(code, err).toBe(0)
  expect(fired()).toEqual(fires)
  expect((await repo.landing()).net).toEqual([])
  expect(push(repo).code).toBe(0)
})

test.each(rows.filter(({ untraced }) => untraced === 'refused'))(
  '$action: what is not traced is refused',
  ({ act, fires }) => {
    const repo = gatedRepo()
    const fired = listen(repo)
    const { code, err } = act(repo, repo.write)
    expect(code).not.toBe(0)
    expect(err).toMatch(/(?:trace-missing|hash-mismatch) src\/app\.ts/)
    expect(fired()).toEqual(fires.slice(0, 1))
  },
)

test.each(rows.filter(({ untraced }) => untraced === 'later'))(
  '$action: what is not traced is caught by the push and by the check',
  async ({ act }) => {
    const repo = gatedRepo()
    const { code, err } = act(repo, repo.write)
    expect(code, err).toBe(0)
    expect(await repo.landing()).toEqual({
      net: ['refused', 'error trace-missing src/app.ts'],
      each: ['refused', 'error trace-missing src/app.ts'],
    })
    const pushed = push(repo)
    expect(pushed.code).not.toBe(0)
    expect(pushed.err).toContain('trace-missing src/app.ts')
  },
)

test('git stash commits nothing that lands: no hook runs, and nothing is in its way', () => {
  const repo = gatedRepo()
  const fired = listen(repo)
  repo.write({ 'src/app.ts': EDITED })
  repo.git('stash')
  repo.git('stash', 'pop')
  expect(fired()).toEqual([])
})

test('git revert is judged by the gate that a replay runs, and needs no record', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': EDITED })
  const fired = listen(repo)
  expect(repo.tryGit(['revert', '--no-edit', 'HEAD']).code).toBe(0)
  expect(fired()).toEqual(REPLAY)
  expect((await repo.landing()).net).toEqual([])
})

test('a worktree runs the same hooks', () => {
  const repo = gatedRepo()
  const tree = gatedRepoAt(join(temporaryFolder(), 'tree'))
  repo.git('worktree', 'add', '-q', tree.dir, '-b', 'topic')
  const fired = listen(repo)
  tree.write({ 'src/app.ts': EDITED })
  expect(tree.commit('-a').err).toContain('trace-missing src/app.ts')
  tree.record()
  expect(tree.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(fired()).toEqual(['pre-commit', ...COMMIT])
})

test('a repository that is a submodule of another runs its own hooks', async () => {
  const origin = gatedRepo()
  const outer = createRepo()
  outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', origin.dir, 'inner')
  const repo = gatedRepoAt(join(outer.dir, 'inner'))
  mkdirSync(join(repo.dir, 'node_modules'))
  symlinkSync(resolve('.'), join(repo.dir, 'node_modules/intentgate'))
  expect(repo.cli(['init', '--yes', '--hooks', 'direct']).code).toBe(0)
  repo.write({ 'src/app.ts': EDITED })
  expect(repo.commit('-a').err).toContain('trace-missing src/app.ts')
  repo.record()
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

/** From now on every hook notes its name first. */
function listen(repo: GatedRepo): () => string[] {
  const log = join(repo.dir, '.git/fired')
  for (const event of EVENTS) {
    const file = join(repo.dir, '.git/hooks', event)
    writeFileSync(file, readFileSync(file, 'utf8').replace('\n', `\necho ${event} >>'${log}'\n`))
  }
  writeFileSync(log, '')
  return () => readFileSync(log, 'utf8').split('\n').slice(0, -1)
}

/** Pushes what is checked out to a remote that has what the repository started with. */
function push(repo: GatedRepo): Answer {
  const remote = temporaryFolder()
  repo.git('init', '-q', '--bare', remote)
  unhooked(repo, 'push', '-q', remote, `${ADOPTED}^{commit}:refs/heads/main`)
  return repo.tryGit(['push', '-q', remote, 'HEAD:refs/heads/main'])
}
