import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { check } from '../../../src/check.ts'
import { GateError } from '../../../src/core/error.ts'
import type { Report } from '../../../src/core/report.ts'
import { checkRange } from '../../../src/open-range.ts'
import { hasHttpBackend, serveGit } from '../../support/git-http.ts'
import { cloneOf, edited, type Project, project, SOURCE } from './histories.ts'
import { gitIn, scratchOf, workspaceAt } from './opened.ts'

interface Range {
  readonly base: string
  readonly head: string
}

interface Place {
  readonly dir: string
  readonly env: NodeJS.ProcessEnv
}

/** The net, commit by commit, and as policy says; or the code of what stood in the way. */
async function verdicts({ dir, env }: Place, { base, head }: Range): Promise<(Report | string)[]> {
  const common = { place: 'ci', today: '2026-11-30', env } as const
  const net = { kind: 'range', base, head, commits: 'net' } as const
  return [
    await orCode(check(dir, { what: net, ...common })),
    await orCode(check(dir, { what: { ...net, commits: 'each' }, ...common })),
    await orCode(checkRange(dir, { base, head, ...common })),
  ]
}

async function orCode<T>(work: Promise<T>): Promise<T | string> {
  try {
    return await work
  } catch (error) {
    if (error instanceof GateError) return error.code
    throw error
  }
}

const outcome = (verdict: Report | string | undefined) =>
  typeof verdict === 'object' ? verdict.verdict : verdict

interface Case {
  readonly make: (repo: Project) => unknown
  readonly net: string
  /** Commits of base..head. */
  readonly commits: number
  /** Judging asks for more of the past than a range tells that it needs. */
  readonly deepens?: 'once'
}

const onBranch = (repo: Project, start = 'main') => repo.git('checkout', '-q', '-b', 'pr', start)

