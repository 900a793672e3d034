import { spawnSync } from 'node:child_process'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'
import { claudeCode, ledger, recorded, recorderLog, runHook } from './agent.ts'

/** `path operation [added lines] contributor` */
const claims = (repo: GatedRepo) =>
  ledger(repo).flatMap(({ files }) =>
    files.map(({ path, operation, conversations: [said] }) => {
      const lines = said!.ranges.map(({ start_line, end_line }) => `${start_line}-${end_line}`)
      return `${path} ${operation} [${lines}] ${said!.contributor.type}`
    }),
  )

describe('a host of agent-v1 checkpoints', () => {
  const start = () => {
    const repo = gatedRepo()
    const say = (payload: object) =>
      runHook(repo, JSON.stringify({ repo_working_dir: repo.dir, ...payload }), ['generic'], 'bundle')
    const ai = { conversation_id: 'c', agent_name: 'my-agent', model: 'vendor/model' }
    return { repo, say, ai }
  }

  test.each<[string, object]>([
    ['in no session', {}],
    ['in the session', { conversation_id: 'c' }],
  ])('what a person wrote before the checkpoint is not the agent’s: %s', (_, session) => {
    const { repo, say, ai } = start()
    repo.write({ 'src/a.ts': 'person\n' })
    say({ ...session, type: 'human', will_edit_filepaths: ['src/a.ts', 'src/untouched.ts'] })
    repo.write({ 'src/a.ts': 'person\nagent\n' })
    say({ ...ai, type: 'ai_agent', edited_filepaths: [join(repo.dir, 'src/a.ts')] })
    expect(claims(repo)).toEqual(['src/a.ts modify [2-2] ai'])
  })

  test('a checkpoint counts for one edit, and for none once another session has recorded the file', () => {
    const { repo, say, ai } = start()
    repo.write({ 'src/a.ts': 'person\n' })
    say({ type: 'human', will_edit_filepaths: ['src/a.ts'] })
    claudeCode(repo).write('src/a.ts', 'person\nother\n')
    repo.write({ 'src/a.ts': 'person\nother\nagent\n' })
    say({ ...ai, type: 'ai_agent', edited_filepaths: ['src/a.ts'] })
    expect(claims(repo).sort()).toEqual(['src/a.ts create [1-3] unknown', 'src/a.ts modify [2-2] ai'])
  })

  test('what its command changed is recorded', () => {
    const { repo, say, ai } = start()
    const command = 'echo a > src/a.ts'
    say({ ...ai, type: 'pre_shell_command', command })
    repo.write({ 'src/a.ts': 'a\n' })
    say({ ...ai, type: 'post_shell_command', command })
    expect(claims(repo)).toEqual(['src/a.ts create [1-1] ai'])
  })
})

test('of an edit whose beginning nobody told, it is not said that the agent wrote all of it', () => {
  const repo = gatedRepo({ files: { 'src/a.ts': 'old\n' } })
  repo.write({ 'src/a.ts': 'old\nperson\nagent\n', 'src/new.ts': 'a\n' })
  for (const path of ['src/a.ts', 'src/new.ts'])
    claudeCode(repo).tell('PostToolUse', {
      tool_name: 'Edit',
      tool_use_id: path,
      tool_input: { file_path: join(repo.dir, path) },
    })
  expect(claims(repo)).toEqual(['src/a.ts modify [2-3] unknown', 'src/new.ts create [1-1] ai'])
})

describe('what a stash took away and gave back is not the command’s', () => {
  const start = () => {
    const repo = gatedRepo({ files: { 'src/a.ts': 'old\n', 'src/crlf.ts': 'old\r\n' } })
    repo.write({ 'src/a.ts': 'old\nperson\n', 'src/b.ts': 'person\n', 'src/crlf.ts': 'old\r\nperson\r\n' })
    return { repo, agent: claudeCode(repo) }
  }

  test('in two commands', () => {
    const { repo, agent } = start()
    agent.bash('git stash -q --include-untracked')
    agent.bash('echo agent > src/c.ts')
    agent.bash('git stash pop -q')
    expect(recorded(repo)).toEqual(['src/c.ts create [1-1]'])
  })

  test('of a stash that was there before, and stays', () => {
    const { repo, agent } = start()
    repo.git('stash', '-q', '--include-untracked')
    agent.bash('git stash apply -q && echo agent > src/c.ts')
    expect(recorded(repo)).toEqual(['src/c.ts create [1-1]'])
  })

  test('where git converts line ends', () => {
    const { repo, agent } = start()
    repo.git('config', 'core.autocrlf', 'true')
    agent.bash('git stash -q --include-untracked')
    agent.bash('git stash pop -q')
    expect(recorded(repo)).toEqual([])
  })

  test('but what the command then writes is', () => {
    const { repo, agent } = start()
    agent.bash('git stash -q --include-untracked')
    agent.bash('git stash pop -q && echo agent >> src/b.ts')
    expect(recorded(repo)).toEqual(['src/b.ts create [1-2]'])
  })
})

test('what a person writes while an agent waits for the permission to run a command is not the command’s', async () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  const told = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'npm test' } }
  agent.tell('PreToolUse', told)
  repo.write({ 'src/person.ts': 'person\n' })
  await new Promise((agreed) => setTimeout(agreed, 7_000))
  repo.write({ 'src/agent.ts': 'agent\n' })
  agent.tell('PostToolUse', { ...told, duration_ms: 10 })
  expect(recorded(repo)).toEqual(['src/agent.ts create [1-1]'])
})

