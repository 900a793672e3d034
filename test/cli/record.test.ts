import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { record } from '../../src/cli/commands/record.ts'
import { lineDigests } from '../../src/core/digest.ts'
import { createRepo, repoAt } from '../support/repo.ts'
import {
  commitAll,
  entryIn,
  governedRepo,
  INTENTS,
  isChained,
  ledgerFiles,
  ledgerText,
  run,
  stagedEntry,
  writesIn,
} from './support/governed.ts'

test('what changed is traced: by whom, for which intent, from which state to which', async () => {
  const repo = governedRepo()
  repo.write({ 'src/a.ts': 'one\n2\nthree\n', 'src/new.ts': 'new\n' })
  const { code, out } = await run(record, repo, [
    '--by',
    'ai',
    '--model',
    'demo/agent',
    '--intent',
    'INT-001',
  ])
  expect(code).toBe(0)
  expect(out).toBe('recorded for INT-001, by ai: 2 files\n  src/a.ts\n  src/new.ts\n')
  const [a, fresh] = writesIn(repo)
  expect(a).toMatchObject({
    path: 'src/a.ts',
    intent: 'INT-001',
    contributor: 'ai',
    model: 'demo/agent',
    tool: 'intentgate',
    call: 'record',
    operation: 'modify',
  })
  expect(a!.hunks).toEqual([
    { at: [2, 1, 2, 1], removed: lineDigests(Buffer.from('two\n')), added: lineDigests(Buffer.from('2\n')) },
  ])
  expect(fresh).toMatchObject({ path: 'src/new.ts', operation: 'create', edge: { before: null } })
  expect(isChained(repo, 'src/a.ts')).toBe(true)
  expect(isChained(repo, 'src/new.ts')).toBe(true)
})

test('nothing changed: it says so, and that is no failure', async () => {
  const repo = governedRepo()
  expect(await run(record, repo, [])).toMatchObject({
    code: 0,
    out: 'nothing has changed since the last record\n',
  })
  repo.write({ 'src/a.ts': 'changed\n' })
  await run(record, repo, [])
  expect(await run(record, repo, [])).toMatchObject({
    code: 0,
    out: 'nothing has changed since the last record\n',
  })
  expect(writesIn(repo).length).toBe(1)
})

describe('the state before', () => {
  test('is that of the last record while HEAD stays, lines and all', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'one\ntwo\nthree\nfour\n' })
    await run(record, repo, [])
    repo.write({ 'src/a.ts': 'one\ntwo\nthree\nfour\nfive\n' })
    await run(record, repo, [])
    const [first, second] = writesIn(repo)
    expect(second!.edge!.before).toEqual(first!.edge!.after)
    expect(second!.hunks).toEqual([
      { at: [4, 0, 5, 1], removed: [], added: lineDigests(Buffer.from('five\n')) },
    ])
    expect(isChained(repo, 'src/a.ts')).toBe(true)
  })

  test('is what HEAD holds once HEAD has another state of the file', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'one\ntwo\nthree\nfour\n' })
    await run(record, repo, [])
    repo.write({ 'src/a.ts': 'upstream\n' })
    repo.git('add', 'src/a.ts')
    repo.git('commit', '-q', '-m', 'somebody else', '--', 'src/a.ts')
    repo.write({ 'src/a.ts': 'upstream\nmore\n' })
    await run(record, repo, [])
    expect(writesIn(repo)[1]!.edge!.before).toEqual(entryIn(repo, 'src/a.ts'))
    expect(isChained(repo, 'src/a.ts')).toBe(true)
  })

  test('is what was recorded and committed, after a commit', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'second\n' })
    await run(record, repo, [])
    commitAll(repo, 'second')
    repo.write({ 'src/a.ts': 'third\n' })
    await run(record, repo, [])
    expect(isChained(repo, 'src/a.ts')).toBe(true)
  })

  test('undoing what was recorded is a write too', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n' })
    await run(record, repo, [])
    repo.git('checkout', '-q', '--', 'src/a.ts')
    expect((await run(record, repo, [])).out).toContain('src/a.ts')
    expect(writesIn(repo)[1]!.edge!.after).toEqual(entryIn(repo, 'src/a.ts'))
    expect((await run(record, repo, [])).out).toBe('nothing has changed since the last record\n')
  })

  test('what was only partly committed is not claimed a second time', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': '1\none\ntwo\nthree\n4\n' })
    await run(record, repo, [])
    const blob = repo.tryGit(['hash-object', '-w', '--stdin'], { input: '1\none\ntwo\nthree\n' }).out.trim()
    repo.git('update-index', '--cacheinfo', `100644,${blob},src/a.ts`)
    repo.git('commit', '-q', '-m', 'the first half')
    expect((await run(record, repo, [])).out).toBe('nothing has changed since the last record\n')
  })

  test('in a merge, is what git made of the merge: the other branch is not claimed', async () => {
    const repo = governedRepo()
    repo.git('checkout', '-q', '-b', 'side')
    repo.write({ 'src/a.ts': 'side\ntwo\nthree\n', 'src/side.ts': 'side\n' })
    commitAll(repo, 'side')
    repo.git('checkout', '-q', 'main')
    repo.write({ 'src/a.ts': 'main\ntwo\nthree\n' })
    commitAll(repo, 'main')
    expect(repo.tryGit(['merge', 'side']).code).toBe(1)
    repo.write({ 'src/a.ts': 'both\ntwo\nthree\n' })
    await run(record, repo, [])
    const writes = writesIn(repo)
    expect(writes.map(({ path }) => path)).toEqual(['src/a.ts'])
    expect(writes[0]!.hunks![0]!.added).toEqual(lineDigests(Buffer.from('both\n')))
  })
})

