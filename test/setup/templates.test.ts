import { expect, test } from 'vitest'
import { strictPolicy } from '../../src/core/policy.ts'
import { AGENT_TEMPLATE, INTENTS_TEMPLATE, POLICY_TEMPLATE } from '../../src/setup/templates.ts'
import { parseIntents, parsePolicy, refuseUnsupported } from '../../src/store/config.ts'

test('the policy that init writes is the strict default, except that new intents may be reviewed', () => {
  expect(parsePolicy(Buffer.from(POLICY_TEMPLATE), 'policy.yaml')).toEqual({
    ...strictPolicy,
    new_intents: 'review',
  })
})

test('it names every key a policy can have, so that nobody has to look them up', () => {
  const keys = [...Object.keys(strictPolicy), 'baseline']
  for (const key of keys) expect(POLICY_TEMPLATE).toMatch(new RegExp(`^(?:# )?${key}:`, 'm'))
})

test('the intents that init writes are none, and valid', () => {
  expect(parseIntents(Buffer.from(INTENTS_TEMPLATE), 'active_intents.yaml').size).toBe(0)
  expect(INTENTS_TEMPLATE).toMatch(/^# yaml-language-server: \$schema=schema\/active_intents\.json$/m)
})

test('the commented example holds, and is enforced, as soon as its lines are uncommented', () => {
  const text = INTENTS_TEMPLATE.replace(/^# (?= {2})/gm, '')
  const intents = parseIntents(Buffer.from(text), 'active_intents.yaml')
  expect(intents.get('INT-001')).toMatchObject({ status: 'IN_PROGRESS', constraints: { length: 2 } })
})

// `key: value  # one | other (and why)`, the keys of a block after their parent.
const choices = [...POLICY_TEMPLATE.matchAll(/^( *)(\w+): [\w-]+ +# (.+)$/gm)].flatMap(
  ([, indent, key, comment]) =>
    comment!.split('|').map((choice) => {
      const setting = `${key}: ${/^\s*([\w-]+)/.exec(choice)?.[1]}`
      return indent === '' ? setting : `ledger: { ${setting} }`
    }),
)

test('the comments of the policy offer what they are known to offer', () => {
  expect(choices).toEqual(expect.arrayContaining(['mode: ratchet', 'humans: exempt', 'reverts: deny']))
  expect(choices).toContain('ledger: { layout: single }')
})

test.each(choices.filter((choice) => !choice.includes('autostage')))(
  'what the comments of the policy offer is accepted by this version: %s',
  (choice) => {
    const policy = parsePolicy(Buffer.from(choice), 'policy.yaml')
    refuseUnsupported(policy)
  },
)

test('the examples in the policy are valid as soon as they are uncommented', () => {
  const exempt = /exempt: .*# - (\{.*\})/.exec(POLICY_TEMPLATE)?.[1]
  const waiver = /waivers: .*# - (\{.*\})/.exec(POLICY_TEMPLATE)?.[1]
  const policy = parsePolicy(Buffer.from(`exempt: [${exempt}]\nwaivers: [${waiver}]\n`), 'policy.yaml')
  expect([policy.exempt.length, policy.waivers.length]).toEqual([1, 1])
})

test('AGENT.md has a place for decisions and one for lessons', () => {
  expect(AGENT_TEMPLATE).toMatch(/^## Decisions$/m)
  expect(AGENT_TEMPLATE).toMatch(/^## Lessons$/m)
})