test('a hook that is killed while it settles a call loses it to nobody: the end of the turn says so', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.tell('PreToolUse', {
    tool_name: 'Write',
    tool_use_id: 't1',
    tool_input: { file_path: join(repo.dir, 'src/a.ts') },
  })
  repo.write({ 'src/a.ts': 'a\n' })
  const sessions = join(repo.dir, '.git/intentgate/sessions')
  const key = readdirSync(sessions).find((name) => !name.endsWith('.json'))!
  const calls = join(sessions, key, 'calls')
  const open = readdirSync(calls).find((name) => name.endsWith('.json'))!
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  renameSync(join(calls, open), join(calls, `${open}.${gone}`))
  agent.tell('Stop')
  expect(recorderLog(repo)).toContain(
    'unattributed: src/a.ts has changed since it was recorded (a Write call',
  )
  expect(recorderLog(repo)).toContain('npx intentgate record src/a.ts\n')
  expect(readdirSync(calls).filter((name) => name.includes('.json'))).toEqual([])
})

describe('a tool of an MCP server', () => {
  const tools: [string, (path: string) => Record<string, unknown>][] = [
    ['mcp__files__write_file', (path) => ({ path, content: 'a' })],
    ['mcp__desk__execute_command', (path) => ({ command: `echo a > ${path}` })],
    ['mcp__code__refactor', (path) => ({ target: path })],
    ['mcp__code__rename', (path) => ({ request: { where: [path] } })],
  ]
  test.each(tools)('%s is recorded by the disk', (tool, input) => {
    const repo = gatedRepo()
    claudeCode(repo).call(tool, input('src/a.ts'), () => repo.write({ 'src/a.ts': 'a\n' }))
    expect(recorded(repo)).toEqual(['src/a.ts create [1-1]'])
  })

  test('that only names a file claims nothing of it, told before or not', () => {
    const repo = gatedRepo({ files: { 'src/a.ts': 'old\n' } })
    repo.write({ 'src/a.ts': 'person\n' })
    const agent = claudeCode(repo)
    agent.call('mcp__code__outline', { target: 'src/a.ts' }, () => {})
    agent.tell('PostToolUse', {
      tool_name: 'mcp__code__outline',
      tool_use_id: 'late',
      tool_input: { target: 'src/a.ts' },
    })
    expect(recorded(repo)).toEqual([])
  })

  test('gate: one that writes is refused like any other', () => {
    const agent = claudeCode(gatedRepo(), { mode: 'gate' })
    const answer = agent.call('mcp__files__write_file', { path: 'src/a.ts' }, () => {})
    expect(answer?.hookSpecificOutput?.permissionDecisionReason).toContain('NO_ACTIVE_INTENT')
  })
})

test('gate: nobody writes git’s own files, with an intent or without', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo, { mode: 'gate' })
  agent.select('INT-001')
  const answer = agent.write('.git/hooks/post-merge', 'exit 0\n')
  expect(answer?.hookSpecificOutput?.permissionDecisionReason).toContain('edit .git/hooks/post-merge')
  expect(agent.write('src/.gitkeep', '')).toBeNull()
})

test('gate: nobody writes the ledger by hand, with an intent or without', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo, { mode: 'gate' })
  const forge = () => agent.write('.orchestration/agent_trace/2026-11/30-forged.jsonl', '{}\n')
  expect(forge()?.hookSpecificOutput?.permissionDecisionReason).toContain('SCOPE_VIOLATION')
  agent.select('INT-001')
  expect(forge()?.hookSpecificOutput?.permissionDecisionReason).toContain('npx intentgate record')
})

describe('gate: what git ignores can never be committed', () => {
  const start = () => {
    const repo = gatedRepo({
      files: {
        '.gitignore': 'node_modules/\ndist/\n.env\n*.local.json\n.husky/_\n',
        'dist/kept.js': 'old\n',
      },
    })
    const agent = claudeCode(repo, { mode: 'gate' })
    const refusal = (path: string) =>
      agent.write(path, 'x\n')?.hookSpecificOutput?.permissionDecisionReason ?? null
    return { repo, agent, refusal }
  }

  test('so no scope has to cover it, but an intent has to be selected', () => {
    const { repo, agent, refusal } = start()
    expect(refusal('.env')).toContain('NO_ACTIVE_INTENT')
    agent.select('INT-001')
    for (const path of ['.env', 'dist/deep/out.js', 'node_modules/some/index.js'])
      expect([path, refusal(path)]).toEqual([path, null])
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('but what is tracked all the same, or what the gate or the hooks hang on, is guarded as before', () => {
    const { repo, agent, refusal } = start()
    repo.git('add', '-f', 'dist/kept.js')
    agent.select('INT-001')
    for (const path of [
      'dist/kept.js',
      'part/node_modules/intentgate/dist/hook.cjs',
      'node_modules/.bin/intentgate',
      'node_modules/husky/index.js',
      '.claude/settings.local.json',
      '.husky/_/pre-commit',
      'docs/not-ignored.md',
    ])
      expect([path, refusal(path)]).toEqual([path, expect.stringContaining('SCOPE_VIOLATION')])
  })
})
