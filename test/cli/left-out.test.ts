import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { adopt } from '../../src/cli/commands/adopt.ts'
import { record } from '../../src/cli/commands/record.ts'
import type { TestRepo } from '../support/repo.ts'
import { commitAll, governedRepo, ledgerFiles, run, writesIn } from './support/governed.ts'

function paths(repo: TestRepo): string[] {
  return writesIn(repo)
    .map(({ path }) => path)
    .sort()
}

const commands = [
  { name: 'record', command: record, args: [] },
  { name: 'adopt --all', command: adopt, args: ['--yes', '--all'] },
]

describe.each(commands)('$name, where nobody named paths', ({ command, args }) => {
  test('takes what is clear, and says what was left out and why', async () => {
    const repo = governedRepo()
    repo.write({
      'src/a.ts': 'changed\n',
      'old/a.ts': 'new\n',
      'src/shared.ts': 'new\n',
      'b\u001b[2J.md': 'x\n',
    })
    writeFileSync(Buffer.concat([Buffer.from(`${repo.dir}/src/bad`), Buffer.from([0xff])]), 'x\n')
    const { code, err } = await run(command, repo, args)
    expect(code).toBe(0)
    expect(paths(repo)).toEqual(['src/a.ts'])
    expect(err).toContain('warning: 4 files left out\n')
    expect(err).toContain('  old/a.ts: no intent in progress owns it\n')
    expect(err).toContain('  src/shared.ts: INT-001 or INT-002\n')
    expect(err).toContain("  $'src/bad\\377': its name is not valid UTF-8")
    expect(err).not.toContain('\u001b')
  })

  test('a repository of its own inside this one is left out, with a commit or without', async () => {
    const repo = governedRepo()
    repo.git('worktree', 'add', '-q', '-b', 'fix', join(repo.dir, '.worktrees/fix'))
    repo.git('init', '-q', join(repo.dir, 'src/empty'))
    expect((await run(command, repo, args)).code).toBe(0)
    expect(ledgerFiles(repo)).toEqual([])
    repo.write({ 'src/a.ts': 'changed\n' })
    const { code, err } = await run(command, repo, args)
    expect(code).toBe(0)
    expect(paths(repo)).toEqual(['src/a.ts'])
    expect(err).toContain('  .worktrees/fix: a repository of its own\n  src/empty: a repository of its own\n')
  })

  test('many left out are counted, not listed', async () => {
    const repo = governedRepo()
    const files = Array.from({ length: 15 }, (_, n) => [`old/${n}.ts`, 'new\n'] as const)
    repo.write({ 'src/a.ts': 'changed\n', ...Object.fromEntries(files) })
    const { err } = await run(command, repo, args)
    expect(err).toContain('15 files left out')
    expect(err).toContain('  and 5 more\n')
    expect(err.match(/no intent in progress/g)).toHaveLength(10)
  })

  test('nothing is clear: a usage error that says to name the paths', async () => {
    const repo = governedRepo()
    repo.write({ 'old/a.ts': 'new\n', 'src/shared.ts': 'new\n' })
    const { code, err } = await run(command, repo, args)
    expect(code).toBe(2)
    expect(err).toContain('old/a.ts: no intent in progress owns it\n')
    expect(err).toContain('or name the paths')
    expect(ledgerFiles(repo)).toEqual([])
  })

  test('--intent takes what that intent owns, and only that', async () => {
    const repo = governedRepo()
    repo.write({ 'src/shared.ts': 'new\n', 'src/a.ts': 'changed\n', 'docs/a.md': 'new\n' })
    const { code, err } = await run(command, repo, [...args, '--intent', 'INT-002'])
    expect(code).toBe(0)
    expect(paths(repo)).toEqual(['docs/a.md', 'src/shared.ts'])
    expect(err).toContain('  src/a.ts: INT-002 does not own it\n')
  })

  test('--intent that owns nothing of it: a usage error', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n' })
    const { code, err } = await run(command, repo, [...args, '--intent', 'INT-002'])
    expect(code).toBe(2)
    expect(err).toContain('INT-002 owns nothing')
    expect(err).toContain('or name the paths')
  })
})

describe.each([
  { name: 'record', command: record, args: [] },
  { name: 'adopt', command: adopt, args: ['--yes'] },
])('$name PATH', ({ command, args }) => {
  test('a path that nothing is at is no such file', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n' })
    for (const path of ['src/tokne.ts', 'src/a.ts/deeper', 'src/tokne.ts\u001b[2J']) {
      const { code, err } = await run(command, repo, [...args, 'src/a.ts', path])
      expect(code).toBe(2)
      expect(err).toContain('no such file: ')
      expect(err).not.toContain('\u001b')
    }
    expect(ledgerFiles(repo)).toEqual([])
  })

  test('a path that is deleted, unchanged, or a folder is a path', async () => {
    const repo = governedRepo()
    repo.write({ 'src/b.ts': 'b\n', 'gone/c.ts': 'c\n' })
    commitAll(repo, 'more')
    repo.git('rm', '-q', '-r', 'gone')
    for (const path of ['src/b.ts', 'src', 'gone'])
      expect((await run(command, repo, [...args, '--intent', 'INT-001', path])).code).toBe(0)
    expect(paths(repo)).toEqual(['gone/c.ts'])
  })

  test.each(['/etc/passwd', '../elsewhere', '/'])('%s lies outside', async (path) => {
    const { code, err } = await run(command, governedRepo(), [...args, path])
    expect(code).toBe(2)
    expect(err).toContain('is not a path in this repository')
    expect(err).not.toContain('fatal:')
  })

  test('an absolute path inside is a path', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n' })
    expect((await run(command, repo, [...args, join(repo.dir, 'src/a.ts')])).code).toBe(0)
    expect(paths(repo)).toEqual(['src/a.ts'])
  })
})
