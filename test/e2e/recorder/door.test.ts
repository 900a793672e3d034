import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'
import { claudeCode, ledger, recorded, recorderLog } from './agent.ts'

const GLOBS = `active_intents:
  - { id: INT-001, name: x, status: IN_PROGRESS, owned_scope: ["src/**/*.{ts,txt,sh}"] }
`

/** Everything that takes another way inside: no git, git's diff, a secret, a filter, a new file, a command, the end of a turn. */
function story(door: 'hook' | 'bundle') {
  const repo = gatedRepo({
    intents: GLOBS,
    files: { '.gitattributes': '*.txt text=auto\n', 'src/old.sh': 'true\n' },
  })
  const agent = claudeCode(repo, { door })
  const written = () => recorded(repo).length
  agent.edit('src/app.ts', 'item3 = 3\n', 'item3 = 33\n')
  expect(written()).toBe(1)
  agent.call('Edit', { file_path: join(repo.dir, 'src/app.ts') }, () =>
    repo.write({ 'src/app.ts': edit(repo.read('src/app.ts'), { 1: 'a\n', 9: 'b\nc\n', 14: '' }) }),
  )
  agent.write('src/new.ts', APP)
  agent.write('src/secret.ts', 'const password = "hunter2hunter2"\n')
  agent.write('src/crlf.txt', 'a\r\nb\r\n')
  agent.bash('chmod +x src/old.sh && echo more >> src/new.ts')
  agent.write('docs/unowned.md', 'x\n')
  repo.write({ 'src/new.ts': 'by hand\n' })
  agent.tell('Stop')
  const said = recorderLog(repo).replace(/^\S+ /gm, '')
  return { records: recorded(repo), said, tools: ledger(repo).map(({ tool }) => tool.call), repo }
}

test('the small bundle that hooks start records what the command records', () => {
  const [command, bundle] = [story('hook'), story('bundle')]
  expect(bundle.records.sort()).toEqual(command.records.sort())
  expect(bundle.records).toHaveLength(7)
  expect(bundle.said).toBe(command.said)
  expect(bundle.said).toContain('docs/unowned.md is not recorded')
  expect(bundle.tools.sort()).toEqual(command.tools.sort())
  expect(bundle.repo.run('ledger', 'verify').code).toBe(0)
})

test('the bundle stops no agent, whatever it is started with', async () => {
  const repo = gatedRepo()
  for (const args of [[], ['nobody'], ['claude-code', '--nonsense'], ['claude-code', '--mode', 'nonsense']]) {
    const child = spawn(process.execPath, [resolve('dist/agent.cjs'), ...args], { cwd: repo.dir })
    child.stdin.on('error', () => {})
    child.stdin.end('{"hook_event_name":"Stop","session_id":"s"}')
    const [code] = await once(child, 'close')
    expect([args, code]).toEqual([args, 0])
  }
})

test('a payload that comes in pieces is read whole', async () => {
  const repo = gatedRepo()
  const child = spawn(process.execPath, [resolve('dist/agent.cjs'), 'claude-code', '--mode', 'gate'], {
    cwd: repo.dir,
  })
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  const input = { file_path: join(repo.dir, 'src/a.ts'), content: 'x'.repeat(300_000) }
  const payload = JSON.stringify({
    session_id: 's',
    cwd: repo.dir,
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: input,
    tool_use_id: 'a',
  })
  for (let at = 0; at < payload.length; at += 100_000) {
    child.stdin.write(payload.slice(at, at + 100_000))
    await new Promise((done) => setTimeout(done, 30))
  }
  child.stdin.end()
  await once(child, 'close')
  expect(out).toContain('You must call select_active_intent before writing files.')
})

test('what V8 made of the bundle is kept beside it, and where that is damaged nothing else changes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'intentgate-door-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync('dist', folder, { recursive: true, filter: (file) => !/compiled|grammars|types/.test(file) })
  const repo = gatedRepo()
  const write = (step: number) => {
    const path = join(repo.dir, `src/new${step}.ts`)
    for (const event of ['PreToolUse', 'PostToolUse']) {
      const tool = { tool_name: 'Write', tool_use_id: `${step}`, tool_input: { file_path: path } }
      const input = JSON.stringify({ session_id: 's', cwd: repo.dir, hook_event_name: event, ...tool })
      const door = spawnSync(process.execPath, [join(folder, 'agent.cjs'), 'claude-code'], { input })
      expect([door.status, door.stdout.toString(), door.stderr.toString()]).toEqual([0, '', ''])
      repo.write({ [`src/new${step}.ts`]: APP })
    }
  }
  const kept = () => readdirSync(join(folder, 'compiled')).map((name) => join(folder, 'compiled', name))
  write(1)
  expect(kept().map((file) => basename(file).replace(/-v\d.*/, ''))).toEqual([
    'agent-main-after',
    'agent-main-before',
    'agent-record-after',
  ])
  for (const file of kept())
    writeFileSync(
      file,
      readFileSync(file).map((byte, at) => (at % 1000 === 999 ? byte ^ 255 : byte)),
    )
  write(2)
  write(3)
  expect(recorded(repo)).toHaveLength(3)
})
