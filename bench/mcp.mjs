// What an agent waits for when it asks the running MCP server: warm answers, small and large repository.
import { spawn } from 'node:child_process'
import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { claim, median, ms, table } from './support/measure.mjs'
import { createRepo, env } from './support/repos.mjs'

const WARM_UP = 50
const RUNS = 300
const BOUND_MS = 5

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

function startServer(dir) {
  const child = spawn(process.execPath, [resolve('dist/cli.js'), 'mcp'], {
    cwd: dir,
    env: { ...env, CLAUDE_CODE_SESSION_ID: 'bench' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let rest = ''
  let answered = null
  child.stdout.setEncoding('utf8').on('data', (text) => {
    rest += text
    if (!rest.endsWith('\n')) return
    const message = JSON.parse(rest)
    rest = ''
    answered(message)
  })
  let id = 0
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      answered = (message) => (message.result?.isError || message.error ? reject(message) : resolve(message))
      child.stdin.write(
        `${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params: { ...params, _meta: META } })}\n`,
      )
    })
  return {
    call: (name, args) => ask('tools/call', { name, arguments: args }),
    close: () => child.stdin.end(),
  }
}

/** Times of each call in turn, sorted, so that a busy minute falls on all of them. */
async function timesOf(calls) {
  const times = Object.fromEntries(Object.keys(calls).map((name) => [name, []]))
  for (let i = -WARM_UP; i < RUNS; i++) {
    for (const [name, call] of Object.entries(calls)) {
      const start = process.hrtime.bigint()
      await call(i)
      if (i >= 0) times[name].push(Number(process.hrtime.bigint() - start) / 1e6)
    }
  }
  for (const list of Object.values(times)) list.sort((a, b) => a - b)
  return times
}

/** What a choice writes: the session's binding and the working tree's, each replaced as a whole. */
function replaceTwo(dir, i) {
  for (const name of ['one', 'two']) {
    const file = join(dir, '.git', `bench-${name}`)
    writeFileSync(`${file}.new`, String(i))
    renameSync(`${file}.new`, file)
  }
}

function declareMany(dir) {
  const many = Array.from(
    { length: 200 },
    (_, at) =>
      `  - { id: INT-${1000 + at}, name: "Bench ${at}", status: IN_PROGRESS, owned_scope: ["s${at}/**"] }\n`,
  )
  appendFileSync(join(dir, '.orchestration/active_intents.yaml'), many.join(''))
  const lessons = Array.from({ length: 500 }, (_, at) => `- [INT-001] Lesson ${at}\n`)
  writeFileSync(join(dir, '.orchestration/AGENT.md'), `# Shared memory\n\n${lessons.join('')}`)
}

async function measure({ label, ...size }) {
  const dir = createRepo('mcp', size)
  declareMany(dir)
  const server = startServer(dir)
  const select = (id) => server.call('select_active_intent', { intent_id: id })
  const times = await timesOf({
    list_intents: () => server.call('list_intents', {}),
    'select_active_intent, another one': (i) => select(`INT-${1000 + (i & 1)}`),
    'select_active_intent, the same again': (i) => select(`INT-${1000 + (i & 1)}`),
    'two files replaced': (i) => replaceTwo(dir, i),
  })
  server.close()
  table(
    `MCP, warm, ${label}: 201 intents, 500 lessons`,
    ['call', 'median', '95 %'],
    Object.entries(times).map(([name, list]) => [
      name,
      ms(median(list)),
      ms(list[Math.floor(list.length * 0.95)]),
    ]),
  )
  const [list, another, again, disk] = Object.values(times).map(median)
  claim(`${label}: list_intents / 5 ms`, list / BOUND_MS, 1)
  claim(`${label}: the same intent again / 5 ms`, again / BOUND_MS, 1)
  claim(`${label}: another intent, without the two files it replaces / 5 ms`, (another - disk) / BOUND_MS, 1)
}

export async function bench() {
  await measure({ label: '100 files', files: 100, records: 100, shards: 1 })
  await measure({ label: '50,000 files', files: 50_000, records: 1000, shards: 4 })
}