describe('the intent', () => {
  test('without --intent, is the only one in progress that owns the file', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n', 'docs/a.md': 'new\n' })
    expect((await run(record, repo, [])).code).toBe(0)
    expect(
      writesIn(repo)
        .map(({ path, intent }) => [path, intent])
        .sort(),
    ).toEqual([
      ['docs/a.md', 'INT-002'],
      ['src/a.ts', 'INT-001'],
    ])
  })

  test('if several own a file, the choices are listed and nothing is recorded', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n', 'src/shared.ts': 'new\n' })
    const { code, err } = await run(record, repo, [])
    expect(code).toBe(2)
    expect(err).toContain('src/shared.ts: INT-001 or INT-002\n')
    expect(err).toContain('--intent ID')
    expect(ledgerFiles(repo)).toEqual([])
  })

  test('if none owns a file, it is named and nothing is recorded', async () => {
    const repo = governedRepo()
    repo.write({ 'old/a.ts': 'new\n', 'src/a.ts': 'changed\n' })
    const { code, err } = await run(record, repo, [])
    expect(code).toBe(2)
    expect(err).toContain('old/a.ts: no intent in progress owns it\n')
    expect(ledgerFiles(repo)).toEqual([])
  })

  test.each([
    ['INT-009', 'is not declared'],
    ['INT-003', 'is COMPLETED'],
  ])('%s: refused, with the ids that would work', async (id, why) => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n' })
    const { code, err } = await run(record, repo, ['--intent', id])
    expect(code).toBe(2)
    expect(err).toContain(`intent ${id} ${why}`)
    expect(err).toContain('INT-001, INT-002')
    expect(ledgerFiles(repo)).toEqual([])
  })

  test('a file outside the scope of a named intent is recorded, with a warning', async () => {
    const repo = governedRepo()
    repo.write({ 'billing/a.ts': 'new\n', 'src/a.ts': 'changed\n' })
    const { code, err } = await run(record, repo, ['--intent', 'INT-001'])
    expect(code).toBe(0)
    expect(err).toBe(
      'warning: INT-001 does not own 1 file: the gate will refuse the change\n  billing/a.ts\n',
    )
    expect(
      writesIn(repo)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['billing/a.ts', 'src/a.ts'])
  })

  test('without .orchestration it says how to start', async () => {
    const repo = createRepo()
    repo.write({ a: 'a\n' })
    const { code, err } = await run(record, repo, [])
    expect(code).toBe(2)
    expect(err).toContain('intentgate init')
  })
})

describe('who', () => {
  test('an agent cannot say that a person wrote it', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n' })
    const { code, err } = await run(record, repo, ['--by', 'human'], { env: { CLAUDECODE: '1' } })
    expect(code).toBe(2)
    expect(err).toContain('CLAUDECODE is set')
    expect(ledgerFiles(repo)).toEqual([])
  })

  test.each(['ai', 'mixed', 'human'])('--by %s', async (by) => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n' })
    expect((await run(record, repo, ['--by', by, '--tool', 'my-agent'])).code).toBe(0)
    expect(writesIn(repo)[0]).toMatchObject({ contributor: by, tool: 'my-agent', model: null })
  })

  test('an unknown contributor is refused before any work', async () => {
    expect(await run(record, governedRepo(), ['--by', 'cat'])).toMatchObject({ code: 2 })
  })
})

