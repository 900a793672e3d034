import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { adopt } from '../../src/cli/commands/adopt.ts'
import { record } from '../../src/cli/commands/record.ts'
import { lineDigests } from '../../src/core/digest.ts'
import { createRepo } from '../support/repo.ts'
import {
  commitAll,
  entryIn,
  governedRepo,
  INTENTS,
  isChained,
  ledgerFiles,
  run,
  stagedEntry,
  writesIn,
} from './support/governed.ts'

test('a person says that a change is theirs, and the ledger is staged with it', async () => {
  const repo = governedRepo()
  repo.write({ 'src/a.ts': 'one\n2\nthree\n' })
  const { code, out } = await run(adopt, repo, ['--intent', 'INT-001', '--yes', 'src/a.ts'])
  expect(code).toBe(0)
  expect(out).toBe('recorded for INT-001, by a person: 1 file\n  src/a.ts\n')
  expect(writesIn(repo)).toMatchObject([
    { contributor: 'human', model: null, call: 'adopt', intent: 'INT-001' },
  ])
  expect(repo.git('diff', '--cached', '--name-only').split('\n')).toEqual(ledgerFiles(repo))
  expect(isChained(repo, 'src/a.ts')).toBe(true)
})

describe('who', () => {
  test.each(['CLAUDECODE', 'CODEX_THREAD_ID', 'GEMINI_CLI', 'CURSOR_AGENT'])(
    'under %s it refuses, even with --yes',
    async (name) => {
      const repo = governedRepo()
      repo.write({ 'src/a.ts': 'changed\n' })
      const { code, err } = await run(adopt, repo, ['--yes', 'src/a.ts'], {
        env: { [name]: '1' },
        answers: ['y'],
      })
      expect(code).toBe(2)
      expect(err).toContain(`${name} is set`)
      expect(ledgerFiles(repo)).toEqual([])
    },
  )

  test.each(['y', 'Y', 'yes'])('it asks, and %j is yes', async (answer) => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n' })
    const { code, err } = await run(adopt, repo, ['src/a.ts'], { answers: [answer] })
    expect(code).toBe(0)
    expect(err).toContain('for INT-001, 1 file:\n  src/a.ts\nIs this change yours? [y/N] ')
    expect(writesIn(repo).length).toBe(1)
  })

  test.each(['', 'n', 'maybe'])('%j is no: nothing is written', async (answer) => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n' })
    expect(await run(adopt, repo, ['src/a.ts'], { answers: [answer] })).toMatchObject({ code: 2 })
    expect(ledgerFiles(repo)).toEqual([])
  })

  test('where nobody can answer, --yes is needed', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n' })
    const refused = run(adopt, repo, ['src/a.ts'])
    await expect(refused).rejects.toThrow('nobody answers')
    expect(ledgerFiles(repo)).toEqual([])
  })
})

describe('which change', () => {
  test('what is staged, where a path is staged', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'staged\n' })
    repo.git('add', 'src/a.ts')
    repo.write({ 'src/a.ts': 'later\n' })
    await run(adopt, repo, ['--yes', 'src/a.ts'])
    expect(writesIn(repo)[0]!.edge).toEqual({
      before: entryIn(repo, 'src/a.ts'),
      after: stagedEntry(repo, 'src/a.ts'),
    })
  })

  test('part of a file, where part of it is staged', async () => {
    const repo = governedRepo()
    const half = repo
      .tryGit(['hash-object', '-w', '--stdin'], { input: 'one\ntwo\nthree\nfour\n' })
      .out.trim()
    repo.write({ 'src/a.ts': 'zero\none\ntwo\nthree\nfour\n' })
    repo.git('update-index', '--cacheinfo', `100644,${half},src/a.ts`)
    await run(adopt, repo, ['--yes', 'src/a.ts'])
    expect(writesIn(repo)[0]!.hunks).toEqual([
      { at: [3, 0, 4, 1], removed: [], added: lineDigests(Buffer.from('four\n')) },
    ])
  })

  test('the whole change since HEAD, whatever was recorded on the way', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'one\ntwo\nthree\nfour\n' })
    await run(record, repo, [])
    repo.write({ 'src/a.ts': 'one\ntwo\nthree\nfour\nfive\n' })
    await run(adopt, repo, ['--yes', 'src/a.ts'])
    expect(writesIn(repo)[1]!.edge!.before).toEqual(entryIn(repo, 'src/a.ts'))
  })

  test('a deletion, a new file, a rename', async () => {
    const repo = governedRepo()
    repo.git('mv', 'src/a.ts', 'src/b.ts')
    repo.write({ 'src/new.ts': 'new\n' })
    await run(adopt, repo, ['--yes', 'src'])
    const kinds = writesIn(repo).map(({ path, operation }) => [path, operation])
    expect(kinds.sort()).toEqual([
      ['src/a.ts', 'delete'],
      ['src/b.ts', 'create'],
      ['src/new.ts', 'create'],
    ])
  })

  test('below the current folder, where a folder is named', async () => {
    const repo = governedRepo()
    repo.write({ 'src/deep/a b.ts': 'a\n', 'src/other.ts': 'b\n' })
    await run(adopt, repo, ['--yes', '.'], { cwd: join(repo.dir, 'src/deep') })
    expect(writesIn(repo).map(({ path }) => path)).toEqual(['src/deep/a b.ts'])
  })

  test('the first commit', async () => {
    const repo = createRepo()
    repo.write({ '.orchestration/active_intents.yaml': INTENTS, 'src/a.ts': 'a\n' })
    await run(adopt, repo, ['--yes', 'src/a.ts'])
    expect(writesIn(repo)).toMatchObject([{ path: 'src/a.ts', edge: { before: null } }])
  })

  test('policy.yaml, for which only a person can answer', async () => {
    const repo = governedRepo()
    repo.write({ '.orchestration/policy.yaml': 'mode: shadow\n' })
    const { code, err } = await run(adopt, repo, [
      '--yes',
      '--intent',
      'INT-001',
      '.orchestration/policy.yaml',
    ])
    expect(code).toBe(0)
    expect(err).toContain('INT-001 does not own')
    expect(writesIn(repo)).toMatchObject([{ path: '.orchestration/policy.yaml', contributor: 'human' }])
  })

  test('nothing: it says so', async () => {
    expect(await run(adopt, governedRepo(), ['--yes', '--all'])).toMatchObject({
      code: 0,
      out: 'nothing to adopt\n',
    })
  })

  test('without paths it lists what changed and adopts nothing', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n' })
    const { code, err } = await run(adopt, repo, ['--yes'])
    expect(code).toBe(2)
    expect(err).toContain('  src/a.ts\n')
    expect(ledgerFiles(repo)).toEqual([])
  })
})

