import * as z from 'zod'
import { matchGlobs } from './glob.ts'

export const STATUSES = ['PLANNED', 'IN_PROGRESS', 'BLOCKED', 'COMPLETED', 'ABANDONED'] as const

export const Constraint = z.union([
  z.string().min(1).meta({ description: 'Free text, shown to the agent; not checked.' }),
  z.strictObject({
    forbid_import: z
      .string()
      .min(1)
      .meta({ description: 'Glob of module names that must not be imported.', examples: ['passport*'] }),
    in: z
      .string()
      .optional()
      .meta({ description: 'Only in files that match this glob.', examples: ['src/**'] }),
  }),
  z.strictObject({
    forbid_pattern: z
      .string()
      .min(1)
      .meta({ description: 'RE2 pattern that no added line may match.', examples: ['console\\.log\\('] }),
    in: z
      .string()
      .optional()
      .meta({ description: 'Only in files that match this glob.', examples: ['src/**'] }),
  }),
  z.strictObject({
    require_change: z
      .string()
      .min(1)
      .meta({
        description: 'A change for this intent must also touch a path that matches this glob.',
        examples: ['test/**'],
      }),
  }),
])

export const AcceptanceCriterion = z.union([
  z.string().min(1),
  z.strictObject({
    run: z
      .string()
      .min(1)
      .meta({
        description: 'Run by `intentgate accept`, never by a check.',
        examples: ['npm test -- tests/auth'],
      }),
  }),
])

/** A declared piece of work, and the only paths it may touch. */
export const Intent = z
  .strictObject({
    id: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]*-[0-9A-Z-]+$/, 'must look like INT-001')
      .meta({ description: 'Unique. Quoted in commit trailers.', examples: ['INT-001'] }),
    name: z
      .string()
      .min(1)
      .meta({ description: 'What it is, in a few words.', examples: ['JWT Authentication Migration'] }),
    status: z
      .enum(STATUSES)
      .meta({ description: 'Only IN_PROGRESS authorises changes.', examples: ['IN_PROGRESS'] }),
    owned_scope: z
      .array(z.string().min(1))
      .min(1)
      .meta({
        description:
          'Globs (minimatch, dot files included), relative to the repository root; !glob takes away.',
        examples: [['src/auth/**', '!src/auth/legacy/**']],
      }),
    constraints: z.array(Constraint).optional(),
    acceptance_criteria: z.array(AcceptanceCriterion).optional(),
    mutation: z
      .enum(['any', 'refactor-only'])
      .optional()
      .meta({ description: 'refactor-only: every change must be a proven refactoring.', examples: ['any'] }),
    level: z
      .int()
      .min(1)
      .max(7)
      .optional()
      .meta({ description: 'Level of the intent specification, 1 (purpose) to 7.', examples: [4] }),
    parent: z
      .string()
      .optional()
      .meta({ description: 'The intent this one serves.', examples: ['INT-000'] }),
  })
  .meta({ title: 'Intent' })

export type Intent = z.infer<typeof Intent>
export type Constraint = z.infer<typeof Constraint>

export const IntentsFile = z
  .strictObject({
    active_intents: z
      .array(Intent)
      .nullable()
      .transform((list) => list ?? []),
  })
  .meta({ title: 'active_intents.yaml', description: 'The declared intents of this repository.' })

/** By id. */
export type Intents = ReadonlyMap<string, Intent>

export function ownsPath(intent: Intent, path: string): boolean {
  return matchGlobs(intent.owned_scope, path)
}

/** Does a scope entry name this very path, with no glob in it? A catch-all does not name a control-plane file. */
export function namesLiterally(intent: Intent, path: string): boolean {
  return intent.owned_scope.includes(path)
}
