import * as z from 'zod/mini'
import { ENGLISH } from '../src/core/english.ts'
import { GateError } from '../src/core/error.ts'

// GitHub's format, not ours: read only what is used, strictly, and let the rest change under us.
const Id = z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'not a commit id'))
const Branch = z.string().check(z.refine(isRefName, 'not a branch name'))
const Ref = z.string().check(z.refine((name) => name.startsWith('refs/') && isRefName(name), 'not a ref'))
const BranchRef = z.pipe(
  z.pipe(
    z.string().check(z.startsWith('refs/heads/')),
    z.transform((ref) => ref.slice('refs/heads/'.length)),
  ),
  Branch,
)
const repository = z.object({ default_branch: Branch, clone_url: z.optional(z.url()) })

export type Repository = z.output<typeof repository>

export const PullRequest = z.object({
  action: z.string(),
  number: z.int().check(z.positive()),
  pull_request: z.object({
    head: z.object({ sha: Id }),
    base: z.object({ ref: Branch }),
    user: z.nullable(z.object({ login: z.string().check(z.minLength(1)) })),
    commits: z.optional(z.int().check(z.nonnegative())),
  }),
  before: z.optional(Id),
  repository,
})

export const MergeGroup = z.object({
  action: z.string(),
  merge_group: z.object({ head_sha: Id, head_ref: Ref, base_sha: Id, base_ref: BranchRef }),
  repository,
})

export const Push = z.object({
  ref: Ref,
  before: Id,
  after: Id,
  deleted: z.boolean(),
  repository,
})

export const Dispatch = z.object({ repository })

/** Throws EVENT_UNREADABLE. */
export function readPayload<T extends z.ZodMiniType>(shape: T, payload: unknown): z.output<T> {
  const read = shape.safeParse(payload, ENGLISH)
  if (read.success) return read.data
  const why = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the payload'}: ${message}`)
  throw new GateError('EVENT_UNREADABLE', { why: why.join('; ') })
}

/** As git has it, narrowly: nothing in it can be an option, a refspec or a second name. */
export function isRefName(name: string): boolean {
  return name !== '' && !/[\s\0-\x20\x7f~^:?*[\\]|\.\.|@\{|^[-/.]|\/[/.]|[/.]$|\.lock(?:\/|$)/.test(name)
}
