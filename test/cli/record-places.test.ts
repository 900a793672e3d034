import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { record } from '../../src/cli/commands/record.ts'
import { stageOpenShards } from '../../src/cli/git-hook/autostage.ts'
import { openRepository } from '../../src/git/repository.ts'
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
  writesIn,
} from './support/governed.ts'

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

test('a shard that was in a stash during another record is staged by the next commit once it is back', async () => {
  const repo = governedRepo()
  repo.write({ 'src/a.ts': 'stashed\n' })
  await run(record, repo, [])
  const [stashed] = ledgerFiles(repo)
  repo.git('stash', '-q', '--include-untracked')
  repo.write({ 'docs/a.md': 'meanwhile\n' })
  await run(record, repo, [])
  // The shim hands this list to git as it is, and git stops at a file that is not there.
  expect(repo.read('.git/intentgate/open')).not.toContain(stashed)
  commitAll(repo, 'meanwhile')
  repo.git('stash', 'pop', '-q')
  const opened = await openRepository(repo.dir)
  try {
    await stageOpenShards(opened)
  } finally {
    await opened.close()
  }
  expect(repo.git('diff', '--cached', '--name-only').split('\n')).toContain(stashed)
})
