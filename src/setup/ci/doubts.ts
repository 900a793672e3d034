import { exitDoubts, inputDoubts } from './gate-doubts.ts'
import { gatesOf, type Job, type Step, textsOf, type Workflow } from './workflow.ts'

/** What lets a pull request past the gate, or lets it wait for nothing. */
export interface Doubt {
  readonly what: string
  readonly remedy: string
}

const TYPES = ['opened', 'synchronize', 'reopened', 'edited']
/** What GitHub takes where no types are given. */
const USUAL_TYPES = ['opened', 'synchronize', 'reopened']
const PULL_REQUEST = ['pull_request', 'pull_request_target']

/** Everything unsafe about a workflow that runs the gate; its own jobs without the gate are not looked at. */
export function doubtsOf(workflow: Workflow): Doubt[] {
  const jobs = workflow.jobs.filter((job) => gatesOf(job).length > 0)
  return [...triggerDoubts(workflow), ...jobs.flatMap((job) => jobDoubts(workflow, job))]
}

/** What it does not judge besides pull requests: nothing unsafe, but worth knowing. */
export function unseenBy({ triggers }: Workflow): string[] {
  const notes: string[] = []
  if (!triggers.has('merge_group'))
    notes.push('merge queues (no merge_group: a queue would wait without end)')
  for (const [event, settings] of triggers) if (PULL_REQUEST.includes(event)) notes.push(...leftOut(settings))
  if (!triggers.has('push')) notes.push('what is pushed without a pull request (no push)')
  return notes
}

function leftOut(settings: Settings): string[] {
  const [only, but] = [textsOf(settings.branches), textsOf(settings['branches-ignore'])]
  return [
    ...(only.length > 0 ? [`pull requests into any branch but ${only.join(', ')}`] : []),
    ...(but.length > 0 ? [`pull requests into ${but.join(', ')}`] : []),
  ]
}

function triggerDoubts({ triggers }: Workflow): Doubt[] {
  const events = PULL_REQUEST.filter((event) => triggers.has(event))
  // Its callers say when it runs.
  if (triggers.has('workflow_call') && events.length === 0) return []
  if (events.length === 0) {
    return [
      { what: 'no pull request starts it', remedy: `on: pull_request with types: [${TYPES.join(', ')}]` },
    ]
  }
  return events.flatMap((event) => {
    const settings = triggers.get(event) ?? {}
    return [...typeDoubts(event, settings), ...pathDoubts(event, settings)]
  })
}

type Settings = Readonly<Record<string, unknown>>

function typeDoubts(event: string, { types }: Settings): Doubt[] {
  const given = types === undefined ? USUAL_TYPES : textsOf(types)
  const missing = TYPES.filter((type) => !given.includes(type))
  if (missing.length === 0) return []
  const why = missing.includes('edited') ? ': a pull request that changes its base keeps the old verdict' : ''
  return [
    {
      what: `${event} does not start it when ${missing.join(', ')}${why}`,
      remedy: `types: [${TYPES.join(', ')}]`,
    },
  ]
}

function pathDoubts(event: string, settings: Settings): Doubt[] {
  const filters = ['paths', 'paths-ignore'].filter((key) => key in settings)
  return filters.map((key) => ({
    what: `${event} has ${key}: where they leave it out, nothing is judged, and a required check is waited for without end`,
    remedy: `take ${key} away; what may change freely is exempt in .orchestration/policy.yaml`,
  }))
}

function jobDoubts(workflow: Workflow, job: Job): Doubt[] {
  const gates = gatesOf(job)
  return [
    ...(job.isConditional || gates.some(({ isConditional }) => isConditional) ? [conditional(job)] : []),
    ...(job.mayFail || gates.some(({ mayFail }) => mayFail) ? [forgiving(job)] : []),
    ...job.needs.map((needed) => dependent(job, needed)),
    ...gates.flatMap((gate) => [...inputDoubts(workflow, gate), ...exitDoubts(gate)]),
    ...gates.flatMap(({ uses }) => (uses === null || isFixed(uses) ? [] : [movable(uses)])),
    ...checkoutDoubts(workflow, job),
    ...accessDoubts(workflow, job),
  ]
}

function conditional({ name }: Job): Doubt {
  return {
    what: `job ${name} has an if: a check that is skipped counts as passed`,
    remedy: 'take the if away; the gate judges every event by itself',
  }
}

function dependent({ name }: Job, needed: string): Doubt {
  return {
    what: `job ${name} needs ${needed}: where that one fails, this one is skipped, and a check that is skipped counts as passed`,
    remedy: 'take needs away: the gate needs nothing of other jobs',
  }
}

function forgiving({ name }: Job): Doubt {
  return {
    what: `job ${name} has continue-on-error: what the gate refuses passes`,
    remedy: 'take it away; to report and not to block, set mode: shadow in .orchestration/policy.yaml',
  }
}

// A path of this repository comes with the commit that is checked out.
function isFixed(uses: string): boolean {
  return /^[.$]\/?/.test(uses) || /@(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(uses)
}

function movable(uses: string): Doubt {
  return {
    what: `${uses} is not pinned: a tag or a branch can be moved to other code`,
    remedy: 'write the full commit id after the @, and the version as a comment',
  }
}

function checkoutDoubts({ triggers }: Workflow, { name, steps }: Job): Doubt[] {
  if (!triggers.has('pull_request_target') || !steps.some(checksOutHead)) return []
  return [
    {
      what: `job ${name} checks the pull request out under pull_request_target: its code runs with this repository's token`,
      remedy: 'take the checkout away: the gate fetches what it judges by itself, and runs nothing of it',
    },
  ]
}

function checksOutHead({ uses, run, with: inputs }: Step): boolean {
  const HEAD =
    /\bhead_ref\b|\bpull_request\.(?:head|merge_commit_sha)\b|\brefs\/pull\/|\bpull\/\S+\/(?:head|merge)\b/
  if (uses !== null)
    return /\bcheckout\b/i.test(uses) && textsOf(Object.values(inputs)).some((text) => HEAD.test(text))
  return run !== null && /\bgh\s+pr\s+checkout\b|\bgit\b.*\bpull\/\S+\/(?:head|merge)\b/.test(run)
}

// SARIF is uploaded with security-events, which needs actions: read in a private repository.
const NEEDED = ['contents: read', 'security-events: write', 'actions: read']

function accessDoubts(workflow: Workflow, job: Job): Doubt[] {
  const access = job.permissions ?? workflow.permissions
  const remedy = `permissions of job ${job.name}: contents: read`
  if (access === null)
    return [{ what: `job ${job.name} has whatever the repository gives its token`, remedy }]
  if (typeof access === 'string') return [{ what: `job ${job.name} has ${access}`, remedy }]
  const given = Object.entries(access).filter(([, level]) => level !== 'none')
  const more = given.map(([scope, level]) => `${scope}: ${level}`).filter((text) => !NEEDED.includes(text))
  return more.length === 0
    ? []
    : [{ what: `job ${job.name} may do more than the gate needs: ${more.join(', ')}`, remedy }]
}