describe('which files', () => {
  test('only those that are named, relative to the current folder', async () => {
    const repo = governedRepo()
    repo.write({ 'src/deep/a.ts': 'a\n', 'src/deep/b.ts': 'b\n', 'src/a.ts': 'changed\n' })
    await run(record, repo, ['a.ts'], { cwd: join(repo.dir, 'src/deep') })
    expect(writesIn(repo).map(({ path }) => path)).toEqual(['src/deep/a.ts'])
    await run(record, repo, ['.'], { cwd: join(repo.dir, 'src/deep') })
    expect(writesIn(repo).map(({ path }) => path)).toEqual(['src/deep/a.ts', 'src/deep/b.ts'])
  })

  test('the whole working tree from wherever it is run, if none is named', async () => {
    const repo = governedRepo()
    repo.write({ 'src/deep/a.ts': 'a\n', 'docs/a.md': 'a\n' })
    await run(record, repo, [], { cwd: join(repo.dir, 'src/deep') })
    expect(
      writesIn(repo)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['docs/a.md', 'src/deep/a.ts'])
  })

  test('intents, ledger, schema and map need no trace; policy.yaml and AGENT.md do', async () => {
    const repo = governedRepo()
    repo.write({
      '.orchestration/active_intents.yaml': `${INTENTS}# more\n`,
      '.orchestration/intent_map.md': '# Map\n',
      '.orchestration/schema/policy.json': '{}\n',
      '.orchestration/policy.yaml': 'mode: enforce\n',
      '.orchestration/AGENT.md': '# Lessons\n',
    })
    await run(record, repo, ['--intent', 'INT-001'])
    await run(record, repo, ['--intent', 'INT-001'])
    expect(
      writesIn(repo)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['.orchestration/AGENT.md', '.orchestration/policy.yaml'])
  })

  test('ignored files do not count', async () => {
    const repo = governedRepo()
    repo.write({ '.gitignore': 'build/\n' })
    commitAll(repo, 'ignore')
    repo.write({ 'build/out.js': 'x\n' })
    expect((await run(record, repo, [])).out).toBe('nothing has changed since the last record\n')
  })

  const names = [
    'src/with space.ts',
    'src/new\nline.ts',
    'src/é日本.ts',
    'src/e\u0301.ts',
    'src/*.ts',
    'src/:(top)x',
    "src/it's.ts",
    'src/--intent',
    'src/"q".ts',
    'src/__proto__',
  ]
  test.each(names)('a file named %j', async (name) => {
    const repo = governedRepo()
    repo.write({ [name]: 'x\n', 'src/other.ts': 'other\n' })
    expect((await run(record, repo, ['--', name])).code).toBe(0)
    expect(writesIn(repo).map(({ path }) => path)).toEqual([name])
    expect(isChained(repo, name)).toBe(true)
    expect((await run(record, repo, ['--', name])).out).toBe('nothing has changed since the last record\n')
  })

  test('a name that is not UTF-8 is named, and nothing is recorded', async () => {
    const repo = governedRepo()
    const { writeFileSync } = await import('node:fs')
    writeFileSync(Buffer.concat([Buffer.from(`${repo.dir}/src/bad`), Buffer.from([0xff])]), 'x\n')
    const { code, err } = await run(record, repo, ['--intent', 'INT-001'])
    expect(code).toBe(2)
    expect(err).toContain('not valid UTF-8')
    expect(ledgerFiles(repo)).toEqual([])
  })
})

