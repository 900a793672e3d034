import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { clientOn, type Era, linesOf } from '../../mcp/client.ts'
import { gatedRepo } from '../../support/gated-repo.ts'

const INTENTS = `active_intents:
  - id: INT-001
    name: Work on the sources
    status: IN_PROGRESS
    owned_scope: ["src/**"]
  - id: INT-002
    name: Write the documents
    status: IN_PROGRESS
    owned_scope: ["docs/**"]
`

function startServer(
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [resolve('dist/cli.js'), 'mcp'], {
    cwd,
    env: { ...process.env, ...env },
  })
  onTestFinished(() => void child.kill())
  return child
}

async function connectTo(child: ChildProcessWithoutNullStreams, era: Era = 'envelope') {
  child.stdout.setEncoding('utf8')
  return await clientOn((text) => void child.stdin.write(text), linesOf(child.stdout), era)
}

/** Code and signal it ended with. */
function ended(child: ChildProcess): Promise<readonly [number | null, string | null]> {
  return new Promise((done) => child.once('exit', (code, signal) => done([code, signal])))
}

describe.each(['handshake', 'envelope'] as const)('intentgate mcp, begun with %s', (era) => {
  test('answers from a folder inside the repository, and ends with the client', async () => {
    const repo = gatedRepo({ intents: INTENTS })
    const child = startServer(`${repo.dir}/src`)
    const client = await connectTo(child, era)
    const { text } = await client.call('select_active_intent', { intent_id: 'INT-001' })
    expect(text).toContain('<name>Work on the sources</name>')
    const end = ended(child)
    child.stdin.end()
    expect(await end).toEqual([0, null])
  })
})

test('an agent asks what is wrong, mends it as it is told, writes down a lesson, and its commit passes the real hook', async () => {
  const repo = gatedRepo({ intents: INTENTS })
  const client = await connectTo(startServer(repo.dir, { CLAUDE_CODE_SESSION_ID: 'c1' }))
  await client.call('select_active_intent', { intent_id: 'INT-001' })
  repo.write({ 'src/new.ts': 'export const fresh = 1\n' })
  const before = JSON.parse((await client.call('check_changes')).text)
  expect(before.violations).toMatchObject([{ rule: 'trace-missing', path: 'src/new.ts' }])
  const command = /npx intentgate (record [^)]+)/.exec(before.violations[0].remedy)?.[1] ?? ''
  expect(repo.run(...command.trim().split(' ')).code).toBe(0)
  expect(JSON.parse((await client.call('check_changes')).text)).toMatchObject({ verdict: 'pass' })
  expect((await client.call('record_lesson', { lesson: 'Record before you commit' })).isError).toBe(false)
  repo.git('add', '-A')
  expect(repo.commit().code).toBe(0)
  const { text } = await client.call('explain_line', { path: 'src/new.ts', line: 1 })
  expect(text).toContain('INT-001 "Work on the sources"')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a lesson is in scope of every intent, whatever paths that owns', async () => {
  const repo = gatedRepo({ intents: INTENTS })
  expect(repo.run('lesson', 'add', '--intent', 'INT-002', 'Documents have a voice').code).toBe(0)
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0 })
  expect((await repo.landing()).net).toEqual([])
})

test('commands at the same time lose nothing: every lesson and every intent is there, each once', async () => {
  const repo = gatedRepo({ intents: INTENTS })
  const run = (...args: string[]) =>
    ended(spawn(process.execPath, [resolve('dist/cli.js'), ...args], { cwd: repo.dir, env: process.env }))
  const numbers = [1, 2, 3, 4]
  const ends = await Promise.all(
    numbers.flatMap((n) => [
      run('lesson', 'add', '--intent', 'INT-001', `Lesson ${n}`),
      run('intent', 'new', '--name', `Work ${n}`, '--scope', `work${n}/**`),
    ]),
  )
  expect(ends).toEqual(Array(8).fill([0, null]))
  const { intents } = JSON.parse(repo.run('intent', 'list', '--json').out)
  const names = intents.map(
    ({ id, name }: { id: string; name: string }) => `${id} ${name.replace(/\d/, 'n')}`,
  )
  expect(names.slice(2)).toEqual(['INT-003', 'INT-004', 'INT-005', 'INT-006'].map((id) => `${id} Work n`))
  expect(
    repo
      .read('.orchestration/AGENT.md')
      .match(/^- \[INT-001\] Lesson \d$/gm)
      ?.toSorted(),
  ).toEqual(numbers.map((n) => `- [INT-001] Lesson ${n}`))
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0 })
})

test('two servers in one repository: each session has its own intent', async () => {
  const repo = gatedRepo({ intents: INTENTS })
  const [one, two] = await Promise.all(
    ['c1', 'c2'].map((id) => connectTo(startServer(repo.dir, { CLAUDE_CODE_SESSION_ID: id }))),
  )
  await one!.call('select_active_intent', { intent_id: 'INT-001' })
  await two!.call('select_active_intent', { intent_id: 'INT-002' })
  const selected = async (client: typeof one) =>
    JSON.parse((await client!.call('list_intents')).text).selected
  expect([await selected(one), await selected(two)]).toEqual(['INT-001', 'INT-002'])
})

test('nothing but messages goes to stdout, whatever comes in', async () => {
  const repo = gatedRepo({ intents: INTENTS })
  const child = startServer(repo.dir)
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stdin.write('garbage\n{"jsonrpc":"2.0","id":1,"method":"no/such"}\n')
  child.stdin.write('{"jsonrpc":"2.0","id":2,"method":"ping"}\n')
  await expect.poll(() => out.split('\n').length, { timeout: 10_000 }).toBeGreaterThan(1)
  const end = ended(child)
  child.stdin.end()
  await end
  for (const line of out.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
})

test('a message without end is not gathered for ever: the server says so, and exits', async () => {
  const child = startServer(gatedRepo({ intents: INTENTS }).dir)
  let err = ''
  child.stderr.on('data', (text) => {
    err += text
  })
  child.stdin.on('error', () => {}) // it is closed while we write
  child.stdin.write(`{"jsonrpc":"2.0","x":"${'x'.repeat(11 * 1024 * 1024)}`)
  expect(await ended(child)).toEqual([0, null])
  expect(err).toContain('exceeded maximum size')
})

test('outside a repository it says why, and exits', async () => {
  const child = startServer('/')
  let err = ''
  child.stderr.on('data', (text) => {
    err += text
  })
  expect(await ended(child)).toEqual([2, null])
  expect(err).toContain('not inside a git working tree')
})
