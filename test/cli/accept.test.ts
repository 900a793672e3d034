import { describe, expect, test } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { fakeIo } from '../support/io.ts'
import { type Governed, governed } from './governed.ts'

const FILE = '.orchestration/active_intents.yaml'

/** INT-001 with these criteria; the gate's own files are committed. */
function withCriteria(criteria: string, files: Record<string, string> = {}): Governed {
  return governed({
    [FILE]: `# our intents
active_intents:
  - id: INT-001   # the one
    name: Greet
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    acceptance_criteria: ${criteria}
`,
    'src/a.ts': 'a\n',
    ...files,
  })
}

async function atTerminal(
  repo: Governed,
  answers: readonly string[],
  env: NodeJS.ProcessEnv,
  ...argv: string[]
) {
  const io = fakeIo(repo.dir, { answers, env: { LC_ALL: 'C.UTF-8', PATH: process.env.PATH, ...env } })
  return { code: await main(argv, io), ...io.seen }
}

const accepting = (repo: Governed, ...flags: string[]) =>
  repo.cliIn('', { PATH: process.env.PATH! }, 'accept', 'INT-001', ...flags)

describe('accept', () => {
  test('runs every command at the top of the tree, shows what it prints, and says how it ended', async () => {
    const repo = withCriteria('[{run: "echo out; echo err >&2; pwd"}, {run: "test -f src/a.ts"}]')
    const { code, out, err } = await repo.cliIn(
      '/src',
      { PATH: process.env.PATH! },
      'accept',
      'INT-001',
      '--yes',
    )
    expect(code).toBe(0)
    expect(out).toBe('INT-001 is accepted, for the files as they are now\n')
    expect(err).toContain('$ echo out; echo err >&2; pwd\n')
    for (const said of ['out\n', 'err\n', `${repo.dir}\n`, '$ test -f src/a.ts', 'passed: exit code 0'])
      expect(err).toContain(said)
  })

  test('exits 1 where one fails, after all have run', async () => {
    const repo = withCriteria('[{run: "exit 7"}, {run: "echo still"}]')
    const { code, out, err } = await accepting(repo, '--yes')
    expect([code, out]).toEqual([1, 'INT-001 is not accepted\n'])
    expect(err).toMatch(/failed: exit code 7[\s\S]*still/)
  })

  test('a command that a signal ended did not pass', async () => {
    const { code } = await accepting(withCriteria('[{run: "kill -9 $$"}]'), '--yes')
    expect(code).toBe(1)
  })

  test('runs nothing where nobody has agreed to it', async () => {
    const repo = withCriteria('[{run: "touch ran"}]')
    const { code, err } = await accepting(repo)
    expect(code).toBe(2)
    expect(err).toContain('--yes')
    expect((await atTerminal(repo, ['n'], {}, 'accept', 'INT-001')).code).toBe(2)
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('counts for nothing where the commands change what they judge', async () => {
    const repo = withCriteria('[{run: "echo more >> src/a.ts"}]')
    const { code, err } = await accepting(repo, '--yes')
    expect(code).toBe(2)
    expect(err).toContain('changed files')
  })

  test("what stands in words is for a person: asked at a terminal, left open elsewhere, and never an agent's to say", async () => {
    const repo = withCriteria('["It is kind", {run: "true"}]')
    expect(await accepting(repo, '--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining('not accepted yet'),
    })
    expect(await atTerminal(repo, ['y'], { CLAUDECODE: '1' }, 'accept', 'INT-001', '--yes')).toMatchObject({
      out: expect.stringContaining('not accepted yet'),
    })
    const asked = await atTerminal(repo, ['y', 'y'], {}, 'accept', 'INT-001')
    expect(asked.err).toContain('It is kind — is that so?')
    expect(asked.out).toContain('is accepted')
    expect(await atTerminal(repo, ['y', ''], {}, 'accept', 'INT-001')).toMatchObject({ code: 1 })
  })

  test('--json says all of it on stdout', async () => {
    const { out } = await accepting(withCriteria('[{run: "exit 3"}, "kind"]'), '--yes', '--json')
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      verdict: 'rejected',
      intent: 'INT-001',
      tree: expect.stringMatching(/^[0-9a-f]{40}$/),
      runs: [{ run: 'exit 3', exit: 3 }],
      answers: [{ criterion: 'kind', answer: null }],
    })
  })

  test('leaves nothing in the tree: the evidence is local', async () => {
    const repo = withCriteria('[{run: "true"}]')
    await accepting(repo, '--yes')
    expect(repo.git('status', '--porcelain')).toBe('')
  })
})