const CASES: Readonly<Record<string, Case>> = {
  'a branch ahead of its base': {
    net: 'pass',
    commits: 2,
    async make(repo) {
      onBranch(repo)
      await repo.traced(SOURCE, edited({ 3: 'one' }))
      await repo.traced(SOURCE, edited({ 3: 'one', 9: 'two' }))
    },
  },
  'a change that nobody traced': {
    net: 'fail',
    commits: 2,
    async make(repo) {
      onBranch(repo)
      await repo.traced(SOURCE, edited({ 3: 'one' }))
      repo.untraced(SOURCE, edited({ 3: 'one', 9: 'smuggled' }))
    },
  },
  'a stale branch, its base 80 commits on and the same file changed': {
    net: 'pass',
    commits: 1,
    async make(repo) {
      onBranch(repo)
      await repo.traced(SOURCE, edited({ 1: 'pr' }))
      repo.git('checkout', '-q', 'main')
      await repo.traced(SOURCE, edited({ 10: 'main' }))
      repo.advance(80)
    },
  },
  'a branch that merged main in: three commits, the merge, one more': {
    net: 'pass',
    commits: 5,
    async make(repo) {
      repo.advance(60)
      onBranch(repo, 'main~20')
      for (const word of ['a', 'b', 'c']) await repo.traced(SOURCE, edited({ 1: word }))
      repo.merge('main~5')
      await repo.traced(SOURCE, edited({ 1: 'd' }))
    },
  },
  'a branch from long ago that merged a main which is long ago, too': {
    net: 'pass',
    commits: 3,
    async make(repo) {
      repo.advance(400, 'docs/early.txt')
      onBranch(repo)
      await repo.traced(SOURCE, edited({ 1: 'pr' }))
      repo.git('checkout', '-q', 'main')
      await repo.traced(SOURCE, edited({ 10: 'main' }))
      repo.advance(450)
      repo.git('checkout', '-q', 'pr')
      repo.merge('main~90')
      await repo.traced('src/greet/new.js', 'new\n')
    },
  },
  'a branch from the first days that merged a main of today': {
    net: 'pass',
    commits: 2,
    async make(repo) {
      onBranch(repo)
      await repo.traced(SOURCE, edited({ 1: 'pr' }))
      repo.git('checkout', '-q', 'main')
      await repo.traced(SOURCE, edited({ 10: 'main' }))
      repo.advance(120)
      repo.git('checkout', '-q', 'pr')
      repo.merge('main~5')
    },
  },
  'a merge that changes more than git would': {
    net: 'fail',
    commits: 2,
    async make(repo) {
      onBranch(repo)
      await repo.traced(SOURCE, edited({ 1: 'pr' }))
      repo.git('checkout', '-q', 'main')
      await repo.traced(SOURCE, edited({ 10: 'main' }))
      repo.git('checkout', '-q', 'pr')
      repo.merge('main')
      repo.write({ [SOURCE]: edited({ 1: 'pr', 6: 'smuggled', 10: 'main' }) })
      repo.git('commit', '-q', '-a', '--amend', '--no-edit')
    },
  },
  'more commits than the first fetch brings': {
    net: 'fail',
    commits: 60,
    make(repo) {
      onBranch(repo)
      repo.advance(60)
    },
  },
  'criss-cross merges: two merge bases': {
    net: 'pass',
    commits: 2,
    async make(repo) {
      repo.advance(70)
      onBranch(repo)
      await repo.traced(SOURCE, edited({ 1: 'pr' }))
      repo.git('branch', 'side')
      repo.git('checkout', '-q', 'main')
      await repo.traced(SOURCE, edited({ 10: 'main' }))
      repo.git('branch', 'other')
      repo.merge('side')
      repo.git('checkout', '-q', 'pr')
      repo.merge('other')
      await repo.traced(SOURCE, edited({ 1: 'pr', 5: 'more', 10: 'main' }))
      repo.git('checkout', '-q', 'main')
      repo.git('commit', '-q', '--allow-empty', '-m', 'main goes on')
    },
  },
  'a merge of two sides that have two merge bases, within the branch': {
    net: 'pass',
    commits: 7,
    async make(repo) {
      repo.advance(70)
      repo.git('checkout', '-q', '-b', 'one')
      await repo.traced(SOURCE, edited({ 1: 'one' }))
      repo.git('branch', 'one-first')
      repo.git('checkout', '-q', '-b', 'two', 'main')
      await repo.traced(SOURCE, edited({ 10: 'two' }))
      repo.git('branch', 'two-first')
      repo.merge('one-first')
      await repo.traced('src/greet/two.js', 'two\n')
      repo.git('checkout', '-q', 'one')
      repo.merge('two-first')
      await repo.traced('src/greet/one.js', 'one\n')
      onBranch(repo, 'one')
      repo.merge('two')
    },
  },
  'histories that have nothing in common': {
    net: 'NO_MERGE_BASE',
    commits: 1,
    async make(repo) {
      repo.git('checkout', '-q', '--orphan', 'pr')
      await repo.traced('src/greet/alone.js', 'alone\n')
    },
  },
  'a commit from before all that was fetched is reverted, and the message says so': {
    net: 'pass',
    commits: 1,
    async make(repo) {
      const wrong = await repo.traced(SOURCE, edited({ 4: 'wrong' }))
      repo.advance(120)
      onBranch(repo)
      repo.git('revert', '--no-edit', wrong)
    },
  },
  'the same, and the message is silent': {
    net: 'pass',
    commits: 1,
    deepens: 'once',
    async make(repo) {
      const wrong = await repo.traced(SOURCE, edited({ 4: 'wrong' }))
      repo.advance(120)
      onBranch(repo)
      repo.git('revert', '--no-commit', wrong)
      repo.git('commit', '-q', '-m', 'better without')
    },
  },
  'the same in a short history, of which only blobs are left out': {
    net: 'pass',
    commits: 1,
    deepens: 'once',
    async make(repo) {
      const wrong = await repo.traced(SOURCE, edited({ 4: 'wrong' }))
      await repo.traced(SOURCE, edited({ 4: 'wrong', 10: 'good' }))
      onBranch(repo)
      repo.git('revert', '--no-commit', wrong)
      repo.git('commit', '-q', '-m', 'better without')
    },
  },
  'a line that was traced, undone long ago, and is put in again': {
    net: 'pass',
    commits: 1,
    async make(repo) {
      await repo.traced(SOURCE, edited({ 4: 'once' }))
      await repo.traced(SOURCE, edited())
      repo.advance(120)
      onBranch(repo)
      repo.untraced(SOURCE, edited({ 4: 'once' }))
    },
  },
  'a record that lies about a state from before all that was fetched': {
    net: 'fail',
    commits: 1,
    async make(repo) {
      await lie(repo, (file) => file.before, edited({ 4: 'first' }))
    },
  },
  'a record that lies about leaving a state from before all that was fetched': {
    net: 'fail',
    commits: 1,
    async make(repo) {
      await lie(repo, (file) => file.after, edited({ 4: 'first' }))
    },
  },
  'records of states that no server has': {
    net: 'pass',
    commits: 1,
    async make(repo) {
      repo.advance(60)
      onBranch(repo)
      await repo.trace('src/greet/draft.js', 'draft\n')
      repo.write({ 'src/greet/draft.js': 'formatted\n' })
      await repo.trace('src/greet/draft.js', 'done\n')
      repo.git('commit', '-q', '-m', 'work')
    },
  },
  'attributes, a link, a submodule, bytes and a moved file': {
    net: 'fail',
    commits: 3,
    async make(repo) {
      repo.untraced('.gitattributes', '*.bin merge=binary\n')
      repo.untraced('src/greet/a.bin', 'old')
      repo.advance(60)
      onBranch(repo)
      repo.git('mv', SOURCE, 'src/greet/moved.js')
      repo.untraced('src/greet/moved.js', edited({ 2: 'moved' }))
      repo.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor`)
      repo.git('commit', '-q', '-m', 'a submodule')
      repo.write({ 'src/greet/a.bin': Buffer.from([0, 1, 2]) })
      repo.git('commit', '-q', '-a', '-m', 'bytes')
      repo.git('checkout', '-q', 'main')
      await repo.traced(SOURCE, edited({ 10: 'main' }))
      repo.untraced('src/greet/a.bin', 'theirs')
    },
  },
}

interface RecordedFile {
  readonly before: { blob: string }
  readonly after: { blob: string }
}

/** The branch's one record names, on that side of the change, a blob of long ago whose lines are others than it says. */
async function lie(
  repo: Project,
  side: (file: RecordedFile) => { blob: string },
  old: string,
): Promise<void> {
  await repo.traced(SOURCE, old)
  const blob = repo.git('rev-parse', `HEAD:${SOURCE}`)
  await repo.traced(SOURCE, edited({ 4: 'second' }))
  repo.advance(120)
  onBranch(repo)
  await repo.traced(SOURCE, edited({ 4: 'third' }))
  const shard = repo.git(
    'diff-tree',
    '-r',
    '--no-commit-id',
    '--name-only',
    'HEAD',
    '.orchestration/agent_trace',
  )
  const lines = repo.read(shard).trimEnd().split('\n')
  const record = JSON.parse(lines.pop()!)
  side(record.files[0]).blob = blob
  repo.write({ [shard]: [...lines, JSON.stringify(record), ''].join('\n') })
  repo.git('commit', '-q', '-a', '--amend', '--no-edit')
}

describe.each(Object.entries(CASES))('%s', (_, { make, net, commits, deepens }) => {
  test('the scratch repository gives the commits and the verdicts of a full clone', async () => {
    const repo = project()
    await make(repo)
    const published = repo.publish()
    const full = { dir: cloneOf(published).dir, env: process.env }
    const expected = await verdicts(full, published)
    expect(outcome(expected[0])).toBe(net)

    const source = await scratchOf(published)
    await source.complete(published.base, published.head, 1)
    const range = `${published.base}..${published.head}`
    expect(gitIn(source, 'rev-list', range)).toHaveLength(commits)
    expect(gitIn(source, 'rev-list', '--topo-order', range)).toEqual(
      gitIn(full, 'rev-list', '--topo-order', range),
    )
    const first = await verdicts(source, published)
    if (deepens === undefined) return expect(first).toEqual(expected)
    expect(['SHALLOW', 'MISSING_OBJECT']).toContain(first[0])
    expect(await source.deepen()).toBe('more')
    expect(await verdicts(source, published)).toEqual(expected)
    expect(await source.deepen()).toBe('nothing')
  })
})

test.each([
  ['depth 1', '--depth=1'],
  ['depth 2', '--depth=2'],
  ['depth 10', '--depth=10'],
  ['without blobs', '--filter=blob:none'],
  ['without trees', '--filter=tree:0'],
])('a workspace of %s is no source, and the scratch gives what a full clone would', async (_, option) => {
  const repo = project()
  const { make } = CASES['a branch that merged main in: three commits, the merge, one more']!
  await make(repo)
  const published = repo.publish()
  const workspace = cloneOf(published, '--no-local', option)
  const before = [
    workspace.read('.git/config'),
    workspace.git('for-each-ref'),
    workspace.git('count-objects', '-v'),
  ]
  expect(await workspaceAt(workspace.dir)).toBe(null)
  const source = await scratchOf(published)
  await source.complete(published.base, published.head, 5)
  const full = { dir: cloneOf(published).dir, env: process.env }
  expect(await verdicts(source, published)).toEqual(await verdicts(full, published))
  const after = [
    workspace.read('.git/config'),
    workspace.git('for-each-ref'),
    workspace.git('count-objects', '-v'),
  ]
  expect(after).toEqual(before)
})

test('a base that was pushed away is still fetched by its id', async () => {
  const repo = project()
  await CASES['a branch ahead of its base']!.make(repo)
  repo.git('checkout', '-q', 'main')
  const before = await repo.traced('src/greet/gone.js', 'gone\n')
  const { url, head, server } = repo.publish()
  server.git('update-ref', 'refs/heads/main', `${before}~1`)
  const source = await scratchOf({ url })
  await source.complete(before, head, 1)
  const range = { base: before, head }
  expect(await verdicts(source, range)).toEqual(await verdicts({ dir: repo.dir, env: process.env }, range))
})

test('SHA-256 is recognised, or told', async () => {
  vi.stubEnv('GIT_DEFAULT_HASH', 'sha256')
  const repo = project()
  vi.unstubAllEnvs()
  await CASES['a branch that merged main in: three commits, the merge, one more']!.make(repo)
  const published = repo.publish()
  const full = { dir: repo.dir, env: process.env }
  for (const told of [{}, { objectFormat: 'sha256' }] as const) {
    const source = await scratchOf({ ...published, ...told })
    expect(await source.tip('refs/heads/main')).toBe(published.base)
    await source.complete(published.base, published.head, 5)
    expect(await verdicts(source, published)).toEqual(await verdicts(full, published))
  }
})

test.skipIf(!hasHttpBackend)('over HTTP with a token it is the same (needs git-http-backend)', async () => {
  const repo = project()
  await CASES['a branch from long ago that merged a main which is long ago, too']!.make(repo)
  const published = repo.publish()
  const server = await serveGit(published.root, { token: 'sesame' })
  const source = await scratchOf({ url: server.url('project.git'), token: 'sesame' })
  await source.complete(published.base, published.head, 1)
  expect(existsSync(join(source.dir, 'shallow'))).toBe(true)
  const asked = server.requests.length
  const full = { dir: repo.dir, env: process.env }
  expect(await verdicts(source, published)).toEqual(await verdicts(full, published))
  // Judging asks the server for nothing.
  expect(server.requests).toHaveLength(asked)
})
