import * as z from 'zod'

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

const Day = z.iso
  .date()
  .meta({ description: 'Last day it holds, YYYY-MM-DD (UTC).', examples: ['2027-01-31'] })
const Globs = z.array(z.string().min(1)).min(1)
const Lenience = z.enum(['allow', 'notice', 'deny'])

export const Exemption = z.strictObject({
  paths: Globs,
  author: z
    .string()
    .min(1)
    .optional()
    .meta({
      description: "The pull request's author by the forge's event, never the commit's e-mail.",
      examples: ['dependabot[bot]'],
    }),
  reason: z.string().min(1),
  until: Day.optional(),
})

export const Waiver = z.strictObject({
  id: z
    .string()
    .min(1)
    .meta({ examples: ['W-001'] }),
  rule: z.enum(RULE_IDS),
  paths: Globs,
  until: Day,
  reason: z.string().min(1),
  approved_by: z.string().min(1),
})

export const LedgerPolicy = z.strictObject({
  layout: z.enum(['sharded', 'single']).default('sharded'),
  autostage: z
    .boolean()
    .default(true)
    .meta({ description: "The pre-commit hook stages the recorder's own open shards." }),
  signed: z.enum(['off', 'warn', 'require']).default('off'),
})

/** How strict. An absent file or key means the strict default written here. */
export const Policy = z
  .strictObject({
    rules: z
      .partialRecord(z.enum(RULE_IDS), z.enum(SEVERITIES))
      .default({})
      .meta({ description: 'Severity per rule id.' }),
    mode: z
      .enum(['enforce', 'shadow', 'ratchet'])
      .default('enforce')
      .meta({ description: 'shadow reports and exits 0; ratchet frees old files until a trace names them.' }),
    baseline: z
      .string()
      .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be a full commit id')
      .optional()
      .meta({ description: 'History up to this commit is not judged.' }),
    new_intents: z.enum(['deny', 'review', 'allow']).default('deny'),
    humans: z.enum(['attest', 'signed', 'scope-only', 'exempt']).default('attest'),
    exempt: z.array(Exemption).default([]),
    waivers: z.array(Waiver).default([]),
    formatters: z.enum(['tolerate', 'deny']).default('tolerate'),
    reverts: Lenience.default('notice'),
    weak_evidence: Lenience.default('notice'),
    commits: z.enum(['net', 'each']).default('net'),
    ledger: LedgerPolicy.prefault({}),
    trailer: z.enum(['off', 'add', 'require']).default('off'),
  })
  .meta({ title: 'policy.yaml', description: 'How strict the gate is. Judged from the base of a change.' })

export type Policy = z.infer<typeof Policy>
export type Exemption = z.infer<typeof Exemption>
export type Waiver = z.infer<typeof Waiver>

export const strictPolicy: Policy = Policy.parse({})