describe('--all', () => {
  test('takes every change that no records lead to', async () => {
    const repo = governedRepo()
    repo.write({ 'src/traced.ts': 'a\n', 'src/then.ts': 'a\n' })
    await run(record, repo, [])
    repo.write({ 'src/a.ts': 'changed\n', 'src/then.ts': 'b\n', 'docs/new.md': 'new\n' })
    await run(adopt, repo, ['--yes', '--all'])
    const adopted = writesIn(repo).filter(({ contributor }) => contributor === 'human')
    expect(adopted.map(({ path }) => path).sort()).toEqual(['docs/new.md', 'src/a.ts', 'src/then.ts'])
  })

  test('counts no record that the base holds already: it has been used', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'second\n' })
    await run(record, repo, [])
    commitAll(repo, 'second')
    repo.git('checkout', '-q', 'HEAD^', '--', 'src/a.ts')
    repo.git('commit', '-q', '-m', 'back')
    repo.write({ 'src/a.ts': 'second\n' })
    await run(adopt, repo, ['--yes', '--all'])
    expect(writesIn(repo).filter(({ contributor }) => contributor === 'human').length).toBe(1)
  })

  test('counts no record of an intent that is not in progress', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n' })
    await run(record, repo, ['--intent', 'INT-002', 'src/a.ts'])
    await run(adopt, repo, ['--yes', '--all'])
    expect(writesIn(repo).map(({ intent }) => intent)).toEqual(['INT-002', 'INT-001'])
  })
})

test('what a person has adopted, the next record does not claim for an agent', async () => {
  const repo = governedRepo()
  repo.write({ 'src/a.ts': 'by hand\n' })
  await run(adopt, repo, ['--yes', 'src/a.ts'])
  expect((await run(record, repo, [])).out).toBe('nothing has changed since the last record\n')
})

test('what was recorded beyond the adopted part is not claimed again', async () => {
  const repo = governedRepo()
  repo.write({ 'src/a.ts': 'staged\n' })
  repo.git('add', 'src/a.ts')
  repo.write({ 'src/a.ts': 'later\n' })
  await run(record, repo, [])
  await run(adopt, repo, ['--yes', 'src/a.ts'])
  expect((await run(record, repo, [])).out).toBe('nothing has changed since the last record\n')
})

test('nothing of an adoption is left in the object store or beside the index', async () => {
  const repo = governedRepo()
  repo.write({ 'src/a.ts': 'changed\n' })
  const before = repo.git('count-objects')
  await run(adopt, repo, ['--yes', 'src/a.ts'])
  rmSync(join(repo.dir, '.orchestration/agent_trace'), { recursive: true })
  expect(existsSync(join(repo.dir, '.git/index.lock'))).toBe(false)
  // The shard is staged, and nothing else.
  expect(Number(repo.git('count-objects').split(' ')[0]) - Number(before.split(' ')[0])).toBe(1)
})
