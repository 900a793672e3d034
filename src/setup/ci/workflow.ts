import * as z from 'zod/mini'
import { ENGLISH } from '../../core/english.ts'

/** One step of a job that can matter to the gate. */
export interface Step {
  readonly uses: string | null
  readonly run: string | null
  readonly with: Readonly<Record<string, unknown>>
  readonly isConditional: boolean
  readonly mayFail: boolean
}

export interface Job {
  readonly name: string
  /** The reusable workflow that is the job; null = it has steps. */
  readonly uses: string | null
  readonly with: Readonly<Record<string, unknown>>
  readonly steps: readonly Step[]
  readonly isConditional: boolean
  readonly mayFail: boolean
  /** Jobs without which it does not start. */
  readonly needs: readonly string[]
  readonly permissions: Permissions
}

/** null = nothing is said; a word for all scopes, or access per scope. */
type Permissions = string | Readonly<Record<string, string>> | null

export interface Workflow {
  /** Per event, what is said of it; an empty record where nothing is. */
  readonly triggers: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  readonly permissions: Permissions
  readonly jobs: readonly Job[]
}

// Not our format: every form GitHub takes, and no key that is not looked at.
const Access = z.nullish(z.union([z.string(), z.record(z.string(), z.string())]))
const Settings = z.record(z.string(), z.unknown())
const StepSource = z.looseObject({
  uses: z.optional(z.string()),
  run: z.optional(z.string()),
  with: z.nullish(Settings),
  if: z.optional(z.unknown()),
  'continue-on-error': z.optional(z.unknown()),
})
const JobSource = z.looseObject({
  uses: z.optional(z.string()),
  steps: z.optional(z.array(StepSource)),
  with: z.nullish(Settings),
  needs: z.optional(z.unknown()),
  if: z.optional(z.unknown()),
  'continue-on-error': z.optional(z.unknown()),
  permissions: Access,
})
const Source = z.looseObject({
  on: z.union([z.string(), z.array(z.string()), z.record(z.string(), z.unknown())]),
  permissions: Access,
  jobs: z.record(z.string(), JobSource),
})

/** Reads what YAML gives for a workflow; a text where it is none, saying what is wrong. */
export function readWorkflow(value: unknown): Workflow | string {
  const read = Source.safeParse(value, ENGLISH)
  if (!read.success) return z.prettifyError(read.error)
  const { on, permissions, jobs } = read.data
  return {
    triggers: new Map(triggersOf(on)),
    permissions: permissions ?? null,
    jobs: Object.entries(jobs).map(([name, job]) => ({
      name,
      uses: job.uses ?? null,
      with: job.with ?? {},
      steps: (job.steps ?? []).map(stepOf),
      isConditional: job.if !== undefined,
      mayFail: mayFail(job),
      needs: textsOf(job.needs),
      permissions: job.permissions ?? null,
    })),
  }
}

function triggersOf(on: z.infer<typeof Source>['on']): [string, Readonly<Record<string, unknown>>][] {
  if (typeof on === 'string') return [[on, {}]]
  if (Array.isArray(on)) return on.map((event) => [event, {}])
  // A schedule is a list; it is not looked into.
  return Object.entries(on).map(([event, settings]) => [event, Settings.safeParse(settings).data ?? {}])
}

function stepOf(step: z.infer<typeof StepSource>): Step {
  return {
    uses: step.uses ?? null,
    run: step.run ?? null,
    with: step.with ?? {},
    isConditional: step.if !== undefined,
    mayFail: mayFail(step),
  }
}

// An expression may be true.
function mayFail(source: { readonly 'continue-on-error'?: unknown }): boolean {
  const value = source['continue-on-error']
  return value !== undefined && value !== false
}

/** What of a job runs the gate: steps, or the job itself. In our own repository it is the Action at the root. */
export function gatesOf(job: Job): (Job | Step)[] {
  const named = [job, ...job.steps].filter(namesGate)
  if (named.length > 0 || !/intentgate/i.test(job.name)) return named
  return job.steps.filter(({ uses }) => uses === './')
}

function namesGate(part: Job | Step): boolean {
  if (part.uses !== null) return /intentgate/i.test(part.uses)
  return 'run' in part && part.run !== null && /\bintentgate\b.*\bcheck\b/.test(part.run)
}

/** The texts of a setting that is a text or a list of them. */
export function textsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((item) => typeof item === 'string')
}
