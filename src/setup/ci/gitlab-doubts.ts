import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { namesTheGate } from '../../core/control-plane.ts'
import { GateError } from '../../core/error.ts'
import type { Doubt } from './doubts.ts'
import { JOB_PATH, PIPELINE_PATH } from './gitlab-template.ts'
import { includesFile, readPipeline } from './include.ts'

// Not our format: what is looked at, in every form GitLab takes.
const Start = {
  when: z.optional(z.string()),
  allow_failure: z.optional(z.unknown()),
}
const Rule = z.looseObject({
  ...Start,
  if: z.optional(z.string()),
  changes: z.optional(z.unknown()),
  exists: z.optional(z.unknown()),
})
const Job = z.looseObject({
  ...Start,
  script: z.union([z.string(), z.array(z.unknown())]),
  needs: z.optional(z.array(z.unknown())),
  rules: z.optional(z.array(z.unknown())),
  only: z.optional(z.unknown()),
})

type Rule = z.output<typeof Rule>
export type Job = z.output<typeof Job>

interface Found {
  readonly path: string
  readonly name: string
  readonly job: Job
}

/** The jobs that run the gate; none where the pipeline takes them from elsewhere, null where it names no gate, a text where it cannot be read. */
export function gateJobs(top: string): Found[] | string | null {
  const text = textAt(top, PIPELINE_PATH)
  if (text === null || !namesTheGate(Buffer.from(text))) return null
  try {
    const pipeline = readPipeline(text, PIPELINE_PATH)
    const own = jobsOf(PIPELINE_PATH, pipeline)
    if (!includesFile(pipeline, JOB_PATH)) return own
    const job = textAt(top, JOB_PATH)
    if (job === null) return `it includes ${JOB_PATH}, which is not there`
    return [...own, ...jobsOf(JOB_PATH, readPipeline(job, JOB_PATH))]
  } catch (error) {
    if (error instanceof GateError) return error.message
    throw error
  }
}

function textAt(top: string, path: string): string | null {
  const file = join(top, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function jobsOf(path: string, pipeline: Readonly<Record<string, unknown>>): Found[] {
  return Object.entries(pipeline).flatMap(([name, value]) => {
    const { data: job } = Job.safeParse(value)
    const isGate = job !== undefined && !name.startsWith('.') && runsGate(name, job)
    return isGate ? [{ path, name, job }] : []
  })
}

// One that is called after the gate and does not run it is looked at, too: something has to be said of it.
function runsGate(name: string, { script }: Job): boolean {
  return /^intentgate$/i.test(name) || /\bintentgate\b[\s\S]*\bcheck\b/.test(scriptOf(script))
}

function scriptOf(script: Job['script']): string {
  return [script].flat(3).join('\n')
}

const TAKE_AWAY = 'take it away; to report and not to block, set mode: shadow in .orchestration/policy.yaml'

/** What lets a merge request past a job that runs the gate; each goes on from the job's name. */
export function jobDoubts(job: Job): Doubt[] {
  return [
    ...(/\bcheck\b/.test(scriptOf(job.script))
      ? []
      : [
          {
            what: 'does not run intentgate check',
            remedy: `restore it: delete ${JOB_PATH} and run: npx intentgate init --ci gitlab`,
          },
        ]),
    ...(job.needs === undefined || job.needs.length === 0
      ? []
      : [{ what: 'needs other jobs: where one of them fails, it is skipped', remedy: 'needs: []' }]),
    ...startDoubts(job),
    ...ruleDoubts(job),
  ]
}

function startDoubts({ when = 'on_success', allow_failure }: Job | Rule): Doubt[] {
  return [
    ...(allow_failure === undefined || allow_failure === false
      ? []
      : [{ what: 'has allow_failure: what the gate refuses passes', remedy: TAKE_AWAY }]),
    ...(when === 'on_success' || when === 'always'
      ? []
      : [
          {
            what: `has when: ${when}, so that a merge request need not wait for it`,
            remedy: 'take when away',
          },
        ]),
  ]
}

const MERGE_REQUEST = /merge_request/i

function ruleDoubts({ rules, only }: Job): Doubt[] {
  if (rules === undefined && only !== undefined && MERGE_REQUEST.test(JSON.stringify(only))) return []
  const known = (rules ?? []).flatMap((rule) => {
    const { data: read } = Rule.safeParse(rule)
    return read === undefined ? [] : [read]
  })
  const first = known.find((rule) => rule.if === undefined || MERGE_REQUEST.test(rule.if))
  if (first === undefined)
    return [
      {
        what: 'is not started by a merge request',
        remedy: "rules: - if: $CI_PIPELINE_SOURCE == 'merge_request_event'",
      },
    ]
  const filters = ['changes', 'exists'].filter((key) => first[key] !== undefined)
  return [
    ...filters.map((key) => ({
      what: `has a rule with ${key}: where it leaves a merge request out, nothing is judged`,
      remedy: `take ${key} away; what may change freely is exempt in .orchestration/policy.yaml`,
    })),
    ...startDoubts(first),
  ]
}
