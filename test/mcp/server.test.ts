import { describe, expect, test } from 'vitest'
import { readBinding, readDeclared, sessionKeyOf, writeBinding } from '../../src/store/bindings.ts'
import { governed, intents, writeTraced } from '../cli/governed.ts'
import { connect } from './client.ts'

const stateOf = (dir: string) => `${dir}/.git/intentgate`

describe.each(['handshake', 'envelope'] as const)('a client that begins with %s', (era) => {
  test('finds five tools, each with a description and a schema of what it takes', async () => {
    const client = await connect(governed().dir, { era })
    const { tools } = await client.ask('tools/list')
    const listed = tools as { name: string; description: string; inputSchema: { type: string } }[] // the protocol's
    expect(listed.map(({ name }) => name)).toEqual([
      'select_active_intent',
      'list_intents',
      'check_changes',
      'record_lesson',
      'explain_line',
    ])
    for (const { description, inputSchema } of listed) {
      expect(description.length).toBeGreaterThan(60)
      expect(inputSchema.type).toBe('object')
    }
    expect(JSON.stringify(listed[0]!.inputSchema)).toContain('"required":["intent_id"]')
    expect(listed[1]!.inputSchema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        status: {
          description: expect.stringContaining('IN_PROGRESS'),
          default: 'open',
          type: 'string',
          enum: ['open', 'all'],
        },
      },
    })
  })

  test('selects an intent and is told its context', async () => {
    const repo = governed()
    const client = await connect(repo.dir, { era })
    const { text, isError } = await client.call('select_active_intent', { intent_id: 'INT-001' })
    expect(isError).toBe(false)
    expect(text).toMatch(/^<intent_context>\n {2}<id>INT-001<\/id>\n/)
    expect(text).toContain(
      '<intent id="INT-000" level="1" status="IN_PROGRESS">Visitors feel at home</intent>',
    )
    expect(readDeclared(stateOf(repo.dir))).toBe('INT-001')
  })
})

test('the server tells every client the protocol before anything is called', async () => {
  const client = await connect(governed().dir)
  const { instructions } = await client.ask('server/discover')
  expect(instructions).toContain('select_active_intent')
})

test('an id that cannot be worked on is refused as JSON that says what would work, and binds nobody', async () => {
  const repo = governed()
  const client = await connect(repo.dir)
  const { text, isError } = await client.call('select_active_intent', { intent_id: 'INT-002' })
  expect(isError).toBe(true)
  expect(JSON.parse(text)).toEqual({
    code: 'INACTIVE_INTENT',
    message: expect.stringContaining('INT-002 is PLANNED'),
    intent: 'INT-002',
    next: ['select INT-000: Visitors feel at home', 'select INT-001: Greet visitors by name'],
  })
  expect(readDeclared(stateOf(repo.dir))).toBeNull()
})

describe('the session of a call', () => {
  const codex = (session_id: string) => ({ 'x-codex-turn-metadata': { session_id, turn_id: 't1' } })
  const keyOf = (id: string) => sessionKeyOf('codex', id)

  test('is the one its _meta names: parallel sessions of one server do not share an intent', async () => {
    const repo = governed()
    const client = await connect(repo.dir)
    await client.call('select_active_intent', { intent_id: 'INT-001' }, codex('one'))
    await client.call('select_active_intent', { intent_id: 'INT-000' }, codex('two'))
    expect(readBinding(stateOf(repo.dir), keyOf('one'))).toBe('INT-001')
    expect(readBinding(stateOf(repo.dir), keyOf('two'))).toBe('INT-000')
    const { text } = await client.call('list_intents', {}, codex('one'))
    expect(JSON.parse(text).selected).toBe('INT-001')
  })

  test('is the one of its environment where the call does not say', async () => {
    const repo = governed()
    const session = { agent: 'claude-code', session: 'c1' }
    const client = await connect(repo.dir, { session })
    await client.call('select_active_intent', { intent_id: 'INT-001' })
    expect(readBinding(stateOf(repo.dir), sessionKeyOf('claude-code', 'c1'))).toBe('INT-001')
  })

  test('keeps what its own hook bound: a subagent that asks the same server changes nothing for its parent', async () => {
    const repo = governed()
    const client = await connect(repo.dir)
    await client.call('list_intents')
    writeBinding(stateOf(repo.dir), keyOf('one'), 'INT-000')
    await client.call('select_active_intent', { intent_id: 'INT-001' }, codex('one'))
    expect(readBinding(stateOf(repo.dir), keyOf('one'))).toBe('INT-000')
  })
})

test('list_intents shows those that can be selected, or all', async () => {
  const client = await connect(governed().dir)
  const ids = async (args: object) =>
    JSON.parse((await client.call('list_intents', args)).text).intents.map(({ id }: { id: string }) => id)
  expect(await ids({})).toEqual(['INT-000', 'INT-001'])
  expect(await ids({ status: 'all' })).toEqual(['INT-000', 'INT-001', 'INT-002'])
})

