import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { findSecretLines } from '../../src/store/redact.ts'

/** Looks random, and is made here: no scanner of this repository shall take the test for a leak. */
function noise(length: number): string {
  return Array.from({ length }, (_, i) => 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z'[(i * 7 + 3) % 31]).join('')
}

test.each([
  ['GitHub', `header: ghp_${noise(36)}`],
  ['Slack', `xoxb-${'1'.repeat(12)}-${'2'.repeat(12)}-${noise(24)}`],
  ['npm', `//registry.example.invalid/:_authToken=npm_${noise(36)}`],
  ['Anthropic', `sk-ant-api03-${noise(93)}AA`],
  ['a database', 'url = postgres://user:s3cretpw@db.example.com/app'],
])('what %s issues is found, whatever the line ends are', async (_service, line) => {
  expect([...(await findSecretLines(`first\r\n\u2028second\n${line}\nlast\n`))]).toEqual([3])
})

test('every line of a private key is found', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString().trim().split('\n')
  const found = await findSecretLines(['first', ...pem, 'last'].join('\n'))
  expect([...found]).toEqual(pem.map((_, i) => i + 2))
})

test('looking for secrets leaves no notes behind, which would make each text slower than the one before', async () => {
  const before = performance.getEntriesByType('mark').length
  for (let at = 0; at < 5; at++) await findSecretLines(`text ${at}\n`)
  expect(performance.getEntriesByType('mark').length).toBe(before)
})