describe('intent close', () => {
  const closing = (repo: Governed, ...flags: string[]) => repo.cli('intent', 'close', 'INT-001', ...flags)

  test('needs the criteria to have been tried on exactly these files', async () => {
    const repo = withCriteria('[{run: "true"}]')
    expect(await closing(repo)).toMatchObject({
      code: 2,
      err: expect.stringContaining('have not been tried'),
    })
    await accepting(repo, '--yes')
    repo.write({ 'src/a.ts': 'b\n' })
    expect(await closing(repo)).toMatchObject({ code: 2, err: expect.stringContaining('files have changed') })
    repo.write({ 'src/a.ts': 'a\n' })
    const before = repo.read(FILE)
    expect(await closing(repo)).toMatchObject({ code: 0, out: expect.stringContaining('COMPLETED') })
    expect(repo.read(FILE)).toBe(before.replace('IN_PROGRESS', 'COMPLETED'))
  })

  test('what is noted in the sidecar meanwhile does not undo it', async () => {
    const repo = withCriteria('[{run: "true"}]')
    await accepting(repo, '--yes')
    repo.write({ '.orchestration/AGENT.md': 'note\n' })
    expect((await closing(repo)).code).toBe(0)
  })

  test('criteria that were changed after they were tried have to be tried again', async () => {
    const repo = withCriteria('[{run: "true"}]')
    await accepting(repo, '--yes')
    repo.write({ [FILE]: repo.read(FILE).replace('"true"', '"false"') })
    expect(await closing(repo)).toMatchObject({
      code: 2,
      err: expect.stringContaining('criteria have changed'),
    })
  })

  test.each([
    { criteria: '[{run: "exit 4"}]', why: 'exit 4 ended with 4' },
    { criteria: '["kind"]', why: 'no person has confirmed: kind' },
  ])('is refused: $why', async ({ criteria, why }) => {
    const repo = withCriteria(criteria)
    await accepting(repo, '--yes')
    expect(await closing(repo)).toMatchObject({ code: 2, err: expect.stringContaining(why) })
  })

  test('a person may force it, an agent may not', async () => {
    const repo = withCriteria('[{run: "false"}]')
    const env = { CLAUDECODE: '1' }
    expect((await repo.cliIn('', env, 'intent', 'close', 'INT-001', '--force')).code).toBe(2)
    expect(repo.read(FILE)).toContain('IN_PROGRESS')
    expect((await closing(repo, '--force')).code).toBe(0)
  })

  test('what nothing was asked of is closed at once; what is given up needs no criteria; twice is once', async () => {
    expect((await closing(withCriteria('[]'))).code).toBe(0)
    const repo = withCriteria('[{run: "false"}]')
    expect((await closing(repo, '--abandon')).code).toBe(0)
    expect(repo.read(FILE)).toContain('status: ABANDONED')
    expect(await closing(repo, '--abandon')).toMatchObject({ code: 0, out: 'INT-001 is ABANDONED already\n' })
  })

  test('an acceptance that somebody wrote by hand and wrongly is none', async () => {
    const repo = withCriteria('[{run: "true"}]')
    await accepting(repo, '--yes')
    repo.write({ '.git/intentgate/acceptance/INT-001.json': '{"version":1,"intent":"INT-001"}' })
    expect((await closing(repo)).code).toBe(2)
  })
})
