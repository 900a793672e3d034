import * as z from 'zod/mini'

export const SEVERITIES = ['error', 'warning', 'notice', 'off'] as const
export type SeverityOrOff = (typeof SEVERITIES)[number]
export type Severity = Exclude<SeverityOrOff, 'off'>

export const RULE_IDS = [
  'trace-missing',
  'hash-mismatch',
  'scope-violation',
  'intent-unknown',
  'intent-inactive',
  'intent-unreviewed',
  'control-plane',
  'ledger-invalid',
  'ledger-rewritten',
  'mutation-class',
  'constraint',
  'unsafe-path',
  'revert',
  'reformatted',
  'weak-evidence',
  'partial',
  'intent-map-stale',
  'intents-overlap',
  'trailer',
  'waiver-expired',
] as const
export type RuleId = (typeof RULE_IDS)[number]

const Text = z.string().check(z.minLength(1))
const Day = z.iso
  .date()
  .check(z.meta({ description: 'Last day it holds, YYYY-MM-DD (UTC).', examples: ['2027-01-31'] }))
const Globs = z.array(Text).check(z.minLength(1))
const Lenience = z.enum(['allow', 'notice', 'deny'])

export const Exemption = z.strictObject({
  paths: Globs,
  author: z.optional(Text).check(
    z.meta({
      description: "The pull request's author by the forge's event, never the commit's e-mail.",
      examples: ['dependabot[bot]'],
    }),
  ),
  reason: Text,
  until: z.optional(Day),
})

export const Waiver = z.strictObject({
  id: Text.check(z.meta({ examples: ['W-001'] })),
  rule: z.enum(RULE_IDS),
  paths: Globs,
  until: Day,
  reason: Text,
  approved_by: Text,
})

export const LedgerPolicy = z.strictObject({
  layout: z._default(z.enum(['sharded', 'single']), 'sharded'),
  autostage: z
    ._default(z.boolean(), true)
    .check(z.meta({ description: "The pre-commit hook stages the recorder's own open shards." })),
  signed: z._default(z.enum(['off', 'warn', 'require']), 'off'),
})

/** How strict. An absent file or key means the strict default written here. */
export const Policy = z
  .strictObject({
    rules: z
      ._default(z.partialRecord(z.enum(RULE_IDS), z.enum(SEVERITIES)), {})
      .check(z.meta({ description: 'Severity per rule id.' })),
    mode: z._default(z.enum(['enforce', 'shadow', 'ratchet']), 'enforce').check(
      z.meta({
        description: 'shadow reports and exits 0; ratchet frees old files until a trace names them.',
      }),
    ),
    baseline: z
      .optional(z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be a full commit id')))
      .check(z.meta({ description: 'History up to this commit is not judged.' })),
    new_intents: z._default(z.enum(['deny', 'review', 'allow']), 'deny'),
    humans: z._default(z.enum(['attest', 'signed', 'scope-only', 'exempt']), 'attest'),
    exempt: z._default(z.array(Exemption), []),
    waivers: z._default(z.array(Waiver), []),
    formatters: z._default(z.enum(['tolerate', 'deny']), 'tolerate'),
    reverts: z._default(Lenience, 'notice'),
    weak_evidence: z._default(Lenience, 'notice'),
    commits: z._default(z.enum(['net', 'each']), 'net'),
    ledger: z.prefault(LedgerPolicy, {}),
    trailer: z._default(z.enum(['off', 'add', 'require']), 'off'),
  })
  .check(
    z.meta({
      title: 'policy.yaml',
      description: 'How strict the gate is. Judged from the base of a change.',
    }),
  )

export type Policy = z.infer<typeof Policy>
export type Exemption = z.infer<typeof Exemption>
export type Waiver = z.infer<typeof Waiver>

export const strictPolicy: Policy = Policy.parse({})
