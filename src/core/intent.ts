import * as z from 'zod/mini'
import { matchGlobs } from './glob.ts'

export const STATUSES = ['PLANNED', 'IN_PROGRESS', 'BLOCKED', 'COMPLETED', 'ABANDONED'] as const

const Text = z.string().check(z.minLength(1))
const In = z
  .optional(z.string())
  .check(z.meta({ description: 'Only in files that match this glob.', examples: ['src/**'] }))

export const Constraint = z.union([
  Text.check(z.meta({ description: 'Free text, shown to the agent; not checked.' })),
  z.strictObject({
    forbid_import: Text.check(
      z.meta({ description: 'Glob of module names that must not be imported.', examples: ['passport*'] }),
    ),
    in: In,
  }),
  z.strictObject({
    forbid_pattern: Text.check(
      z.meta({ description: 'RE2 pattern that no added line may match.', examples: ['console\\.log\\('] }),
    ),
    in: In,
  }),
  z.strictObject({
    require_change: Text.check(
      z.meta({
        description: 'A change for this intent must also touch a path that matches this glob.',
        examples: ['test/**'],
      }),
    ),
  }),
])

export const AcceptanceCriterion = z.union([
  Text,
  z.strictObject({
    run: Text.check(
      z.meta({
        description: 'Run by `intentgate accept`, never by a check.',
        examples: ['npm test -- tests/auth'],
      }),
    ),
  }),
])

/** A declared piece of work, and the only paths it may touch. */
export const Intent = z
  .strictObject({
    id: z
      .string()
      .check(
        z.regex(/^[A-Z][A-Z0-9_]*-[0-9A-Z-]+$/, 'must look like INT-001'),
        z.meta({ description: 'Unique. Quoted in commit trailers.', examples: ['INT-001'] }),
      ),
    name: Text.check(
      z.meta({ description: 'What it is, in a few words.', examples: ['JWT Authentication Migration'] }),
    ),
    status: z
      .enum(STATUSES)
      .check(z.meta({ description: 'Only IN_PROGRESS authorises changes.', examples: ['IN_PROGRESS'] })),
    owned_scope: z.array(Text).check(
      z.minLength(1),
      z.meta({
        description:
          'Globs (minimatch, dot files included), relative to the repository root; !glob takes away.',
        examples: [['src/auth/**', '!src/auth/legacy/**']],
      }),
    ),
    constraints: z.optional(z.array(Constraint)),
    acceptance_criteria: z.optional(z.array(AcceptanceCriterion)),
    mutation: z.optional(z.enum(['any', 'refactor-only'])).check(
      z.meta({
        description: 'refactor-only: every change must be a proven refactoring.',
        examples: ['any'],
      }),
    ),
    level: z
      .optional(z.int().check(z.minimum(1), z.maximum(7)))
      .check(z.meta({ description: 'Level of the intent specification, 1 (purpose) to 7.', examples: [4] })),
    parent: z
      .optional(z.string())
      .check(z.meta({ description: 'The intent this one serves.', examples: ['INT-000'] })),
  })
  .check(z.meta({ title: 'Intent' }))

export type Intent = z.infer<typeof Intent>
export type Constraint = z.infer<typeof Constraint>

export const IntentsFile = z
  .strictObject({
    active_intents: z.pipe(
      z.nullable(z.array(Intent)),
      z.transform((list) => list ?? []),
    ),
  })
  .check(z.meta({ title: 'active_intents.yaml', description: 'The declared intents of this repository.' }))

/** By id. */
export type Intents = ReadonlyMap<string, Intent>

export function ownsPath(intent: Intent, path: string): boolean {
  return matchGlobs(intent.owned_scope, path)
}

/** Does a scope entry name this very path, with no glob in it? A catch-all does not name a control-plane file. */
export function namesLiterally(intent: Intent, path: string): boolean {
  return intent.owned_scope.includes(path)
}
