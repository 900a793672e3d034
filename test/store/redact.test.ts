import { expect, test } from 'vitest'
import { findSecretLines } from '../../src/store/redact.ts'

const secrets = [
  'password = "hunter2hunter2"',
  "  db_password: 'correct-horse'",
  'DB_PASSWORD=Tr0ub4dor&3',
  'export API_KEY=abc123def456',
  '"client_secret": "0a1b2c3d4e5f",',
  "config['api-key'] = 'k3y-k3y-k3y'",
  'passphrase => "opensesame"',
  'password: hunter2hunter2\r',
]

test.each(secrets)('a made-up secret is found: %j', async (line) => {
  expect([...(await findSecretLines(`first\n${line}\nlast\n`))]).toEqual([2])
})

const harmless = [
  'password: string',
  'const token = await getToken()',
  'password: process.env.PASSWORD,',
  'secret = "$\x7bSECRET}"',
  'token: "{{ token }}"',
  'password = "<your password>"',
  'api_key = "xxxxxxxxxxxx"',
  'label: "Enter your password"',
  "req.body.password = 'secret'",
  'if (password === other) return',
  'export const tokenCount = 12345678',
  '"integrity": "sha512-7qE8N0dZ3F2K8X9ZlQ5Xo1ZC4W8aLQ=="',
  'commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904',
]

test.each(harmless)('ordinary code is left alone: %j', async (line) => {
  expect([...(await findSecretLines(`first\n${line}\nlast\n`))]).toEqual([])
})

test('a text cannot turn the detector off', async () => {
  const text = '// secretlint-disable\npassword = "hunter2hunter2" // gitleaks:allow\n'
  expect([...(await findSecretLines(text))]).toEqual([2])
})

test.each(['password="', 'password=', 'token: ', 'a', 'password = "aaaaaaa', '-----BEGIN ', ' ', 'eyJ.'])(
  'a hostile text of %j over and over takes no longer than reading it',
  async (piece) => {
    const started = performance.now()
    await findSecretLines(piece.repeat(Math.ceil(1_000_000 / piece.length)))
    expect(performance.now() - started).toBeLessThan(10_000)
  },
)
