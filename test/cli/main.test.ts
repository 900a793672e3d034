import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands/index.ts'
import { explainFailure } from '../../src/cli/failure.ts'
import { main } from '../../src/cli/main.ts'
import { GateError } from '../../src/core/error.ts'
import { fakeIo } from '../support/io.ts'
import { temporaryFolder } from '../support/repo.ts'

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const io = fakeIo(temporaryFolder())
  const code = await main(argv, io)
  return { code, ...io.seen }
}

test('--help lists every command with one line on stdout', async () => {
  const { code, out, err } = await run('--help')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  for (const name of Object.keys(commands)) expect(out).toMatch(new RegExp(`^  ${name} +\\S`, 'm'))
})

test.each(Object.keys(commands))('%s --help says how it is called, and does nothing', async (name) => {
  const { code, out, err } = await run(name, '--help')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(new RegExp(`^Usage: intentgate ${name}`))
  expect((await run('help', name)).out).toBe(out)
})

test('--version prints the version alone', async () => {
  expect(await run('--version')).toEqual({ code: 0, out: 'source\n', err: '' })
})

test('a misspelt command is a usage error that names the one meant', async () => {
  const { code, out, err } = await run('chekc')
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain("'chekc' is not a command")
  expect(err).toContain('fix: did you mean check?')
})

test.each([['constructor'], ['__proto__'], ['toString']])('%s is not a command', async (name) => {
  expect((await run(name)).code).toBe(2)
})

test('no command at all is a usage error, not a pass', async () => {
  expect((await run()).code).toBe(2)
})

test.each([[['--json']], [['--format=json']], [['--format', 'json']]])(
  'with %j an error is one JSON object on stdout as well',
  async (flags) => {
    const { code, out, err } = await run('check', '--nonsense', ...flags)
    expect(code).toBe(2)
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      error: { code: 'USAGE', message: "Unknown option '--nonsense'" },
    })
    expect(err).toContain('fix:')
  },
)

test('Ctrl-C ends a command with 130, whatever it was waiting for', async () => {
  const io = fakeIo(temporaryFolder())
  io.interrupt()
  expect(await main(['check'], io)).toBe(130)
})

test('a failure nobody foresaw is exit 70 with its stack, never a verdict', () => {
  const io = fakeIo('/')
  expect(explainFailure(new TypeError('x is not a function'), [], io)).toBe(70)
  expect(io.seen.err).toContain('this is a bug')
  expect(io.seen.err).toContain('main.test.ts')
})

test('foreign text in an error cannot forge a CI command or move the cursor', () => {
  const io = fakeIo('/')
  const cwd = 'x\n::error::forged\n##[error]forged ##vso[task.complete]\u001b[2J\u202e'
  explainFailure(new GateError('NOT_A_REPOSITORY', { cwd }), [], io)
  expect(io.seen.err).not.toMatch(/^\s*::/m)
  expect(io.seen.err).not.toContain('##')
  expect(io.seen.err).not.toContain('\u001b')
  expect(io.seen.err).not.toContain('\u202e')
})
