import { expect, test } from 'vitest'
import { strictPolicy } from '../../src/core/policy.ts'
import { AGENT_TEMPLATE, INTENTS_TEMPLATE, POLICY_TEMPLATE } from '../../src/setup/templates.ts'
import { parseIntents, parsePolicy } from '../../src/store/config.ts'

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

test('the commented example is valid as soon as it is uncommented', () => {
  const example = INTENTS_TEMPLATE.split('\n').filter((line) => /^#(?: {3,}| active_intents:)/.test(line))
  const intents = parseIntents(
    Buffer.from(example.map((line) => line.slice(2)).join('\n')),
    'active_intents.yaml',
  )
  expect(intents.get('INT-001')).toMatchObject({ status: 'IN_PROGRESS' })
})

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
