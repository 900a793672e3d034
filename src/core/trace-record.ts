import * as z from 'zod/mini'
import { MODES } from './change.ts'

export const CONTRIBUTORS = ['ai', 'human', 'mixed', 'unknown'] as const
export type Contributor = (typeof CONTRIBUTORS)[number]
export const OPERATIONS = ['create', 'modify', 'delete', 'mode', 'symlink', 'submodule'] as const
export type Operation = (typeof OPERATIONS)[number]

const Text = z.string().check(z.minLength(1))
const Oid = z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be a git object id'))
const Sha256 = z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256:<64 hex>'))
const Count = z.int().check(z.nonnegative())
const Line = z.int().check(z.positive())
// Each digest is 12 characters of base64url; one that starts with "!" is a redacted line: it matches nothing, ever.
const Digests = z
  .string()
  .check(z.regex(/^(?:[A-Za-z0-9_-]{12}|![A-Za-z0-9_-]{11})*$/, 'must be line digests of 12 characters each'))

const State = z.union([z.looseObject({ blob: z.null() }), z.looseObject({ blob: Oid, mode: z.enum(MODES) })])

export const RecordedHunk = z.looseObject({
  at: z.tuple([Count, Count, Count, Count]).check(
    z.meta({
      description: '[old start, old count, new start, new count], as in a unified diff with no context.',
    }),
  ),
  removed: Digests,
  added: Digests,
})

export const RecordedRange = z.looseObject({
  start_line: Line,
  end_line: Line,
  content_hash: z.optional(Sha256),
})

export const Conversation = z.looseObject({
  contributor: z.looseObject({ type: z.enum(CONTRIBUTORS), model_id: z.optional(z.string()) }),
  ranges: z.array(RecordedRange),
  related: z.optional(z.array(z.looseObject({ type: z.string(), url: z.string() }))),
})

export const RecordedFile = z.looseObject({
  path: Text,
  operation: z.enum(OPERATIONS),
  before: State,
  after: z.intersection(State, z.looseObject({ content_hash: z.optional(Sha256) })),
  hunks: z.optional(z.array(RecordedHunk)),
  moved_to: z.optional(z.string()),
  moved_from: z.optional(z.string()),
  mutation_class: z.optional(z.enum(['AST_REFACTOR', 'INTENT_EVOLUTION'])),
  conversations: z.array(Conversation).check(z.minLength(1)),
})

/** One line of the ledger in the canonical dialect: a superset of Agent Trace 0.1.0. Keys we do not know are kept. */
export const TraceRecord = z
  .looseObject({
    version: z.literal('0.1.0'),
    id: z.uuid(),
    timestamp: z.iso.datetime({ offset: true }),
    intent_id: Text,
    vcs: z.optional(z.looseObject({ type: z.literal('git'), revision: z.string() })),
    tool: z.looseObject({ name: z.string(), version: z.optional(z.string()), call: z.optional(z.string()) }),
    files: z.array(RecordedFile).check(z.minLength(1)),
    session: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
    previous: z.nullable(Sha256),
  })
  .check(z.meta({ title: 'Trace record' }))

export type TraceRecord = z.infer<typeof TraceRecord>
export type RecordedFile = z.infer<typeof RecordedFile>

export type RecordedState = z.infer<typeof State>
export type RecordedHunk = z.infer<typeof RecordedHunk>