test('an intent that was closed meanwhile is no longer the selected one', async () => {
  const repo = governed()
  const client = await connect(repo.dir)
  await client.call('select_active_intent', { intent_id: 'INT-000' })
  repo.write({ '.orchestration/active_intents.yaml': intents.replace('IN_PROGRESS', 'COMPLETED') })
  expect(JSON.parse((await client.call('list_intents')).text).selected).toBeNull()
})

describe('check_changes', () => {
  test('judges what is not staged as if it were, and stages nothing', async () => {
    const repo = governed()
    const client = await connect(repo.dir)
    repo.write({ 'src/greet/new.ts': 'export const a = 1\n' })
    const refused = JSON.parse((await client.call('check_changes')).text)
    expect(refused).toMatchObject({
      verdict: 'fail',
      violations: [{ rule: 'trace-missing', path: 'src/greet/new.ts', remedy: expect.any(String) }],
    })
    expect(repo.git('diff', '--cached', '--name-only')).toBe('')
    expect((await repo.cli('record', '--intent', 'INT-001')).code).toBe(0)
    expect(JSON.parse((await client.call('check_changes')).text)).toMatchObject({
      verdict: 'pass',
      checked: 2,
    })
  })

  test('judges what is staged with the records that the hook would stage by itself', async () => {
    const repo = governed()
    const client = await connect(repo.dir)
    await writeTraced(repo, 'src/greet/hello.ts', 'hello\n')
    repo.git('reset', '-q', '--', '.orchestration')
    repo.write({ 'src/greet/scratch.ts': 'not staged\n' })
    expect(JSON.parse((await client.call('check_changes', { scope: 'staged' })).text).verdict).toBe('pass')
    expect(JSON.parse((await client.call('check_changes', { scope: 'all' })).text).verdict).toBe('fail')
  })

  test('writes no object into the repository', async () => {
    const repo = governed()
    const client = await connect(repo.dir)
    repo.write({ 'src/greet/new.ts': 'export const a = 1\n' })
    const before = repo.git('count-objects', '-v')
    await client.call('check_changes')
    expect(repo.git('count-objects', '-v')).toBe(before)
  })

  test('does not resolve a conflict by adding its markers', async () => {
    const repo = governed({ 'src/greet/a.ts': 'base\n' })
    const client = await connect(repo.dir)
    repo.git('checkout', '-q', '-b', 'side')
    repo.write({ 'src/greet/a.ts': 'side\n' })
    repo.git('commit', '-qam', 'side')
    repo.git('checkout', '-q', 'main')
    repo.write({ 'src/greet/a.ts': 'main\n' })
    repo.git('commit', '-qam', 'main')
    repo.tryGit(['merge', 'side'])
    const { text, isError } = await client.call('check_changes')
    expect(isError).toBe(true)
    expect(JSON.parse(text)).toMatchObject({
      code: 'UNMERGED',
      message: expect.stringContaining('src/greet/a.ts'),
    })
  })
})

describe('record_lesson', () => {
  const agentMd = '.orchestration/AGENT.md'

  test('needs an intent', async () => {
    const client = await connect(governed().dir)
    const { text, isError } = await client.call('record_lesson', { lesson: 'Be kind' })
    expect(isError).toBe(true)
    expect(JSON.parse(text)).toMatchObject({
      code: 'NO_ACTIVE_INTENT',
      message: 'You must call select_active_intent before writing files.',
    })
  })

  test('writes a lesson with its trace: the next session is told, and the change passes', async () => {
    const repo = governed()
    const client = await connect(repo.dir)
    await client.call('select_active_intent', { intent_id: 'INT-001' })
    expect((await client.call('record_lesson', { lesson: 'Greet\n twice </lesson>' })).isError).toBe(false)
    expect(repo.read(agentMd)).toMatch(/\n## Lessons\n\n- \[INT-001\] Greet twice <\/lesson>\n$/)
    const told = (await client.call('select_active_intent', { intent_id: 'INT-001' })).text
    expect(told).toContain('<lesson intent="INT-001">Greet twice &lt;/lesson&gt;</lesson>')
    const verdict = JSON.parse((await client.call('check_changes')).text)
    expect(verdict).toMatchObject({ verdict: 'pass', violations: [] })
  })

  test('does not claim what somebody else wrote into the file', async () => {
    const repo = governed({ [agentMd]: '# Memory\n\n- one\n' })
    const client = await connect(repo.dir)
    repo.write({ [agentMd]: '# Memory\n\n- one\n- by hand\n' })
    await client.call('record_lesson', { lesson: 'Two', intent_id: 'INT-001' })
    const verdict = JSON.parse((await client.call('check_changes')).text)
    expect(verdict).toMatchObject({
      verdict: 'fail',
      violations: [{ rule: 'hash-mismatch', path: agentMd, line: 4, endLine: 4 }],
    })
  })

  test('writes what is there already no second time', async () => {
    const repo = governed()
    const client = await connect(repo.dir)
    const lesson = { lesson: 'For all', intent_id: 'INT-001', for_everybody: true }
    await client.call('record_lesson', lesson)
    const once = repo.read(agentMd)
    expect(JSON.parse((await client.call('record_lesson', lesson)).text).outcome).toBe('known')
    expect(repo.read(agentMd)).toBe(once)
    expect(once).toContain('\n- For all\n')
  })

  test('many at once: none is lost, and no record claims the lesson of another', async () => {
    const repo = governed({ [agentMd]: '- zero\n' })
    const client = await connect(repo.dir)
    await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        client.call('record_lesson', { lesson: `Lesson ${at}`, intent_id: 'INT-001' }),
      ),
    )
    expect(repo.read(agentMd).match(/^- \[INT-001\] Lesson \d$/gm)).toHaveLength(6)
    const records = repo
      .git('grep', '--no-index', '-h', 'content_hash', '--', '.orchestration/agent_trace')
      .split('\n')
      .map((line) => JSON.parse(line))
    const added = records.map(({ files }) =>
      files[0].hunks.map((hunk: { added: string }) => hunk.added.length),
    )
    expect(added).toEqual(Array(6).fill([12]))
    expect(JSON.parse((await client.call('check_changes')).text).verdict).toBe('pass')
  })

  test.each([
    { args: { lesson: 'x'.repeat(501), intent_id: 'INT-001' }, code: 'USAGE', message: '501 characters' },
    { args: { lesson: ' \n ', intent_id: 'INT-001' }, code: 'USAGE', message: 'empty' },
    { args: { lesson: 'x', intent_id: 'INT-002' }, code: 'USAGE', message: 'PLANNED' },
    { args: { intent_id: 'INT-001' }, code: 'INVALID_ARGUMENT', message: 'lesson' },
  ])('$code: $message', async ({ args, code, message }) => {
    const client = await connect(governed().dir)
    const { text, isError } = await client.call('record_lesson', args)
    expect(isError).toBe(true)
    expect(JSON.parse(text)).toMatchObject({ code, message: expect.stringContaining(message) })
  })
})

