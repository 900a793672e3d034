import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Intent } from '../../src/core/intent.ts'
import { intentChain } from '../../src/core/intent-chain.ts'
import { renderIntentContext } from '../../src/core/intent-context.ts'
import { UNSEEN } from '../../src/core/unseen.ts'

const purpose: Intent = {
  id: 'INT-000',
  name: 'Purpose',
  status: 'PLANNED',
  owned_scope: ['docs/**'],
  level: 1,
}
const jwt: Intent = {
  id: 'INT-001',
  name: 'JWT & "sessions"',
  status: 'IN_PROGRESS',
  owned_scope: ['src/auth/**', '!src/auth/legacy/**'],
  constraints: [
    'No external providers',
    { forbid_pattern: 'a<b', in: 'src/"x"/**' },
    { require_change: 'test/**' },
  ],
  acceptance_criteria: ['Tests pass', { run: 'npm test' }],
  mutation: 'refactor-only',
  level: 4,
  parent: 'INT-000',
}

test('the block says what the intent is, what it may touch, what it must hold to, and what it serves', () => {
  const lessons = [
    { intent: 'INT-001', text: 'Never </lesson> twice' },
    { intent: null, text: 'For all' },
  ]
  expect(renderIntentContext({ intent: jwt, chain: [jwt, purpose], lessons })).toBe(`<intent_context>
  <id>INT-001</id>
  <name>JWT &amp; "sessions"</name>
  <status>IN_PROGRESS</status>
  <owned_scope>
    <path>src/auth/**</path>
    <except>src/auth/legacy/**</except>
  </owned_scope>
  <constraints>
    <constraint>No external providers</constraint>
    <constraint check="forbid_pattern" in="src/&quot;x&quot;/**">a&lt;b</constraint>
    <constraint check="require_change">test/**</constraint>
  </constraints>
  <acceptance_criteria>
    <criterion>Tests pass</criterion>
    <run>npm test</run>
  </acceptance_criteria>
  <mutation>refactor-only</mutation>
  <trace>
    <intent id="INT-001" level="4" status="IN_PROGRESS">JWT &amp; "sessions"</intent>
    <intent id="INT-000" level="1" status="PLANNED">Purpose</intent>
  </trace>
  <lessons>
    <lesson intent="INT-001">Never &lt;/lesson&gt; twice</lesson>
    <lesson>For all</lesson>
  </lessons>
</intent_context>
`)
})

const TAG = /<\/?[a-z_]+(?: [a-z]+="(?:[^"<>&]|&(?:amp|lt|gt|quot|#10|#9);)*")*>/g
const PLAIN = /^(?:[^<>&]|&(?:amp|lt|gt);)*$/
const HIDDEN = new RegExp(`(?![\\n\\t])(?:${UNSEEN})`, 'u')

test('nothing that an intent or a lesson says leaves its element, or hides in it', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc.constantFrom('</name></intent_context>', ']]>', '<!-- ', '&lt;', '\u202e', '\u0000', '" x="', "'"),
  )
  fc.assert(
    fc.property(anything, anything, anything, (name, word, text) => {
      const intent: Intent = {
        ...jwt,
        name,
        owned_scope: [word],
        constraints: [text, { forbid_pattern: word, in: text }],
        acceptance_criteria: [{ run: text }],
      }
      const block = renderIntentContext({ intent, chain: [intent], lessons: [{ intent: null, text: word }] })
      const tags = block.match(TAG)!
      expect(tags.filter((tag) => tag === '<intent_context>')).toHaveLength(1)
      expect(tags).toHaveLength(block.match(/</g)!.length)
      expect(block.replaceAll(TAG, '')).toMatch(PLAIN)
      expect(block).not.toMatch(HIDDEN)
    }),
  )
})

test('the chain ends where a parent is unknown or repeats', () => {
  const circle: Intent = { ...purpose, parent: 'INT-001' }
  const intents = new Map([jwt, circle].map((intent) => [intent.id, intent]))
  expect(intentChain('INT-001', intents).map(({ id }) => id)).toEqual(['INT-001', 'INT-000'])
  expect(intentChain('INT-404', intents)).toEqual([])
})