describe('what kind of change', () => {
  test('a deletion', async () => {
    const repo = governedRepo()
    rmSync(join(repo.dir, 'src/a.ts'))
    await run(record, repo, [])
    expect(writesIn(repo)[0]).toMatchObject({ operation: 'delete', edge: { after: null } })
    expect(isChained(repo, 'src/a.ts')).toBe(true)
  })

  test('a rename is a deletion and a new file', async () => {
    const repo = governedRepo()
    repo.git('mv', 'src/a.ts', 'src/b.ts')
    await run(record, repo, [])
    expect(
      writesIn(repo)
        .map(({ path, operation }) => [path, operation])
        .sort(),
    ).toEqual([
      ['src/a.ts', 'delete'],
      ['src/b.ts', 'create'],
    ])
    expect(isChained(repo, 'src/a.ts') && isChained(repo, 'src/b.ts')).toBe(true)
  })

  test('an exec bit', async () => {
    const repo = governedRepo()
    chmodSync(join(repo.dir, 'src/a.ts'), 0o755)
    await run(record, repo, [])
    expect(writesIn(repo)[0]).toMatchObject({
      operation: 'mode',
      hunks: [],
      edge: { after: { mode: '100755' } },
    })
    expect(isChained(repo, 'src/a.ts')).toBe(true)
  })

  test('a symlink in place of a file', async () => {
    const repo = governedRepo()
    rmSync(join(repo.dir, 'src/a.ts'))
    symlinkSync('elsewhere', join(repo.dir, 'src/a.ts'))
    await run(record, repo, [])
    expect(writesIn(repo)[0]).toMatchObject({
      operation: 'symlink',
      hunks: null,
      edge: { after: { mode: '120000' } },
    })
    expect(isChained(repo, 'src/a.ts')).toBe(true)
  })

  test('a binary file', async () => {
    const repo = governedRepo()
    repo.write({ 'src/logo.png': Buffer.from([0x89, 0x50, 0, 1, 2]) })
    await run(record, repo, [])
    expect(writesIn(repo)[0]).toMatchObject({ hunks: null, contentHash: expect.stringMatching(/^sha256:/) })
    expect(isChained(repo, 'src/logo.png')).toBe(true)
  })

  test('a folder in place of a file', async () => {
    const repo = governedRepo()
    rmSync(join(repo.dir, 'src/a.ts'))
    mkdirSync(join(repo.dir, 'src/a.ts'))
    repo.write({ 'src/a.ts/b.ts': 'b\n' })
    await run(record, repo, [])
    repo.git('add', '--all')
    expect(
      writesIn(repo)
        .map(({ path, operation }) => [path, operation])
        .sort(),
    ).toEqual([
      ['src/a.ts', 'delete'],
      ['src/a.ts/b.ts', 'create'],
    ])
  })

  test('a submodule', async () => {
    const inner = governedRepo()
    const repo = governedRepo()
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'src/sub')
    expect((await run(record, repo, ['src'])).code).toBe(0)
    expect(writesIn(repo)[0]).toMatchObject({
      path: 'src/sub',
      operation: 'submodule',
      edge: { after: stagedEntry(repo, 'src/sub') },
    })
  })

  test.each(['true', 'input'])(
    'with core.autocrlf=%s, what git would store is what is recorded',
    async (setting) => {
      const repo = governedRepo()
      repo.git('config', 'core.autocrlf', setting)
      repo.write({ 'src/a.ts': 'one\r\n2\r\nthree\r\n', 'src/new.ts': 'new\r\n' })
      await run(record, repo, [])
      expect(writesIn(repo)[0]!.hunks).toEqual([
        {
          at: [2, 1, 2, 1],
          removed: lineDigests(Buffer.from('two\n')),
          added: lineDigests(Buffer.from('2\n')),
        },
      ])
      expect(isChained(repo, 'src/a.ts') && isChained(repo, 'src/new.ts')).toBe(true)
    },
  )

  test('CRLF that git stores is recorded as CRLF', async () => {
    const repo = governedRepo()
    repo.write({ 'src/crlf.ts': 'one\r\n' })
    await run(record, repo, [])
    expect(writesIn(repo)[0]!.hunks![0]!.added).toEqual(lineDigests(Buffer.from('one\r\n')))
    expect(isChained(repo, 'src/crlf.ts')).toBe(true)
  })

  test('a clean filter has had its say', async () => {
    const repo = governedRepo()
    repo.git('config', 'filter.upper.clean', 'tr a-z A-Z')
    repo.write({ '.gitattributes': '*.up filter=upper\n' })
    commitAll(repo, 'filter')
    repo.write({ 'src/a.up': 'shout\n' })
    await run(record, repo, [])
    expect(writesIn(repo)[0]!.hunks![0]!.added).toEqual(lineDigests(Buffer.from('SHOUT\n')))
    expect(isChained(repo, 'src/a.up')).toBe(true)
  })
})

