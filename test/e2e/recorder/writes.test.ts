import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'
import { claudeCode, ledger, recorded } from './agent.ts'

test('what an agent writes and edits is recorded as it goes, and the commit passes', async () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.write('src/new.ts', 'export const a = 1\nexport const b = 2\n')
  agent.edit('src/app.ts', 'item3 = 3', 'item3 = 33')
  expect(recorded(repo)).toEqual(['src/new.ts create [1-2]', 'src/app.ts modify [3-3]'])
  expect(ledger(repo)[0]).toMatchObject({
    intent_id: 'INT-001',
    tool: { name: 'claude-code', call: 'Write' },
    vcs: { revision: repo.git('rev-parse', 'HEAD') },
    files: [{ conversations: [{ contributor: { type: 'ai' } }] }],
  })
  repo.git('add', 'src')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('after a commit the session goes on in a shard of its own', async () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  for (const round of [1, 2, 3]) {
    agent.edit('src/app.ts', `item${round} = ${round}\n`, `item${round} = ${round}0\n`)
    repo.git('add', 'src')
    expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  }
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('what a person changes between two writes is not claimed, and the commit is refused', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.edit('src/app.ts', 'item3 = 3', 'item3 = 33')
  repo.write({ 'src/app.ts': repo.read('src/app.ts').replace('item9 = 9', 'item9 = 99') })
  agent.edit('src/app.ts', 'item20 = 20', 'item20 = 2020')
  expect(recorded(repo)).toEqual(['src/app.ts modify [3-3]', 'src/app.ts modify [20-20]'])
  repo.git('add', 'src')
  const refused = repo.commit()
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('hash-mismatch src/app.ts:9')
})

test('what changes in a file before its own write is not claimed either', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  repo.write({ 'src/app.ts': edit(APP, { 9: 'by hand\n' }) })
  agent.edit('src/app.ts', 'item20 = 20', 'item20 = 2020')
  expect(recorded(repo)).toEqual(['src/app.ts modify [20-20]'])
})

test('an event that is told twice, by a hook in two settings files, is one record', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  const told = {
    tool_name: 'Write',
    tool_input: { file_path: join(repo.dir, 'src/new.ts'), content: 'x' },
    tool_use_id: 'toolu_twice',
  }
  agent.tell('PreToolUse', told)
  agent.tell('PreToolUse', told)
  repo.write({ 'src/new.ts': 'one\n' })
  agent.tell('PostToolUse', told)
  agent.tell('PostToolUse', told)
  expect(recorded(repo)).toEqual(['src/new.ts create [1-1]'])
})

test('also where both are told at the same time', async () => {
  const repo = gatedRepo()
  claudeCode(repo).select('INT-001')
  const tell = async (event: string) => {
    const payload = {
      session_id: 'session-1',
      cwd: repo.dir,
      hook_event_name: event,
      tool_name: 'Write',
      tool_input: { file_path: join(repo.dir, 'src/app.ts') },
      tool_use_id: 'toolu_at_once',
    }
    const child = spawn(process.execPath, [resolve('dist/cli.js'), 'hook', 'claude-code'], { cwd: repo.dir })
    child.stdin.end(JSON.stringify(payload))
    await once(child, 'close')
  }
  repo.write({ 'src/app.ts': edit(APP, { 9: 'by hand\n' }) })
  await Promise.all([tell('PreToolUse'), tell('PreToolUse')])
  repo.write({ 'src/app.ts': edit(APP, { 9: 'by hand\n', 20: 'by the agent\n' }) })
  await Promise.all([tell('PostToolUse'), tell('PostToolUse'), tell('PostToolUse')])
  expect(recorded(repo)).toEqual(['src/app.ts modify [20-20]'])
})

