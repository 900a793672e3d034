import * as z from 'zod'
import { MODES } from './change.ts'

export const CONTRIBUTORS = ['ai', 'human', 'mixed', 'unknown'] as const
export type Contributor = (typeof CONTRIBUTORS)[number]
export const OPERATIONS = ['create', 'modify', 'delete', 'mode', 'symlink', 'submodule'] as const
export type Operation = (typeof OPERATIONS)[number]

const Oid = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be a git object id')
const Sha256 = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256:<64 hex>')
const Count = z.int().nonnegative()
// Each digest is 12 characters of base64url; one that starts with "!" is a redacted line: it matches nothing, ever.
const Digests = z
  .string()
  .regex(/^(?:[A-Za-z0-9_-]{12}|![A-Za-z0-9_-]{11})*$/, 'must be line digests of 12 characters each')

const State = z.union([z.looseObject({ blob: z.null() }), z.looseObject({ blob: Oid, mode: z.enum(MODES) })])

export const RecordedHunk = z.looseObject({
  at: z.tuple([Count, Count, Count, Count]).meta({
    description: '[old start, old count, new start, new count], as in a unified diff with no context.',
  }),
  removed: Digests,
  added: Digests,
})

export const RecordedRange = z.looseObject({
  start_line: z.int().positive(),
  end_line: z.int().positive(),
  content_hash: Sha256.optional(),
})

export const Conversation = z.looseObject({
  contributor: z.looseObject({ type: z.enum(CONTRIBUTORS), model_id: z.string().optional() }),
  ranges: z.array(RecordedRange),
  related: z.array(z.looseObject({ type: z.string(), url: z.string() })).optional(),
})

export const RecordedFile = z.looseObject({
  path: z.string().min(1),
  operation: z.enum(OPERATIONS),
  before: State,
  after: State.and(z.looseObject({ content_hash: Sha256.optional() })),
  hunks: z.array(RecordedHunk).optional(),
  moved_to: z.string().optional(),
  moved_from: z.string().optional(),
  mutation_class: z.enum(['AST_REFACTOR', 'INTENT_EVOLUTION']).optional(),
  conversations: z.array(Conversation).min(1),
})

/** One line of the ledger in the canonical dialect: a superset of Agent Trace 0.1.0. Keys we do not know are kept. */
export const TraceRecord = z
  .looseObject({
    version: z.literal('0.1.0'),
    id: z.uuid(),
    timestamp: z.iso.datetime({ offset: true }),
    intent_id: z.string().min(1),
    vcs: z.looseObject({ type: z.literal('git'), revision: z.string() }).optional(),
    tool: z.looseObject({ name: z.string(), version: z.string().optional(), call: z.string().optional() }),
    files: z.array(RecordedFile).min(1),
    session: z.string().regex(/^[0-9a-f]{16}$/),
    previous: Sha256.nullable(),
  })
  .meta({ title: 'Trace record' })

export type TraceRecord = z.infer<typeof TraceRecord>
export type RecordedFile = z.infer<typeof RecordedFile>

export type RecordedState = z.infer<typeof State>
export type RecordedHunk = z.infer<typeof RecordedHunk>