describe('explain_line', () => {
  test('leads from a line to the purpose it serves', async () => {
    const repo = governed()
    await writeTraced(repo, 'src/greet/hello.ts', 'hello\nworld\n')
    repo.git('commit', '-qm', 'work')
    const client = await connect(repo.dir)
    const { text } = await client.call('explain_line', { path: 'src/greet/hello.ts', line: 2 })
    expect(text).toContain('INT-001 "Greet visitors by name"')
    expect(text).toContain('for INT-000 "Visitors feel at home"')
    expect(text).not.toContain('\u001b')
  })

  test('a line that is not staged yet is explained, and said to be that', async () => {
    const repo = governed()
    repo.write({ 'src/greet/hello.ts': 'hello\n' })
    const client = await connect(repo.dir)
    const { text, isError } = await client.call('explain_line', { path: 'src/greet/hello.ts', line: 1 })
    expect(isError).toBe(false)
    expect(text).toContain('not staged yet; if it were, with its records')
    expect(text).toContain('no record of this file adds such a line')
  })

  test.each(['../outside.ts', '--help', 'no/such/file'])('%s is refused as JSON', async (path) => {
    const client = await connect(governed().dir)
    const { text, isError } = await client.call('explain_line', { path })
    expect(isError).toBe(true)
    expect(JSON.parse(text)).toMatchObject({ code: 'USAGE', next: [expect.any(String)] })
  })
})

describe('a client that misbehaves', () => {
  test('a wrong argument is refused as JSON that names it', async () => {
    const client = await connect(governed().dir)
    const missing = '✖ Invalid input: expected string, received undefined\n  → at intent_id'
    for (const [args, message] of [
      [{}, missing],
      [{ intent_id: 7 }, missing.replace('undefined', 'number')],
      [{ intent: 'INT-001' }, missing],
      [{ intent_id: '' }, '✖ Too small: expected string to have >=1 characters\n  → at intent_id'],
    ] as const) {
      const { text, isError } = await client.call('select_active_intent', args)
      expect(isError).toBe(true)
      expect(JSON.parse(text)).toMatchObject({ code: 'INVALID_ARGUMENT', message })
    }
  })

  test('lines that are no messages do not end the server', async () => {
    const client = await connect(governed().dir)
    client.send('no json\n\n{"jsonrpc":"2.0"}\n[]\n')
    expect((await client.call('list_intents')).isError).toBe(false)
    expect(client.errors.length).toBeGreaterThan(0)
  })

  test('intents that cannot be read are an error with the line, and no context', async () => {
    const repo = governed()
    const client = await connect(repo.dir)
    repo.write({ '.orchestration/active_intents.yaml': 'active_intents:\n  - id: INT-001\n' })
    const { text, isError } = await client.call('select_active_intent', { intent_id: 'INT-001' })
    expect(isError).toBe(true)
    expect(JSON.parse(text)).toMatchObject({ code: 'INVALID_FILE', message: expect.stringContaining(':2:') })
  })
})
