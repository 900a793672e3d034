import { generateKeyPairSync } from 'node:crypto'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { expect, test } from 'vitest'
import { mayHoldSecret } from '../../../src/agent-hook/secret-hints.ts'
import { findSecretLines } from '../../../src/store/redact.ts'

/** Looks random, and is made here: no scanner of this repository shall take the test for a leak. */
function noise(length: number, alphabet = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z'): string {
  return Array.from({ length }, (_, i) => alphabet[(i * 7 + 3) % alphabet.length]).join('')
}

const upper = (length: number) => noise(length).toUpperCase()
const hex = (length: number) => noise(length, '0123456789abcdef')
const pem = () =>
  generateKeyPairSync('rsa', { modulusLength: 1024 })
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString()

// One for each thing that the detectors know; the service's name is spelled so that nothing here is one by itself.
const SECRETS: readonly (readonly [string, string])[] = [
  ['an AWS key', `aws_secret_access_key = "${noise(40)}"`],
  ['a private key', pem()],
  ['GitHub in a URL', `https://${hex(40)}:x-oauth-basic@github.com/a/b`],
  ['npm', `npm_${noise(36)}`],
  ['Slack', `xoxb-${'1'.repeat(12)}-${'2'.repeat(12)}-${noise(24)}`],
  ['a Slack hook', `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${noise(24)}`],
  ['a URL with a password', 'https://user:s3cretpassw0rd@internal.acme.com/x'],
  ['OpenAI', `sk-${noise(20)}T3BlbkFJ${noise(20)}`],
  ['Anthropic', `sk-ant-api03-${noise(93)}AA`],
  ['Groq', `gsk_${noise(52)}`],
  ['Hugging Face', `hf_${noise(34, 'abcDEFghiJKLmnoPQRst')}`],
  ['Linear', `lin_api_${noise(40)}`],
  ['Notion', `ntn_${'12345678901'}${noise(35)}`],
  ['SendGrid', `SG.${noise(22)}.${noise(43)}`],
  ['Shopify', `shpat_${hex(32)}`],
  ['Stripe', `sk_live_${noise(24)}`],
  ['GitHub', `ghp_${noise(36)}`],
  ['GitHub, fine grained', `github_pat_${noise(82)}`],
  ['GitLab', `glpat-${noise(20)}`],
  ['Grafana cloud', `glc_${noise(60)}`],
  ['Grafana', `glsa_${noise(32)}_${hex(8)}`],
  ['MongoDB', 'mongodb://user:s3cretpw@db.acme.com/app'],
  ['MySQL', 'jdbc:mysql://user:s3cretpw@db.acme.com/app'],
  ['PostgreSQL', 'postgres://user:s3cretpw@db.acme.com/app'],
  ['Vault', `hvs.${noise(95)}`],
  ['Vercel', `vcp_${noise(40)}`],
  ['Databricks', `dapi${hex(32)}`],
  ['Docker', `dckr_pat_${noise(27)}`],
  ['Figma', `figd_${noise(44)}`],
  ['Cloudflare', `cfut_${noise(40)}${hex(8)}`],
  ['Tailscale', `tskey-auth-${noise(12)}-${noise(32)}`],
  ['a chosen password', 'const password = "hunter2hunter2"'],
  ['a chosen token, bare', 'API_KEY=hunter2hunter2'],
  ['a chosen secret on the next line', '"client_secret":\n  "hunter2hunter2"'],
]

const RULES = [
  'aws gcp privatekey npm basicauth slack sendgrid shopify stripe github gitlab grafana openai',
  'anthropic groq huggingface linear notion 1password database-connection-string hashicorp-vault',
  'vercel databricks docker figma cloudflare tailscale filter-comments',
].join(' ')

test.each(SECRETS)('whatever is found is hinted at: %s', async (_what, text) => {
  const whole = `first\n${text}\nlast\n`
  expect((await findSecretLines(whole)).size, 'the sample is one').toBeGreaterThan(0)
  expect(mayHoldSecret(Buffer.from(whole))).toBe(true)
})

test('code and prose go without the detectors', () => {
  const plain = `import { join } from 'node:path'
const values = [0.123456789012345, 20260101120000, '550e8400-e29b-41d4-a716-446655440000']
export function tokenise(account: string): string[] { return account.split(/\\s+/) }
// A key is looked up by name: keys are never passed around. See https://example.com/a:b?c=d@e
const id = 'da39a3ee5e6b4b0d3255bfef95601890afd80709'
`
  expect(mayHoldSecret(Buffer.from(plain))).toBe(false)
  expect(mayHoldSecret(null)).toBe(false)
})

test('the detectors are those that the hints were made for', () => {
  // Another list: see what the new rule finds, add it to secret-hints.ts, and a sample above.
  const names = rules.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', ''))
  expect(names.join(' ')).toBe(RULES)
})
