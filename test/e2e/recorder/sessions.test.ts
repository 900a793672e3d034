import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'
import { claudeCode, type HookAnswer, ledger, recorded, recorderLog, runHook } from './agent.ts'

const TWO = `active_intents:
  - { id: INT-001, name: Sources, status: IN_PROGRESS, owned_scope: ["src/**"] }
  - { id: INT-002, name: Billing, status: IN_PROGRESS, owned_scope: ["billing/**", "src/shared/**"] }
  - { id: INT-003, name: Done, status: COMPLETED, owned_scope: ["src/**"] }
`

const decisionOf = (answer: HookAnswer | null) => answer?.hookSpecificOutput?.permissionDecision

const refusalOf = (answer: HookAnswer | null) => {
  const text = answer?.hookSpecificOutput?.permissionDecisionReason
  return text === undefined ? null : JSON.parse(text)
}

const intentsOf = (repo: GatedRepo) =>
  Object.fromEntries(
    ledger(repo).flatMap(({ intent_id, files }) => files.map(({ path }) => [path, intent_id])),
  )

test('two sessions in one working tree work for two intents, and a subagent for that of its parent', async () => {
  const repo = gatedRepo({ intents: TWO })
  const one = claudeCode(repo, { session: 'one' })
  const two = claudeCode(repo, { session: 'two' })
  const helper = claudeCode(repo, { session: 'two', subagent: 'helper' })
  const apart = claudeCode(repo, { session: 'two', subagent: 'apart' })
  one.select('INT-001')
  two.select('INT-002')
  apart.select('INT-001')
  one.write('src/shared/a.ts', 'a\n')
  two.write('src/shared/b.ts', 'b\n')
  helper.write('src/shared/c.ts', 'c\n')
  apart.write('src/d.ts', 'd\n')
  two.write('billing/e.ts', 'e\n')
  expect(intentsOf(repo)).toEqual({
    'src/shared/a.ts': 'INT-001',
    'src/shared/b.ts': 'INT-002',
    'src/shared/c.ts': 'INT-002',
    'src/d.ts': 'INT-001',
    'billing/e.ts': 'INT-002',
  })
  expect(new Set(ledger(repo).map(({ session }) => session)).size).toBe(4)
  repo.git('add', '-A')
  expect(repo.commit().code).toBe(0)
})

test('gate: without an intent nothing is written, and the answer says how to go on', () => {
  const repo = gatedRepo({ intents: TWO })
  const agent = claudeCode(repo, { mode: 'gate' })
  const refusal = refusalOf(agent.write('billing/a.ts', 'a\n'))
  expect(refusal).toEqual({
    code: 'NO_ACTIVE_INTENT',
    message: 'You must call select_active_intent before writing files.',
    next: [
      'call select_active_intent with intent_id INT-002',
      'or run: npx intentgate intent select INT-002',
    ],
  })
  agent.call('Bash', { command: 'npx intentgate intent select INT-002' }, () => {})
  expect(decisionOf(agent.write('billing/a.ts', 'a\n'))).not.toBe('deny')
  expect(recorded(repo)).toEqual(['billing/a.ts create [1-1]'])
})

test('gate: outside of the scope, for an intent that is done, or none that is declared', () => {
  const repo = gatedRepo({ intents: TWO })
  const agent = claudeCode(repo, { mode: 'gate' })
  agent.select('INT-001')
  expect(refusalOf(agent.write('billing/invoice.ts', 'a\n'))).toEqual({
    code: 'SCOPE_VIOLATION',
    message: 'Scope Violation: INT-001 is not authorized to edit billing/invoice.ts',
    intent: 'INT-001',
    path: 'billing/invoice.ts',
    next: [
      'select INT-002, whose scope covers this file: npx intentgate intent select INT-002',
      'or ask for the scope to be widened (owned_scope of INT-001 in .orchestration/active_intents.yaml)',
    ],
  })
  agent.select('INT-003')
  agent.select('INT-999')
  expect(decisionOf(agent.write('src/a.ts', 'a\n'))).not.toBe('deny')
  repo.intents(TWO.replace('Sources, status: IN_PROGRESS', 'Sources, status: BLOCKED'))
  expect(refusalOf(agent.write('src/b.ts', 'b\n'))).toMatchObject({
    code: 'INACTIVE_INTENT',
    intent: 'INT-001',
  })
  repo.intents(TWO.replace('INT-001', 'INT-004'))
  expect(refusalOf(agent.write('src/b.ts', 'b\n'))).toMatchObject({
    code: 'UNKNOWN_INTENT',
    intent: 'INT-001',
  })
})

