import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Intent } from '../../src/core/intent.ts'
import { INTENTS_TEMPLATE } from '../../src/setup/templates.ts'
import { parseIntents } from '../../src/store/config.ts'
import { addIntent, setStatus } from '../../src/store/intents-edit.ts'

const fresh: Intent = {
  id: 'INT-009',
  name: 'A "quoted": #name',
  status: 'IN_PROGRESS',
  owned_scope: ['src/**', '!src/x/**'],
  acceptance_criteria: ['words', { run: 'npm test' }],
}

const read = (text: string) => parseIntents(Buffer.from(text), 'f')
/** The lines of `text` are those of `before`, in order, and more between them. */
function keepsLines(before: string, text: string): boolean {
  const rest = text.split('\n')
  return before.split('\n').every((line) => {
    const at = rest.indexOf(line)
    rest.splice(0, at + 1)
    return at !== -1
  })
}

const shapes = {
  'what init writes': INTENTS_TEMPLATE,
  'a key and nothing': 'active_intents:',
  'a comment after the key': 'active_intents: # none yet\n',
  'a block list with comments everywhere': `# head
active_intents:
  # first
  - id: INT-001   # the id
    name: one
    status: PLANNED # later
    owned_scope: ["a"] # mine
    # still about the first

# foot
`,
  'a list that is not indented': `active_intents:
- id: INT-001
  name: |
    two
    lines
  status: PLANNED
  owned_scope:
    - a


# foot
`,
  'a quoted key, deep indentation, no newline at the end': `"active_intents":
    -   id: INT-001
        name: 'it''s'
        status: 'PLANNED'
        owned_scope: [a]`,
}

describe.each(Object.entries(shapes))('%s', (_, text) => {
  test('gets one more intent, and keeps every line it had', () => {
    const after = addIntent(text, fresh)
    expect(keepsLines(text, after)).toBe(true)
    expect([...read(after).values()]).toEqual([...read(text).values(), fresh])
  })

  test('keeps Windows line ends, all of them', () => {
    const after = addIntent(text.replaceAll('\n', '\r\n'), fresh)
    if (text.includes('\n')) expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(read(after).get('INT-009')).toEqual(fresh)
  })
})

test('a comment that belongs to the last entry stays with it, one below the list stays below', () => {
  const after = addIntent(shapes['a block list with comments everywhere'], fresh)
  const at = (part: string) => after.indexOf(part)
  expect(at('still about the first')).toBeLessThan(at('INT-009'))
  expect(at('INT-009')).toBeLessThan(at('# foot'))
})

test.each([
  ['active_intents: []\n'],
  ['active_intents: [] # none\n'],
  ['active_intents: [{id: INT-001, name: a, status: PLANNED, owned_scope: [a]}] # x\n'],
  ['active_intents:\n  [\n    {id: INT-001, name: a, status: PLANNED, owned_scope: [a]},\n  ]\n'],
])('a list in brackets grows too: %j', (text) => {
  expect([...read(addIntent(text, fresh)).keys()]).toEqual([...read(text).keys(), 'INT-009'])
})

test('only the word of the status changes, in whatever quotes it stood', () => {
  for (const text of [
    shapes['a block list with comments everywhere'],
    shapes['a quoted key, deep indentation, no newline at the end'],
  ])
    expect(setStatus(text, 'INT-001', 'COMPLETED')).toBe(text.replace('PLANNED', 'COMPLETED'))
})

test('a status given by an alias is left to a person', () => {
  const text = `active_intents:
  - { id: INT-001, name: a, status: &s PLANNED, owned_scope: [a] }
  - { id: INT-002, name: b, status: *s, owned_scope: [b] }
`
  expect(() => setStatus(text, 'INT-002', 'COMPLETED')).toThrow('cannot edit')
  expect(() => setStatus(text, 'INT-001', 'COMPLETED')).toThrow('cannot edit')
})

test('an id that is not there, or not valid, changes nothing', () => {
  expect(() => setStatus('active_intents: []\n', 'INT-001', 'COMPLETED')).toThrow('cannot edit')
  expect(() => addIntent(addIntent('active_intents:\n', fresh), fresh)).toThrow(
    "INT-009 cannot be declared so: id 'INT-009' is given 2 times",
  )
  expect(() => addIntent('active_intents: {', fresh)).toThrow('is not valid')
})

test('whatever words an intent is made of, it reads back as it was declared', () => {
  const word = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => /^[^\p{C}]+$/u.test(text))
  fc.assert(
    fc.property(word, word, (name, run) => {
      const intent: Intent = { ...fresh, name, acceptance_criteria: [{ run }, name] }
      expect(read(addIntent(INTENTS_TEMPLATE, intent)).get('INT-009')).toEqual(intent)
    }),
  )
})
