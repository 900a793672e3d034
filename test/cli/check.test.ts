import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/repo.ts'
import { governed, writeTraced } from './governed.ts'

const HELLO = 'src/greet/hello.js'

test.each([
  {
    args: ['--format', 'nonsense'],
    message: "'nonsense' is not a format",
    remedy: 'choose one of: text, json',
  },
  { args: ['--format', 'sraif'], message: "'sraif' is not a format", remedy: 'did you mean --format sarif?' },
  { args: ['--json', '--format', 'sarif'], message: 'two formats', remedy: 'give one of them' },
  { args: ['--staged', '--all'], message: '--staged and --all name two things', remedy: 'give one of them' },
  {
    args: ['--commit', 'HEAD', '--range', 'A..B'],
    message: '--commit and --range',
    remedy: 'give one of them',
  },
  { args: ['--each'], message: '--each needs a range', remedy: '--range A..B --each' },
  { args: ['--range', 'A...B'], message: 'three dots', remedy: 'write --range A..B' },
  { args: ['--range', 'A..'], message: 'does not name two ends', remedy: 'write --range A..B' },
  { args: ['--range', '..B'], message: 'does not name two ends', remedy: 'write --range A..B' },
  { args: ['--range', 'A'], message: 'does not name two ends', remedy: 'write --range A..B' },
  { args: ['--range', 'A..B..C'], message: 'does not name two ends', remedy: 'write --range A..B' },
  { args: ['src/a.ts'], message: "unexpected argument 'src/a.ts'", remedy: 'leave it out' },
])('check $args is refused before any work', async ({ args, message, remedy }) => {
  const folder = temporaryFolder()
  const repo = governed()
  // Outside a repository the answer would be another one, had it looked.
  const { code, err } = await repo.cliIn(`/../${folder.split('/').at(-1)}`, {}, 'check', ...args)
  expect(code).toBe(2)
  expect(err).toContain(message)
  expect(err).toContain(remedy)
})

test('nothing staged passes', async () => {
  const { code, out, err } = await governed().cli('check')
  expect({ code, out, err }).toEqual({ code: 0, out: 'intentgate: nothing to judge\n', err: '' })
})

test('what is staged and traced passes; untraced it fails with 1, the report on stdout', async () => {
  const repo = governed()
  await writeTraced(repo, HELLO, 'one\n')
  expect(await repo.cli('check')).toMatchObject({ code: 0, err: '' })
  repo.write({ [HELLO]: 'one\ntwo\n' })
  repo.git('add', HELLO)
  const { code, out, err } = await repo.cli('check', '--staged')
  expect({ code, err }).toEqual({ code: 1, err: '' })
  expect(out).toContain(`error hash-mismatch ${HELLO}:2`)
})

test('one commit, a range, each commit of it and the whole tree are judged', async () => {
  const repo = governed()
  const base = repo.git('rev-parse', 'HEAD')
  await writeTraced(repo, HELLO, 'one\n')
  repo.git('commit', '-q', '-m', 'traced')
  repo.write({ 'src/greet/bye.js': 'bye\n' })
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'untraced')
  expect((await repo.cli('check', '--commit', 'HEAD^')).code).toBe(0)
  expect((await repo.cli('check', '--commit', 'HEAD')).code).toBe(1)
  expect((await repo.cli('check', '--range', `${base}..HEAD^`)).code).toBe(0)
  expect((await repo.cli('check', '--range', `${base}..HEAD`)).code).toBe(1)
  const each = await repo.cli('check', '--range', `${base}..HEAD`, '--each')
  expect(each.code).toBe(1)
  expect(each.out).toContain(`(commit ${repo.git('rev-parse', 'HEAD').slice(0, 10)})`)
  expect((await repo.cli('check', '--all')).out).toContain('trace-missing src/greet/bye.js')
})

test('what cannot be determined is exit 3, a repository without .orchestration exit 2: never a pass', async () => {
  const repo = governed()
  expect(await repo.cli('check', '--commit', 'nowhere')).toMatchObject({ code: 3, out: '' })
  repo.git('rm', '-rq', '.orchestration')
  repo.git('commit', '-q', '--amend', '--allow-empty', '-m', 'none')
  const { code, err } = await repo.cli('check')
  expect(code).toBe(2)
  expect(err).toContain('npx intentgate init')
})

test('the format is github in GitHub Actions, and what was asked for elsewhere', async () => {
  const repo = governed()
  repo.write({ 'src/greet/bye.js': 'bye\n' })
  repo.git('add', '-A')
  const actions = { GITHUB_ACTIONS: 'true' }
  expect((await repo.cliIn('', actions, 'check')).out).toContain('::error file=src/greet/bye.js')
  expect((await repo.cliIn('', actions, 'check', '--format', 'text')).out).not.toContain('::error')
  const { code, out } = await repo.cli('check', '--json')
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ version: 1, verdict: 'fail', checked: 1 })
})

test('in GitHub Actions a check that could not judge is an annotation too', async () => {
  const { code, out, err } = await governed().cliIn(
    '',
    { GITHUB_ACTIONS: 'true' },
    'check',
    '--commit',
    'nowhere',
  )
  expect(code).toBe(3)
  expect(out).toContain('::error')
  expect(err).toContain('fix:')
})

test('with --json a check that could not judge is a report that fails', async () => {
  const { code, out } = await governed().cli('check', '--json', '--commit', 'nowhere')
  expect(code).toBe(3)
  expect(JSON.parse(out)).toMatchObject({
    verdict: 'fail',
    violations: [],
    error: { code: 'UNKNOWN_REVISION' },
  })
})

test('--output writes the report, and the verdict alone is printed', async () => {
  const repo = governed()
  repo.write({ 'src/greet/bye.js': 'bye\n' })
  repo.git('add', '-A')
  const { code, out } = await repo.cli('check', '--json', '--output', 'report.json')
  expect({ code, out }).toEqual({ code: 1, out: 'intentgate: 1 error · 1 path judged · rejected\n' })
  expect(JSON.parse(readFileSync(join(repo.dir, 'report.json'), 'utf8'))).toMatchObject({ verdict: 'fail' })
})

test('an older report is not left standing when nothing could be judged', async () => {
  const repo = governed()
  expect((await repo.cli('check', '--json', '--output', 'report.json')).code).toBe(0)
  expect((await repo.cli('check', '--json', '--output', 'report.json', '--commit', 'nowhere')).code).toBe(3)
  expect(JSON.parse(repo.read('report.json'))).toMatchObject({
    verdict: 'fail',
    error: { code: 'UNKNOWN_REVISION' },
  })
})

test('a report that cannot be written is an error, not a pass', async () => {
  const { code, err } = await governed().cli('check', '--output', 'no/such/folder/report.json')
  expect(code).toBe(2)
  expect(err).toContain('no/such/folder/report.json cannot be written')
})

test('a record that only waits to be staged is named, with the command that stages it', async () => {
  const repo = governed()
  repo.write({ [HELLO]: 'one\n' })
  await repo.cli('record', '--intent', 'INT-001', '--', HELLO)
  repo.git('add', HELLO)
  const { code, err } = await repo.cli('check')
  expect(code).toBe(1)
  expect(err).toContain('records that are not staged do not count here: git -C')
  expect(err).toContain('git commit does it by itself')
})
