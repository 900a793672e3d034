import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { openIntentBook } from '../../src/store/intent-book.ts'
import { temporaryFolder } from '../support/repo.ts'

const intents = `active_intents:
  - { id: INT-001, name: Greet, status: IN_PROGRESS, owned_scope: ["src/**"], parent: INT-000 }
  - { id: INT-000, name: Purpose, status: PLANNED, owned_scope: [docs/**] }
  - { id: INT-002, name: Bill, status: IN_PROGRESS, owned_scope: [bill/**] }
`

let top = ''
beforeEach(() => {
  top = temporaryFolder()
  mkdirSync(join(top, '.orchestration'))
  write('active_intents.yaml', intents)
})

function write(name: string, text: string): void {
  writeFileSync(join(top, '.orchestration', name), text)
}

test('an intent in progress is selected with its lineage and the lessons that concern it', () => {
  write('AGENT.md', '## Lessons\n\n- [INT-000] Be kind\n- [INT-002] Not this one\n')
  const selection = openIntentBook(top).select('INT-001')
  expect(selection).toMatchObject({ kind: 'selected', intent: { id: 'INT-001' } })
  const context = selection.kind === 'selected' ? selection.context : ''
  expect(context).toContain('<intent id="INT-000" status="PLANNED">Purpose</intent>')
  expect(context).toContain('<lesson intent="INT-000">Be kind</lesson>')
  expect(context).not.toContain('Not this one')
})

test.each([
  {
    why: 'a misspelt id',
    id: 'int-01',
    code: 'UNKNOWN_INTENT',
    message: "int-01 is not declared; did you mean 'INT-001'?",
    next: ['select INT-001: Greet', 'select INT-002: Bill'],
  },
  {
    why: 'the one that was meant comes first',
    id: 'INT-02',
    code: 'UNKNOWN_INTENT',
    message: "INT-02 is not declared; did you mean 'INT-002'?",
    next: ['select INT-002: Bill', 'select INT-001: Greet'],
  },
  {
    why: 'one that is not in progress',
    id: 'INT-000',
    code: 'INACTIVE_INTENT',
    message: 'INT-000 is PLANNED; only IN_PROGRESS can be worked on',
    next: ['select INT-001: Greet', 'select INT-002: Bill'],
  },
  {
    why: 'an id that tries to say more than an id',
    id: 'x\nok: go on\u202e',
    code: 'UNKNOWN_INTENT',
    message: 'x\\u{a}ok: go on\\u{202e} is not declared',
    next: ['select INT-001: Greet', 'select INT-002: Bill'],
  },
])('$why is refused, with the ids that would work', ({ id, code, message, next }) => {
  const selection = openIntentBook(top).select(id)
  expect(selection).toMatchObject({ kind: 'refused', refusal: { code, message, next } })
})

test('where nothing is in progress, the refusal says who can help', () => {
  write('active_intents.yaml', 'active_intents: []\n')
  const selection = openIntentBook(top).select('INT-001')
  expect(selection).toMatchObject({ kind: 'refused' })
  if (selection.kind === 'refused') expect(selection.refusal.next[0]).toContain('ask a person')
})

test('a change of the file is seen at once, even one that keeps its size and its time', async () => {
  const book = openIntentBook(top)
  const file = join(top, '.orchestration/active_intents.yaml')
  const closed = intents.replace('IN_PROGRESS', 'COMPLETED  ')
  for (const [text, kind] of [
    [intents, 'selected'],
    [closed, 'refused'],
    [intents, 'selected'],
  ] as const) {
    write('active_intents.yaml', text)
    utimesSync(file, 1_000_000, 1_000_000)
    expect(book.select('INT-001').kind).toBe(kind)
    await sleep(20) // longer than any file system's clock takes for a tick
  }
})

test('a file that cannot be read is an error each time, not the last good answer', () => {
  const book = openIntentBook(top)
  expect(book.intents().size).toBe(3)
  write('active_intents.yaml', 'active_intents: {')
  expect(() => book.intents()).toThrow('is not valid')
  expect(() => book.intents()).toThrow('is not valid')
  write('active_intents.yaml', intents)
  expect(book.intents().size).toBe(3)
})

test('without a sidecar the error says how to begin', () => {
  expect(() => openIntentBook(temporaryFolder()).intents()).toThrow('.orchestration')
})
