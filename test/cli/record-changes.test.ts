import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { record } from '../../src/cli/commands/record.ts'
import { lineDigests } from '../../src/core/digest.ts'
import {
  commitAll,
  governedRepo,
  INTENTS,
  isChained,
  ledgerFiles,
  run,
  stagedEntry,
  writesIn,
} from './support/governed.ts'

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

  test('intents, ledger, our schemas and map need no trace; policy.yaml, AGENT.md and a schema of one’s own do', async () => {
    const repo = governedRepo()
    repo.write({
      '.orchestration/active_intents.yaml': `${INTENTS}# more\n`,
      '.orchestration/intent_map.md': '# Map\n',
      '.orchestration/schema/policy.json': readFileSync('.orchestration/schema/policy.json', 'utf8'),
      '.orchestration/schema/trace_record.json': '{}\n',
      '.orchestration/policy.yaml': 'mode: enforce\n',
      '.orchestration/AGENT.md': '# Lessons\n',
    })
    await run(record, repo, ['--intent', 'INT-001', '.'])
    await run(record, repo, ['--intent', 'INT-001', '.'])
    expect(
      writesIn(repo)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([
      '.orchestration/AGENT.md',
      '.orchestration/policy.yaml',
      '.orchestration/schema/trace_record.json',
    ])
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
    const { code, err } = await run(record, repo, ['src', '--intent', 'INT-001'])
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

  test('a rename says from where to where, edited or not; two files that have little in common are none', async () => {
    const repo = governedRepo()
    const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')
    repo.write({
      'src/b.ts': text('a', 'b', 'c', 'd'),
      'src/c.ts': text('e', 'f', 'g', 'h'),
      'src/logo': '\0binary',
    })
    commitAll(repo, 'more')
    repo.write({ 'src/b.ts': null, 'src/c.ts': null, 'src/logo': null })
    repo.write({
      'src/b2.ts': text('a', 'b', 'C', 'd', 'd'),
      'src/c2.ts': text('e', 'f', 'G', 'H', 'I'),
      'src/logo2': '\0binary',
    })
    await run(record, repo, [])
    const moves = writesIn(repo).flatMap(({ path, movedFrom, movedTo }) =>
      movedFrom === null && movedTo === null ? [] : [`${path} from ${movedFrom} to ${movedTo}`],
    )
    expect(moves).toEqual([
      'src/b.ts from null to src/b2.ts',
      'src/b2.ts from src/b.ts to null',
      'src/logo from null to src/logo2',
      'src/logo2 from src/logo to null',
    ])
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
