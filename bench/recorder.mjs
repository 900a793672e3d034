// What one event of an agent's hook costs, beside `node -e 0`: a write and an edit must not be felt, however large the repository.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { alternate, claim, ms, must, table, times } from './support/measure.mjs'
import { createRepo, env, fileName, git } from './support/repos.mjs'

const RUNS = 25
const hook = resolve('dist/agent.cjs')
const STATUS = ['--no-optional-locks', 'status', '--porcelain=v2', '-z']
/** The least that any node program does for a command: it asks git once, and keeps the answer. */
const LEAST = `const r = require('node:child_process').spawnSync('git', ${JSON.stringify(STATUS)}, { maxBuffer: Infinity })
require('node:fs').writeFileSync('.git/bench-least', r.stdout)
process.exit(r.status)`

function teller(dir, session) {
  let call = 0
  const tell = (event, tool, input, id) => {
    const payload = {
      session_id: session,
      cwd: dir,
      hook_event_name: event,
      tool_name: tool,
      tool_input: input,
      tool_use_id: id,
    }
    return must(process.execPath, [hook, 'claude-code'], { cwd: dir, env, input: JSON.stringify(payload) })
  }
  return { tell, next: () => `call-${call++}` }
}

/** Each variant times one event; whatever else belongs to the call happens untimed, before it. */
function variantsOf(dir, files) {
  const { tell, next } = teller(dir, 'bench')
  let step = 0
  const fresh = () => {
    step++
    return {
      id: next(),
      path: join(dir, `src/new/file${step}.ts`),
      text: `export const fresh${step} = ${step}\n`.repeat(40),
    }
  }
  const known = () => {
    step++
    const path = join(dir, fileName((step * 7) % files))
    return { id: next(), path, text: `${readFileSync(path, 'utf8')}// ${step}\n` }
  }
  const write = ({ path, text }) => {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, text)
  }
  let now
  const event = (make, tool, phase) => ({
    prepare() {
      now = make()
      if (phase === 'PreToolUse') return
      tell('PreToolUse', tool, { file_path: now.path }, now.id)
      write(now)
    },
    run: () => tell(phase, tool, { file_path: now.path }, now.id),
  })
  const shell = (command, phase) => ({
    prepare() {
      now = { id: next() }
      if (phase === 'PostToolUse') tell('PreToolUse', 'Bash', { command }, now.id)
    },
    run: () => tell(phase, 'Bash', { command }, now.id),
  })
  return {
    'node -e 0': { run: () => must(process.execPath, ['-e', '0'], { cwd: dir, env }) },
    'write, before': event(fresh, 'Write', 'PreToolUse'),
    'write, after': event(fresh, 'Write', 'PostToolUse'),
    'edit, before': event(known, 'Edit', 'PreToolUse'),
    'edit, after': event(known, 'Edit', 'PostToolUse'),
    read: event(known, 'Read', 'PreToolUse'),
    'git status --porcelain=v2 -z': {
      run: () => must('git', STATUS, { cwd: dir, env }),
    },
    'node that only asks git status': { run: () => must(process.execPath, ['-e', LEAST], { cwd: dir, env }) },
    'safe command, before': shell('ls -la', 'PreToolUse'),
    'other command, before': shell('npm test', 'PreToolUse'),
    'other command, after': shell('npm test', 'PostToolUse'),
  }
}

export async function bench() {
  const results = [100, 50_000].map((files) => {
    const dir = createRepo('recorder', { files, records: 1000, shards: 4 })
    git(dir, 'commit', '-q', '--allow-empty', '-m', 'x')
    return { files, medians: alternate(variantsOf(dir, files), RUNS) }
  })
  for (const { files, medians } of results) {
    const node = medians['node -e 0']
    const rows = Object.entries(medians).map(([name, value]) => [name, ms(value), times(value / node)])
    table(`one event, ${files.toLocaleString('en')} files`, ['event', 'takes', '× node -e 0'], rows)
  }
  const [small, large] = results
  for (const name of ['write, before', 'write, after', 'edit, before', 'edit, after']) {
    for (const { files, medians } of results)
      claim(
        `${name}, ${files.toLocaleString('en')} files / node -e 0`,
        medians[name] / medians['node -e 0'],
        1.6,
      )
    const ratio = ({ medians }) => medians[name] / medians['node -e 0']
    claim(`${name}: 50,000 / 100 files`, ratio(large) / ratio(small), 1.15)
  }
  for (const result of results)
    for (const name of ['other command, before', 'other command, after']) claimCommand(name, result)
}

/** 1.3 × one git status, without node's start. Where git is faster than node gets ready to start it, nothing holds that. */
function claimCommand(name, { files, medians }) {
  const what = `${name}, ${files.toLocaleString('en')} files`
  const own = (event) => (medians[event] - medians['node -e 0']) / medians['git status --porcelain=v2 -z']
  const least = 'node that only asks git status'
  if (own(least) <= 1.3) return claim(`${what}, without node's start / git status`, own(name), 1.3)
  console.log(`        ${what}: ${times(own(name))} git status; ${least}: ${times(own(least))}`)
  claim(`${what} / ${least}`, medians[name] / medians[least], 1.6)
}
