import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'
import { claudeCode, ledger, recorded, recorderLog } from './agent.ts'

test('what a command changes is found by the disk, and the commit passes', async () => {
  const repo = gatedRepo({
    files: { 'src/gone.ts': 'gone\n', 'src/old.ts': 'same\ncontent\n', 'src/run.sh': 'true\n' },
  })
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.bash(
    'sed -i s/item7/seven/ src/app.ts && rm src/gone.ts && mv src/old.ts src/moved.ts && chmod +x src/run.sh && echo x > src/x.ts',
  )
  expect(recorded(repo).sort()).toEqual([
    'src/app.ts modify [7-7]',
    'src/gone.ts delete []',
    'src/moved.ts create [1-2]',
    'src/old.ts delete []',
    'src/run.sh mode []',
    'src/x.ts create [1-1]',
  ])
  const [record] = ledger(repo)
  expect(record?.tool).toMatchObject({ name: 'claude-code', call: 'shell' })
  expect(record?.files.find(({ path }) => path === 'src/moved.ts')?.moved_from).toBe('src/old.ts')
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('what was changed already when a command began is not the command’s', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  repo.write({ 'src/app.ts': edit(APP, { 9: 'by hand\n' }), 'src/hand.ts': 'by hand\n' })
  agent.bash('sed -i s/item20/twenty/ src/app.ts')
  expect(recorded(repo)).toEqual(['src/app.ts modify [20-20]'])
})

test('a command that only reads is not looked into, and one that changes nothing leaves no trace', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.bash('ls -la | head -3')
  agent.bash('touch src/app.ts')
  expect(repo.git('status', '--porcelain')).toBe('')
})

test('what git itself brings in is not the agent’s writing', () => {
  const repo = gatedRepo()
  repo.git('checkout', '-qb', 'other')
  repo.commitTraced({ 'src/other.ts': 'other\n' })
  repo.git('checkout', '-q', 'main')
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.bash('git merge -q --ff-only other && echo x > src/mine.ts')
  expect(recorded(repo).filter((line) => line.startsWith('src/mine'))).toEqual(['src/mine.ts create [1-1]'])
  expect(ledger(repo).filter(({ tool }) => tool.name === 'claude-code')).toHaveLength(1)
})

test('a commit inside of a command passes, and what follows it is traced', async () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.edit('src/app.ts', 'item3 = 3\n', 'item3 = 33\n')
  agent.bash('git add src && git commit -qm one && sed -i s/item4/four/ src/app.ts')
  agent.bash('git add src && git commit -qm two')
  expect(repo.git('log', '--format=%s', '-2')).toBe('two\none')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

const PATCH = `apply_patch <<'EOF'
*** Begin Patch
*** Update File: src/app.ts
@@
-export const item3 = 3
+export const item3 = 33
*** End Patch
EOF`

test('a patch in a here document, of which the agent never tells the end, is claimed when the turn ends', async () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.tell('PreToolUse', { tool_name: 'Bash', tool_input: { command: PATCH }, tool_use_id: 'a' })
  repo.write({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  agent.tell('Stop')
  agent.tell('SessionEnd')
  expect(recorded(repo)).toEqual(['src/app.ts modify [3-3]'])
  repo.git('add', 'src')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('an edit that a person refused, and then made by hand, is not claimed', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  const told = {
    tool_name: 'Edit',
    tool_input: { file_path: join(repo.dir, 'src/app.ts') },
    tool_use_id: 'no',
  }
  agent.tell('PreToolUse', told)
  repo.write({ 'src/app.ts': edit(APP, { 3: 'by hand\n' }) })
  agent.tell('Stop')
  expect(repo.git('status', '--porcelain')).toBe('M src/app.ts')
  expect(recorderLog(repo)).toContain('unattributed: src/app.ts')
})

test('what a linter does after the record is said at the end, and one command gives it its trace', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.write('src/a.ts', 'let a=1\n')
  repo.write({ 'src/a.ts': 'const a = 1\n' })
  agent.tell('Stop')
  expect(recorded(repo)).toEqual(['src/a.ts create [1-1]'])
  expect(recorderLog(repo)).toContain('unattributed: src/a.ts has changed since it was recorded')
  repo.git('add', 'src')
  expect(repo.commit().err).toContain('hash-mismatch src/a.ts')
  repo.record('src/a.ts')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
})

test('what a formatter does after the record is layout, and passes with a notice', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.write('src/a.ts', 'let a=1\n')
  repo.write({ 'src/a.ts': 'let a = 1\n' })
  agent.tell('Stop')
  repo.git('add', 'src')
  expect(repo.commit()).toMatchObject({
    code: 0,
    err: expect.stringContaining('notice reformatted src/a.ts'),
  })
})

test('the log names paths and nothing that stands in files or commands', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.call('Write', { file_path: join(repo.dir, 'docs/secret.md'), content: 'swordfish' }, () =>
    repo.write({ 'docs/secret.md': 'swordfish\n' }),
  )
  agent.bash('echo swordfish > docs/other.md')
  expect(recorderLog(repo)).toMatch(/docs\/secret\.md is not recorded.*\n.*docs\/other\.md is not recorded/)
  expect(recorderLog(repo)).not.toContain('swordfish')
})

describe('a name that is not UTF-8, which the ledger cannot hold', () => {
  const named = (word: string) =>
    expect.stringMatching(new RegExp(`unattributed: \\$'src/${word}\\\\377' is not valid UTF-8`))
  const start = (files: Record<string, string> = {}) => {
    const repo = gatedRepo({ files })
    const agent = claudeCode(repo, { mode: 'guide' })
    agent.select('INT-001')
    return { repo, agent }
  }

  test('made by a command: it is said at once, and what else the command wrote is traced', () => {
    const { repo, agent } = start()
    const told = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'make' } }
    agent.tell('PreToolUse', told)
    writeFileSync(Buffer.concat([Buffer.from(`${repo.dir}/src/bad`), Buffer.from([0xff])]), 'x')
    repo.write({ 'src/good.ts': 'x\n' })
    const said = agent.tell('PostToolUse', told)
    expect(said?.hookSpecificOutput?.additionalContext).toEqual(named('bad'))
    expect(recorderLog(repo)).toEqual(named('bad'))
    expect(recorded(repo)).toEqual(['src/good.ts create [1-1]'])
    expect(repo.cli(['status']).out).toMatch(/bad.* not traced/)
  })

  test('changed or moved there by a command: as well', () => {
    const { repo, agent } = start({ 'src/old.ts': 'old\n' })
    agent.bash("printf x > $'src/bad\\377'")
    agent.bash('ls > /dev/null; touch src/none; rm src/none')
    expect(recorderLog(repo).match(/unattributed/g)).toHaveLength(1)
    agent.bash("printf y >> $'src/bad\\377'; mv src/old.ts $'src/moved\\377'")
    expect(recorderLog(repo).match(/unattributed/g)).toHaveLength(3)
    expect(recorded(repo)).toEqual(['src/old.ts delete []'])
    agent.bash("rm $'src/moved\\377'")
    expect(recorderLog(repo)).toMatch(
      /moved\\377' is not valid UTF-8: the ledger cannot name it, not even its end/,
    )
    repo.git('add', '-A')
    expect(repo.commit().err).toContain('unsafe-path')
  })
})
