import { appendFileSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { check } from '../../src/check.ts'
import { ledger } from '../../src/cli/commands/ledger.ts'
import { record } from '../../src/cli/commands/record.ts'
import { parseLedger } from '../../src/store/ledger-lines.ts'
import type { TestRepo } from '../support/repo.ts'
import { commitAll, governedRepo, ledgerFiles, ledgerText, run, writesIn } from './support/governed.ts'

async function withRecord(...paths: string[]): Promise<TestRepo> {
  const repo = governedRepo()
  for (const path of paths.length > 0 ? paths : ['src/a.ts']) {
    repo.write({ [path]: `written: ${path}\n` })
    await run(record, repo, [path])
  }
  return repo
}

test('a verb that is none is named, with what was meant', async () => {
  const repo = governedRepo()
  expect(await run(ledger, repo, ['verfy'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('verify'),
  })
  expect(await run(ledger, repo, [])).toMatchObject({
    code: 2,
    err: expect.stringContaining('verify, import, export'),
  })
  expect(await run(ledger, repo, ['constructor'])).toMatchObject({ code: 2 })
})

describe('verify', () => {
  test('a ledger in order', async () => {
    const repo = await withRecord('src/a.ts', 'src/b.ts')
    expect(await run(ledger, repo, ['verify'])).toEqual({
      code: 0,
      out: '2 records in 1 file: the ledger is in order\n',
      err: '',
    })
    expect(await run(ledger, governedRepo(), ['verify'])).toMatchObject({
      code: 0,
      out: '0 records in 0 files: the ledger is in order\n',
    })
  })

  test('what is wrong is said with file, line and a way out', async () => {
    const repo = await withRecord('src/a.ts', 'src/b.ts')
    const [shard] = ledgerFiles(repo) as [string]
    const [first = '', second = ''] = repo.read(shard).split('\n')
    repo.write({ [shard]: `{"half\n${second}\n` })
    const { code, out } = await run(ledger, repo, ['verify'])
    expect(code).toBe(1)
    expect(out).toContain(`${shard}:1: not JSON\n  fix: `)
    expect(out).toContain(`${shard}:2: the line that record`)
    expect(out).toContain('1 record in 1 file: 2 problems\n')
    repo.write({
      '.orchestration/agent_trace.jsonl': `${first.replace('"create"', '"modify"').replace('"modify"', '"mode"')}\n`,
      [shard]: `${first}\n`,
    })
    expect((await run(ledger, repo, ['verify'])).out).toContain('is already that of another record, at')
  })

  test('for a program', async () => {
    const repo = await withRecord()
    const [shard] = ledgerFiles(repo) as [string]
    appendFileSync(join(repo.dir, shard), '{"half')
    const { code, out } = await run(ledger, repo, ['verify', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      files: 1,
      records: 1,
      problems: [{ file: shard, line: 2, message: expect.any(String), remedy: expect.any(String) }],
    })
  })

  test('in the index, when asked', async () => {
    const repo = await withRecord()
    repo.git('add', '--all')
    const [shard] = ledgerFiles(repo) as [string]
    appendFileSync(join(repo.dir, shard), '{"half')
    expect((await run(ledger, repo, ['verify', '--staged'])).code).toBe(0)
    expect((await run(ledger, repo, ['verify'])).code).toBe(1)
  })

  test('a ledger file that is a link is not read', async () => {
    const repo = await withRecord()
    symlinkSync('/etc/passwd', join(repo.dir, '.orchestration/agent_trace.jsonl'))
    const { code, err } = await run(ledger, repo, ['verify'])
    expect(code).toBe(3)
    expect(err).toContain('agent_trace.jsonl')
  })
})

describe('repair', () => {
  test('a ledger in order is left alone', async () => {
    const repo = await withRecord()
    const before = ledgerText(repo)
    expect(await run(ledger, repo, ['repair'])).toMatchObject({ code: 0, out: 'nothing to mend\n' })
    expect(ledgerText(repo)).toBe(before)
  })

  test('mends, and keeps the file as it was in the git directory', async () => {
    const repo = await withRecord('src/a.ts', 'src/b.ts')
    const [shard] = ledgerFiles(repo) as [string]
    const whole = repo.read(shard)
    const damaged = whole.replaceAll('\n', '\r\n').trim()
    repo.write({ [shard]: damaged })
    const { code, out } = await run(ledger, repo, ['repair'])
    expect(code).toBe(0)
    expect(out).toMatch(/: mended unended \(1\)\n {2}as it was: \.git\/intentgate\/repair\//)
    expect(repo.read(shard)).toBe(whole)
    expect(repo.read(/as it was: (.+)\n/.exec(out)![1]!)).toBe(damaged)
    expect((await run(ledger, repo, ['verify'])).code).toBe(0)
    expect(readdirSync(join(repo.dir, shard, '..')).filter((name) => name.endsWith('.mended'))).toEqual([])
  })

  test('what nobody can read is left out, kept and said', async () => {
    const repo = await withRecord()
    const [shard] = ledgerFiles(repo) as [string]
    const whole = repo.read(shard)
    appendFileSync(join(repo.dir, shard), whole.slice(0, 99))
    const { code, out } = await run(ledger, repo, ['repair'])
    expect(code).toBe(1)
    expect(repo.read(shard)).toBe(whole)
    expect(repo.read(/1 unreadable, kept in (.+)\n/.exec(out)![1]!)).toBe(`${whole.slice(0, 99)}\n`)
  })

  test('what is committed stays, however unreadable: the gate would call it a loss', async () => {
    const repo = await withRecord()
    const [shard] = ledgerFiles(repo) as [string]
    appendFileSync(join(repo.dir, shard), '{"half\n')
    commitAll(repo, 'with half a line')
    const before = repo.read(shard)
    expect(await run(ledger, repo, ['repair'])).toMatchObject({ code: 0, out: 'nothing to mend\n' })
    expect(repo.read(shard)).toBe(before)
  })
})

describe('export', () => {
  test('on stdout or in a file', async () => {
    const repo = await withRecord()
    const { code, out } = await run(ledger, repo, ['export', '--format', 'agent-trace'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ version: '0.1.0', files: [{ path: 'src/a.ts' }] })
    expect(await run(ledger, repo, ['export', '--format', 'csv', '--output', 'trace.csv'])).toMatchObject({
      code: 0,
      out: '',
    })
    expect(repo.read('trace.csv').split('\r\n').length).toBe(3)
  })

  test.each([[[]], [['--format', 'xml']]])(
    'without a format that it knows, it lists them: %j',
    async (args) => {
      const { code, err } = await run(ledger, governedRepo(), ['export', ...args])
      expect(code).toBe(2)
      expect(err).toContain('agent-trace | in-toto | csv')
    },
  )
})

describe('import', () => {
  const wild = `${JSON.stringify({ timestamp: '2026-01-25T10:00:00Z', intent_id: 'INT-001', file_path: 'src/c.ts', content_sha256: 'cd'.repeat(32), semantic_change: 'EVOLUTION', tool: 'w' })}\n`

  test("another tool's ledger becomes part of this one", async () => {
    const repo = await withRecord()
    repo.write({ 'wild.jsonl': wild + wild.replace('src/c.ts', '/elsewhere/d.ts') })
    const { code, out, err } = await run(ledger, repo, ['import', 'wild.jsonl'])
    expect(code).toBe(1)
    expect(out).toContain(`imported 1 records into ${ledgerFiles(repo)[0]}`)
    expect(err).toBe('wild.jsonl:2: /elsewhere/d.ts is not a path in this repository\n')
    expect(
      writesIn(repo)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['src/a.ts', 'src/c.ts'])
    repo.write({ 'src/a.ts': 'more\n' })
    await run(record, repo, ['src'])
    expect((await run(ledger, repo, ['verify'])).code).toBe(0)
    repo.write({ 'wild.jsonl': wild })
    expect(await run(ledger, repo, ['import', 'wild.jsonl'])).toMatchObject({
      code: 0,
      out: 'imported 0 records, 1 were there already\n',
    })
  })

  test("another clone's ledger, by way of its own lines", async () => {
    const elsewhere = await withRecord('src/a.ts', 'src/b.ts')
    const repo = governedRepo()
    repo.write({ 'theirs.jsonl': ledgerText(elsewhere) })
    expect((await run(ledger, repo, ['import', 'theirs.jsonl'])).code).toBe(0)
    const told = (writes: ReturnType<typeof writesIn>) => writes.map(({ place: _, ...write }) => write)
    expect(told(writesIn(repo))).toEqual(told(writesIn(elsewhere)))
  })

  test('a file that is not there is named', async () => {
    expect(await run(ledger, governedRepo(), ['import', 'nowhere.jsonl'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('nowhere.jsonl'),
    })
  })
})

describe('compact', () => {
  /** Shards of days gone by. */
  async function withOldShards(): Promise<TestRepo> {
    const repo = await withRecord()
    for (const [n, day] of ['01', '02', '03'].entries()) {
      const [shard] = ledgerFiles(repo).filter((path) => !path.includes('2026-01')) as [string]
      const text = repo.read(shard).split('\n')[0]!
      const line = text.replace(/"id":"[0-9a-f]{8}/, `"id":"0000000${n}`)
      repo.write({
        [`.orchestration/agent_trace/2026-01/${day}-${'a'.repeat(16)}-bcdef${n}.jsonl`]: `${line}\n`,
      })
    }
    repo.write({ '.orchestration/agent_trace/2026-01/.keep': '' })
    commitAll(repo, 'a ledger')
    return repo
  }

  test('old shards become one file, staged, and the gate lets it pass', async () => {
    const repo = await withOldShards()
    const linesBefore = ledgerText(repo).split('\n').sort()
    const { code, out } = await run(ledger, repo, ['compact', '--before', '2026-02-01'])
    expect(code).toBe(0)
    expect(out).toBe('3 files put together in 1 file, and staged: commit it\n')
    expect(ledgerText(repo).split('\n').sort()).toEqual(linesBefore)
    expect(readdirSync(join(repo.dir, '.orchestration/agent_trace/2026-01')).sort()).toEqual([
      '.keep',
      expect.stringMatching(/^compacted-[0-9a-f]{16}\.jsonl$/),
    ])
    expect(
      repo
        .git('status', '--porcelain')
        .split('\n')
        .every((line) => /^[ADR] /.test(line)),
    ).toBe(true)
    const report = await check(repo.dir, { what: { kind: 'staged' }, place: 'ci' })
    expect(report.violations.filter(({ severity }) => severity === 'error')).toEqual([])
    repo.git('commit', '-q', '-m', 'compact')
    expect(await run(ledger, repo, ['compact', '--before', '2026-02-01'])).toMatchObject({
      code: 0,
      out: 'nothing to compact\n',
    })
    const all = ledgerFiles(repo).flatMap(
      (path) => parseLedger(readFileSync(join(repo.dir, path)), path).problems,
    )
    expect(all).toEqual([])
  })

  test('young shards stay', async () => {
    const repo = await withOldShards()
    await run(ledger, repo, ['compact', '--before', '2026-01-03'])
    expect(
      existsSync(join(repo.dir, `.orchestration/agent_trace/2026-01/03-${'a'.repeat(16)}-bcdef2.jsonl`)),
    ).toBe(true)
  })

  test.each(['untracked', 'changed', 'staged'])('a ledger with something %s is refused', async (how) => {
    const repo = await withOldShards()
    if (how === 'untracked')
      repo.write({ [`.orchestration/agent_trace/2026-01/09-${'b'.repeat(16)}-bcdefg.jsonl`]: '' })
    else appendFileSync(join(repo.dir, ledgerFiles(repo)[0]!), '\n')
    if (how === 'staged') repo.git('add', '--all')
    const files = ledgerFiles(repo)
    const { code, err } = await run(ledger, repo, ['compact', '--before', '2026-02-01'])
    expect(code).toBe(2)
    expect(err).toContain('are not committed')
    expect(ledgerFiles(repo)).toEqual(files)
  })

  test.each([[[]], [['--before', 'yesterday']], [['--before', '2026-02-30']]])(
    'a day that is none is refused: %j',
    async (args) => {
      expect(await run(ledger, governedRepo(), ['compact', ...args])).toMatchObject({
        code: 2,
        err: expect.stringContaining('YYYY-MM-DD'),
      })
    },
  )
})