test('gate: a file that changed since it was read is read again first', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo, { mode: 'gate' })
  agent.select('INT-001')
  const read = () => agent.call('Read', { file_path: join(repo.dir, 'src/app.ts') }, () => {})
  read()
  repo.write({ 'src/app.ts': repo.read('src/app.ts').replace('item9 = 9', 'item9 = 99') })
  expect(refusalOf(agent.edit('src/app.ts', 'item3 = 3', 'item3 = 33'))).toMatchObject({
    code: 'STALE_FILE',
    message: 'StaleFileError: src/app.ts has changed since you read it',
  })
  read()
  agent.edit('src/app.ts', 'item3 = 3', 'item3 = 33')
  agent.edit('src/app.ts', 'item5 = 5', 'item5 = 55')
  agent.bash('sed -i s/item7/seven/ src/app.ts')
  agent.edit('src/app.ts', 'item8 = 8', 'item8 = 88')
  expect(recorded(repo).map((line) => line.replace('src/app.ts modify ', ''))).toEqual([
    '[3-3]',
    '[5-5]',
    '[7-7]',
    '[8-8]',
  ])
})

test('gate: a command that may write asks a person, one that reads does not, and without an intent it is refused', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo, { mode: 'gate' })
  expect(refusalOf(agent.bash('echo x > src/x.ts'))).toMatchObject({ code: 'NO_ACTIVE_INTENT' })
  agent.select('INT-001')
  expect(decisionOf(agent.bash('ls'))).not.toBe('ask')
  const asked = agent.bash('echo x > src/x.ts')
  expect(asked?.hookSpecificOutput?.permissionDecision).toBe('ask')
  expect(asked?.hookSpecificOutput?.permissionDecisionReason).toContain('a person has to approve it')
  expect(recorded(repo)).toEqual(['src/x.ts create [1-1]'])
})

test('guide: says what the gate would refuse, and lets it happen; record says nothing', () => {
  const repo = gatedRepo({ intents: TWO })
  const guided = claudeCode(repo, { mode: 'guide', session: 'guided' }).write('billing/a.ts', 'a\n')
  expect(guided?.hookSpecificOutput?.permissionDecision).not.toBe('deny')
  expect(guided?.hookSpecificOutput?.additionalContext).toContain(
    'You must call select_active_intent before writing files.',
  )
  expect(
    claudeCode(repo, { session: 'plain' }).write('billing/b.ts', 'b\n')?.hookSpecificOutput,
  ).toBeUndefined()
  expect(intentsOf(repo)).toEqual({ 'billing/a.ts': 'INT-002', 'billing/b.ts': 'INT-002' })
})

test('the mode of this clone comes before that of the installed hook', () => {
  const repo = gatedRepo()
  repo.git('config', 'intentgate.recorder', 'gate')
  const agent = claudeCode(repo, { mode: 'record' })
  expect(refusalOf(agent.write('src/a.ts', 'a\n'))).toMatchObject({ code: 'NO_ACTIVE_INTENT' })
  repo.git('config', 'intentgate.recorder', 'nonsense')
  expect(agent.write('src/a.ts', 'a\n')?.hookSpecificOutput).toBeUndefined()
  expect(recorderLog(repo)).toContain("recorder mode 'nonsense' is not known")
})

test('a recorder that fails is logged and never in the way', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo, { mode: 'gate' })
  agent.select('INT-001')
  repo.intents('active_intents: [')
  const answer = agent.write('src/a.ts', 'a\n')
  expect(answer?.hookSpecificOutput?.permissionDecision).not.toBe('deny')
  expect(recorderLog(repo)).toContain('the recorder failed')
})