test('a call that failed, or wrote nothing, leaves no trace; one that says it failed and wrote all the same does', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.call('Edit', { file_path: join(repo.dir, 'src/app.ts') }, () => {})
  const told = { tool_name: 'Write', tool_input: { file_path: join(repo.dir, 'src/b.ts') }, tool_use_id: 't' }
  agent.tell('PreToolUse', told)
  repo.write({ 'src/b.ts': 'b\n' })
  agent.tell('PostToolUseFailure', told)
  expect(recorded(repo)).toEqual(['src/b.ts create [1-1]'])
})

test('files that git ignores, and files outside, are none of the ledger', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.write('node_modules/x.js', 'x\n')
  agent.call('Write', { file_path: '/tmp/intentgate-nowhere.txt' }, () => {})
  agent.call('Write', { file_path: join(repo.dir, '.git/description') }, () =>
    repo.write({ '.git/description': 'x\n' }),
  )
  agent.write('src/in.ts', 'x\n')
  expect(recorded(repo)).toEqual(['src/in.ts create [1-1]'])
})

test.each([
  [
    'carriage returns that git converts',
    { '.gitattributes': '* text=auto\n' },
    'src/a.txt',
    'a\r\nb\r\n',
    'a\r\nB\r\n',
  ],
  ['a binary file', {}, 'src/a.bin', 'a\0b', 'a\0c'],
  ['a name with a space and an umlaut', {}, 'src/ä b.ts', 'a\n', 'b\n'],
  ['a last line without a newline', {}, 'src/a.ts', 'a', 'a\nb'],
  ['an empty file that is filled', {}, 'src/a.ts', '', 'a\n'],
  [
    'a line that looks like a secret',
    {},
    'src/a.ts',
    'const password = "hunter2hunter2"\n',
    'const password = "geheim123456"\n',
  ],
  ['8 MiB and more', {}, 'src/a.txt', 'a\n'.repeat(5 << 20), 'b\n'.repeat(5 << 20)],
] as const)('%s: written, committed, edited, committed', async (_what, files, path, first, second) => {
  const repo = gatedRepo({
    files,
    intents: 'active_intents:\n  - { id: INT-001, name: x, status: IN_PROGRESS, owned_scope: ["src/**"] }\n',
  })
  const agent = claudeCode(repo)
  for (const content of [first, second]) {
    agent.write(path, content)
    repo.git('add', 'src')
    expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  }
  expect(ledger(repo)).toHaveLength(2)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a secret that an agent writes has no digest', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.write('src/a.ts', 'const a = 1\nconst password = "hunter2hunter2"\n')
  expect(ledger(repo)[0]?.files[0]?.hunks?.[0]?.added.slice(12)).toMatch(/^!/)
})

test('a deleted file and a moved one, told by their tools', async () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.bash('rm src/app.ts')
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(recorded(repo)).toEqual(['src/app.ts delete []'])
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('an agent in another worktree records there', () => {
  const repo = gatedRepo()
  const other = join(repo.dir, '../other-worktree')
  repo.git('worktree', 'add', '-q', '-b', 'other', other)
  try {
    const agent = claudeCode(repo)
    agent.call('Write', { file_path: join(other, 'src/new.ts') }, () =>
      repo.write({ '../other-worktree/src/new.ts': 'x\n' }),
    )
    expect(repo.git('-C', other, 'status', '--porcelain', '--untracked-files=all')).toMatch(
      /agent_trace\/.*jsonl/,
    )
    expect(repo.git('status', '--porcelain', '--untracked-files=all')).toBe('')
  } finally {
    rmSync(other, { recursive: true })
  }
})

test('without .orchestration/ nothing is recorded and nothing is in the way', () => {
  const repo = gatedRepo()
  repo.git('rm', '-rqf', '.orchestration')
  const agent = claudeCode(repo, { mode: 'gate' })
  expect(agent.write('src/new.ts', 'x\n')?.hookSpecificOutput?.permissionDecision).not.toBe('deny')
  expect(repo.git('status', '--porcelain', '--', '.orchestration/agent_trace')).not.toContain('??')
})
