import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { parseIntents } from '../../src/store/config.ts'
import { fakeIo } from '../support/io.ts'
import { createRepo } from '../support/repo.ts'
import { type Governed, governed } from './governed.ts'

const FILE = '.orchestration/active_intents.yaml'
const declared = (repo: { read(path: string): string }) => parseIntents(Buffer.from(repo.read(FILE)), FILE)

async function answering(repo: Governed, answers: readonly string[], ...argv: string[]) {
  const io = fakeIo(repo.dir, { answers })
  return { code: await main(argv, io), ...io.seen }
}

describe('intent new', () => {
  test('declares what the flags say, under the next free id, and says what comes next', async () => {
    const repo = governed()
    const before = repo.read(FILE)
    const { code, out, err } = await repo.cli(
      ...['intent', 'new', '--name', 'Say goodbye', '--scope', 'src/bye/**', '--scope', '!src/bye/x/**'],
      ...[
        '--constraint',
        'be kind',
        '--accept',
        'it is kind',
        '--run',
        'npm test',
        '--level',
        '5',
        '--parent',
        'INT-000',
      ],
    )
    expect(code).toBe(0)
    expect(out).toContain('INT-003 Say goodbye')
    expect(err).toContain(`git add ${FILE}`)
    expect(err).toContain('intent select INT-003')
    expect(repo.read(FILE).startsWith(before)).toBe(true)
    expect(declared(repo).get('INT-003')).toEqual({
      id: 'INT-003',
      name: 'Say goodbye',
      status: 'IN_PROGRESS',
      owned_scope: ['src/bye/**', '!src/bye/x/**'],
      constraints: ['be kind'],
      acceptance_criteria: ['it is kind', { run: 'npm test' }],
      level: 5,
      parent: 'INT-000',
    })
  })

  test('says when a declaration counts, as the policy has it', async () => {
    const flags = ['intent', 'new', '--name', 'x', '--scope', 'y/**']
    expect((await governed().cli(...flags)).err).toContain('new_intents: deny')
    const review = governed({ '.orchestration/policy.yaml': 'new_intents: review\n' })
    expect((await review.cli(...flags)).err).toContain('gets a warning')
  })

  test('warns where another intent in progress owns the same paths', async () => {
    const repo = governed({ 'src/greet/hello.ts': 'x\n' })
    const { code, err } = await repo.cli('intent', 'new', '--name', 'All', '--scope', 'src/**')
    expect(code).toBe(0)
    expect(err).toContain(
      'INT-001 "Greet visitors by name" is in progress, and both own paths like src/greet/hello.ts',
    )
    expect(err).not.toContain('INT-002')
  })

  test('asks a person for what is missing, and proposes an id', async () => {
    const repo = governed()
    const { code, err } = await answering(
      repo,
      ['', 'Say goodbye', 'src/bye/** test/bye/**', ''],
      'intent',
      'new',
    )
    expect(code).toBe(0)
    expect(err).toContain('Id [INT-003]')
    expect(declared(repo).get('INT-003')).toEqual({
      id: 'INT-003',
      name: 'Say goodbye',
      status: 'IN_PROGRESS',
      owned_scope: ['src/bye/**', 'test/bye/**'],
    })
  })

  test('makes the sidecar where there is none, whole', async () => {
    const repo = createRepo()
    const io = fakeIo(repo.dir)
    expect(await main(['intent', 'new', '--name', 'First', '--scope', 'src/**'], io)).toBe(0)
    expect([...declared(repo).keys()]).toEqual(['INT-001'])
    expect(repo.read('.orchestration/policy.yaml')).toContain('new_intents: review')
    expect(repo.read('.orchestration/AGENT.md')).toContain('## Lessons')
    expect(repo.read(FILE)).toContain('# An example')
  })

  test('a file that is not UTF-8 is refused, and not written back otherwise', async () => {
    const repo = governed()
    repo.write({ [FILE]: Buffer.from('active_intents: [] # caf\xe9\n', 'latin1') })
    expect((await repo.cli('intent', 'new', '--name', 'x', '--scope', 'y')).code).toBe(2)
    expect(readFileSync(join(repo.dir, FILE)).includes(0xe9)).toBe(true)
  })

  test.each([
    { flags: [], message: 'the name is missing' },
    { flags: ['--name', 'x'], message: 'the scope is missing' },
    { flags: ['--name', 'x\ny', '--scope', 'a'], message: 'the name is more than one line' },
    ...['/etc/**', './src/**', '../x', '!/etc/x', 'C:\\x'].map((scope) => ({
      flags: ['--name', 'x', '--scope', scope],
      message: `--scope ${scope} matches no path`,
    })),
    { flags: ['--name', 'x', '--scope', 'a', '--id', 'nope'], message: "'nope' is not an id" },
    { flags: ['--name', 'x', '--scope', 'a', '--id', 'INT-001'], message: 'INT-001 is declared already' },
    { flags: ['--name', 'x', '--scope', 'a', '--status', 'DONE'], message: '--status DONE is not known' },
    { flags: ['--name', 'x', '--scope', 'a', '--level', '8'], message: '--level 8 is not a level' },
    {
      flags: ['--name', 'x', '--scope', 'a', '--parent', 'INT-9'],
      message: "parent 'INT-9' is not declared",
    },
    {
      flags: ['--name', 'x', '--scope', 'src/../b'],
      message: "INT-003 cannot be declared so: 'src/../b' has a segment . or ..",
    },
  ])('$message: nothing is written', async ({ flags, message }) => {
    const repo = governed()
    const before = repo.read(FILE)
    const { code, err } = await repo.cli('intent', 'new', ...flags)
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(repo.read(FILE)).toBe(before)
  })
})

describe('intent select', () => {
  test('prints the context, and nothing else, on stdout', async () => {
    const { code, out, err } = await governed().cli('intent', 'select', 'INT-001')
    expect(code).toBe(0)
    expect(out).toMatch(/^<intent_context>[\s\S]*<\/intent_context>\n$/)
    expect(err).toBe('')
  })

  test('binds the session of the agent that runs it', async () => {
    const repo = governed()
    await repo.cliIn('', { CLAUDE_CODE_SESSION_ID: 'c1' }, 'intent', 'select', 'INT-001', '--json')
    const { readBinding, readDeclared, sessionKeyOf } = await import('../../src/store/bindings.ts')
    const state = `${repo.dir}/.git/intentgate`
    expect(readBinding(state, sessionKeyOf('claude-code', 'c1'))).toBe('INT-001')
    expect(readDeclared(state)).toBe('INT-001')
  })

  test('refuses with the ids that would work, for people and for programs', async () => {
    const repo = governed()
    const { code, out, err } = await repo.cli('intent', 'select', 'INT-01')
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain("did you mean 'INT-001'?")
    expect(err).toContain('next: select INT-001')
    const { error } = JSON.parse((await repo.cli('intent', 'select', 'INT-01', '--json')).out)
    expect(error).toMatchObject({
      code: 'UNKNOWN_INTENT',
      next: expect.arrayContaining([expect.stringContaining('INT-001')]),
    })
  })
})
