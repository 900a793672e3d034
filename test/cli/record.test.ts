import { homedir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { record } from '../../src/cli/commands/record.ts'
import { lineDigests } from '../../src/core/digest.ts'
import { fakeIo } from '../support/io.ts'
import { createRepo } from '../support/repo.ts'
import {
  commitAll,
  entryIn,
  governedRepo,
  isChained,
  ledgerFiles,
  ledgerText,
  run,
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

test('many files are counted at a terminal, and the line is gone at the end', async () => {
  const repo = governedRepo()
  repo.write(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`src/f${at}.ts`, `${at}\n`])))
  const io = fakeIo(repo.dir, { answers: [] })
  expect(await record.run([], io)).toBe(0)
  expect(io.seen.err).toContain('\r50/60 files read')
  expect(io.seen.err).toMatch(/\r\u001b\[K$/)
})

test.each([
  ['--model', 'ada@example.org'],
  ['--tool', '/home/ada/bin/tool'],
])('%s %s is refused: it would stand in the ledger', async (...flags) => {
  const repo = governedRepo()
  repo.write({ 'src/a.ts': 'new\n' })
  expect(await run(record, repo, flags)).toMatchObject({ code: 2, out: '' })
  expect(ledgerFiles(repo)).toEqual([])
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

  test('is what HEAD holds while the last record is on another branch', async () => {
    const repo = governedRepo()
    repo.git('checkout', '-q', '-b', 'topic')
    repo.write({ 'src/a.ts': 'topic\n' })
    await run(record, repo, [])
    commitAll(repo, 'topic')
    repo.git('checkout', '-q', 'main')
    expect((await run(record, repo, [])).out).toBe('nothing has changed since the last record\n')
    repo.write({ 'src/a.ts': 'main\n' })
    await run(record, repo, [])
    expect(writesIn(repo)[0]!.edge!.before).toEqual(entryIn(repo, 'src/a.ts'))
    expect(isChained(repo, 'src/a.ts')).toBe(true)
  })

  test('is what HEAD holds while the last record is in a stash, and the same text again is a write again', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'stashed\n' })
    await run(record, repo, [])
    repo.git('stash', '-q', '--include-untracked')
    repo.write({ 'src/a.ts': 'stashed\n' })
    await run(record, repo, [])
    expect(isChained(repo, 'src/a.ts')).toBe(true)
    repo.write({ 'src/a.ts': 'other\n' })
    await run(record, repo, [])
    expect(isChained(repo, 'src/a.ts')).toBe(true)
  })

  test('is what HEAD holds once the last record was committed without its file', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'draft\n' })
    await run(record, repo, ['--stage'])
    repo.git('commit', '-q', '-m', 'the record alone')
    expect((await run(record, repo, [])).out).toBe('nothing has changed since the last record\n')
    repo.write({ 'src/a.ts': 'final\n' })
    await run(record, repo, [])
    expect(writesIn(repo).map(({ edge }) => edge!.before)).toEqual(Array(2).fill(entryIn(repo, 'src/a.ts')))
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

  test('if several own a file that was named, the choices are listed and nothing is recorded', async () => {
    const repo = governedRepo()
    repo.write({ 'src/a.ts': 'changed\n', 'src/shared.ts': 'new\n' })
    const { code, err } = await run(record, repo, ['src'])
    expect(code).toBe(2)
    expect(err).toContain('src/shared.ts: INT-001 or INT-002\n')
    expect(err).toContain('--intent ID')
    expect(ledgerFiles(repo)).toEqual([])
  })

  test('if none owns a file that was named, it is said and nothing is recorded', async () => {
    const repo = governedRepo()
    repo.write({ 'old/a.ts': 'new\n', 'src/a.ts': 'changed\n' })
    const { code, err } = await run(record, repo, ['.'])
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

  test('a named file outside the scope of a named intent is recorded, with a warning', async () => {
    const repo = governedRepo()
    repo.write({ 'billing/a.ts': 'new\n', 'src/a.ts': 'changed\n' })
    const { code, err } = await run(record, repo, ['--intent', 'INT-001', '.'])
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