test('a ledger that cannot be written stops nobody, and the commit says what is missing', () => {
  const repo = gatedRepo()
  rmSync(join(repo.dir, '.orchestration/agent_trace'), { recursive: true, force: true })
  writeFileSync(join(repo.dir, '.orchestration/agent_trace'), 'in the way\n')
  const agent = claudeCode(repo)
  agent.write('src/a.ts', 'a\n')
  expect(recorderLog(repo)).toContain('the recorder failed')
  repo.git('add', 'src')
  expect(repo.commit().err).toContain('trace-missing src/a.ts')
})

test.each([
  ['no JSON', 'not json'],
  ['nothing', ''],
  ['a list', '[]'],
  [
    'an edit without a path',
    '{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{}}',
  ],
  [
    'a folder as a file',
    '{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":"src"}}',
  ],
  [
    'a name with NUL',
    '{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":"src/\\u0000"}}',
  ],
  [
    'a very long name',
    `{"session_id":"s","hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{"file_path":"${'x'.repeat(9000)}"}}`,
  ],
])('a payload that is %s is answered and stops nobody', (_what, payload) => {
  const repo = gatedRepo()
  const answer = runHook(repo, payload, ['claude-code', '--mode', 'gate'])
  expect(answer?.hookSpecificOutput?.permissionDecision).not.toBe('allow')
  expect(repo.git('status', '--porcelain')).toBe('')
})

test('gate: the end of a call that was refused, which some agents tell all the same, claims nothing', () => {
  const repo = gatedRepo({ intents: TWO })
  const agent = claudeCode(repo, { mode: 'gate' })
  const call = {
    tool_name: 'Write',
    tool_input: { file_path: join(repo.dir, 'billing/a.ts'), content: 'a\n' },
    tool_use_id: 'refused',
  }
  expect(decisionOf(agent.tell('PreToolUse', call))).toBe('deny')
  repo.write({ 'billing/a.ts': 'by a person\n' })
  agent.tell('PostToolUse', { ...call, tool_response: {} })
  expect(ledger(repo)).toEqual([])
})

test('gate: an agent that has no tool for it reads a file again with a command', () => {
  const repo = gatedRepo({ intents: TWO })
  const agent = claudeCode(repo, { mode: 'gate' })
  agent.select('INT-001')
  agent.write('src/a.ts', 'a\n')
  repo.write({ 'src/a.ts': 'by a person\n' })
  expect(refusalOf(agent.write('src/a.ts', 'b\n'))).toMatchObject({ code: 'STALE_FILE' })
  agent.bash('cat src/a.ts')
  expect(decisionOf(agent.write('src/a.ts', 'b\n'))).not.toBe('deny')
})

test('two sessions at work at once: the window of one’s command claims nothing of the other', () => {
  const repo = gatedRepo({ intents: TWO })
  const one = claudeCode(repo, { session: 'one' })
  const two = claudeCode(repo, { session: 'two' })
  one.select('INT-001')
  two.select('INT-002')
  const told = (id: string) => ({ tool_name: 'Bash', tool_input: { command: 'make all' }, tool_use_id: id })
  one.tell('PreToolUse', told('c1'))
  two.tell('PreToolUse', told('c2'))
  repo.write({ 'src/mine.ts': 'one\n', 'billing/yours.ts': 'two\n' })
  one.tell('PostToolUse', { ...told('c1'), tool_response: {} })
  two.tell('PostToolUse', { ...told('c2'), tool_response: {} })
  expect(ledger(repo)).toHaveLength(2)
  expect(intentsOf(repo)).toEqual({ 'src/mine.ts': 'INT-001', 'billing/yours.ts': 'INT-002' })
})

test('guide: an agent that hears nothing before a call hears it after', () => {
  const repo = gatedRepo({ intents: TWO })
  const event = (name: string) =>
    JSON.stringify({
      session_id: 's',
      cwd: repo.dir,
      hook_event_name: name,
      timestamp: '2026-11-30T12:00:00Z',
      tool_name: 'write_file',
      tool_input: { file_path: join(repo.dir, 'billing/a.ts'), content: 'a\n' },
    })
  runHook(repo, event('BeforeTool'), ['gemini-cli', '--mode', 'guide'])
  repo.write({ 'billing/a.ts': 'a\n' })
  const answer = runHook(repo, event('AfterTool'), ['gemini-cli', '--mode', 'guide'])
  expect(answer?.hookSpecificOutput?.additionalContext).toContain('NO_ACTIVE_INTENT')
})