describe('which repository', () => {
  test('one before its first commit', async () => {
    const repo = createRepo()
    repo.write({ '.orchestration/active_intents.yaml': INTENTS, 'src/a.ts': 'a\n' })
    expect((await run(record, repo, [])).code).toBe(0)
    expect(JSON.parse(ledgerText(repo)).vcs).toBe(undefined)
    expect(writesIn(repo)[0]).toMatchObject({ path: 'src/a.ts', edge: { before: null } })
  })

  test('one with SHA-256 ids', async () => {
    const repo = governedRepo('--object-format=sha256')
    repo.write({ 'src/a.ts': 'one\n2\nthree\n' })
    await run(record, repo, [])
    expect(writesIn(repo)[0]!.edge!.after!.blob).toHaveLength(64)
    expect(isChained(repo, 'src/a.ts')).toBe(true)
  })

  test('each working tree writes its own shards, and keeps its own last state', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'main\n' })
    await run(record, repo, [])
    repo.git('worktree', 'add', '-q', '-b', 'side', join(repo.dir, '../side-tree'))
    const side = repoAt(join(repo.dir, '../side-tree'))
    try {
      side.write({ 'src/a.ts': 'side\n' })
      await run(record, side, [])
      expect(writesIn(side)).toMatchObject([{ edge: { before: entryIn(repo, 'src/a.ts') } }])
      expect(isChained(side, 'src/a.ts')).toBe(true)
      expect(ledgerFiles(side)).not.toEqual(ledgerFiles(repo))
      const session = (one: typeof repo) => JSON.parse(ledgerText(one)).session
      expect(session(side)).not.toBe(session(repo))
    } finally {
      rmSync(side.dir, { recursive: true, force: true })
    }
  })

  test('after a commit, the next record opens another shard', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'second\n' })
    await run(record, repo, [])
    commitAll(repo, 'second')
    repo.write({ 'src/a.ts': 'third\n' })
    await run(record, repo, [])
    expect(ledgerFiles(repo).length).toBe(2)
    expect(
      repo
        .read('.git/intentgate/open')
        .split('\n')
        .filter((path) => path.endsWith('.jsonl')),
    ).toEqual(ledgerFiles(repo).filter((path) => repo.tryGit(['cat-file', '-e', `HEAD:${path}`]).code !== 0))
  })

  test('a commit that is taken back does not open its shard again', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'second\n' })
    await run(record, repo, [])
    commitAll(repo, 'second')
    repo.git('reset', '-q', '--soft', 'HEAD^')
    repo.write({ 'src/a.ts': 'third\n' })
    await run(record, repo, [])
    expect(ledgerFiles(repo).length).toBe(2)
  })

  test('policy layout single: one file', async () => {
    const repo = governedRepo()
    repo.write({ '.orchestration/policy.yaml': 'ledger: { layout: single, autostage: false }\n' })
    commitAll(repo, 'policy')
    repo.write({ 'src/a.ts': 'second\n' })
    await run(record, repo, [])
    expect(ledgerFiles(repo)).toEqual(['.orchestration/agent_trace.jsonl'])
    expect(existsSync(join(repo.dir, '.git/intentgate/open'))).toBe(false)
  })

  test('a policy that cannot be read loses no record', async () => {
    const repo = governedRepo()
    repo.write({ '.orchestration/policy.yaml': 'mode: [\n', 'src/a.ts': 'second\n' })
    const { code, err } = await run(record, repo, ['src'])
    expect(code).toBe(0)
    expect(err).toContain('policy.yaml cannot be read')
    expect(writesIn(repo).length).toBe(1)
  })
})

test('--stage stages the ledger, also what an earlier record left, and not the files', async () => {
  const repo = governedRepo()
  repo.write({ 'src/a.ts': 'second\n' })
  await run(record, repo, [])
  expect(repo.git('diff', '--cached', '--name-only')).toBe('')
  await run(record, repo, ['--stage'])
  const staged = repo.git('diff', '--cached', '--name-only').split('\n')
  expect(staged.filter((path) => path.endsWith('.jsonl'))).toEqual(ledgerFiles(repo))
  expect(staged.every((path) => path.startsWith('.orchestration/agent_trace/'))).toBe(true)
})

test('nothing private stands in a line: no content, no folder of this machine, no e-mail, no session', async () => {
  const repo = governedRepo()
  repo.git('config', 'user.email', 'someone@example.invalid')
  repo.write({
    'src/a.ts': 'a very private sentence\nexport const answer = 42\n',
    'src/keys.ts': "const password = 'hunter2hunter2'\n",
  })
  await run(record, repo, ['--model', 'demo/agent'])
  const text = ledgerText(repo)
  const session = repo.read('.git/intentgate/session')
  for (const secret of [
    'private',
    'sentence',
    'answer',
    'hunter2',
    repo.dir,
    'someone@',
    '@example',
    session,
    homedir(),
  ])
    expect(text).not.toContain(secret)
  const { hunks } = writesIn(repo).find(({ path }) => path === 'src/keys.ts')!
  expect(hunks![0]!.added[0]).toMatch(/^!/)
})
