import { readFileSync } from 'node:fs'
import { checkRange } from '../src/check.ts'
import { EXIT, GateError } from '../src/core/error.ts'
import type { Report } from '../src/core/report.ts'
import type { UnitChanges } from '../src/core/unit-change.ts'
import { rangeUnits } from '../src/range-units.ts'
import { visible } from '../src/report/escape.ts'
import type { Failure } from '../src/report/index.ts'
import { countCommits } from './commits.ts'
import { type Judging, type NothingToJudge, planOf } from './event.ts'
import { type Inputs, readInputs } from './inputs.ts'
import { bindVerdict } from './outcome.ts'
import { shippedParser } from './parser.ts'
import { type Files, type Judged, publishFailure, publishReport } from './publish.ts'
import { isAskingForMore, type Located, locate } from './source.ts'

export const NO_FILES: Files = { reportFile: '', sarifFile: '' }

/** Judges what the event is about and says so. The exit code, as FORMATS.md has them; never throws. */
export async function run(env: NodeJS.ProcessEnv): Promise<number> {
  let files = NO_FILES
  try {
    const inputs = readInputs()
    files = inputs
    const plan = planOf({ ...readEvent(env), base: inputs.base, head: inputs.head })
    const judged = plan.kind === 'nothing' ? nothingJudged(plan) : await judge(plan, inputs, env)
    await publishReport(judged, inputs, env)
    const { report } = judged
    return report.verdict === 'pass' ? EXIT.pass : EXIT.violations
  } catch (error) {
    return await explain(error, files, env)
  }
}

/** Throws EVENT_UNREADABLE: without the event nothing says what to judge. */
function readEvent(env: NodeJS.ProcessEnv) {
  const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY = '' } = env
  const url = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
  return {
    name: env.GITHUB_EVENT_NAME ?? '',
    sha: env.GITHUB_SHA ?? '',
    url,
    payload: readJson(env.GITHUB_EVENT_PATH),
  }
}

function readJson(path: string | undefined): unknown {
  if (path === undefined || path === '')
    throw new GateError('EVENT_UNREADABLE', { why: 'GITHUB_EVENT_PATH is not set' })
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new GateError('EVENT_UNREADABLE', { why }, { cause })
  }
}

function nothingJudged({ subject, why, alert }: NothingToJudge): Judged {
  const source = { kind: 'range', base: null, head: null, mergeBases: [], policy: null } as const
  const nothing = { checked: 0, violations: [], exempted: [], coverage: [] }
  const kind = { version: 1, verdict: 'pass', mode: 'enforce', bootstrap: false } as const
  const notes = [`${subject}: nothing was judged: ${why}`]
  return {
    report: { ...kind, source, ...nothing, notes },
    alerts: alert === null ? [] : [alert],
    units: null,
  }
}

async function judge(plan: Judging, inputs: Inputs, env: NodeJS.ProcessEnv): Promise<Judged> {
  const located = await locate(plan, inputs.token, env)
  try {
    const counting = countCommits(located.source, located.range)
    // Awaited below; until then a failure must not count as unhandled.
    counting.catch(() => undefined)
    const report = bindVerdict(await judgeTwice(located, plan), inputs)
    const units = await changedUnits(located)
    const count = await counting
    const notes = [describeRange(plan, located, report, count), ...report.notes]
    const { base, mergeBases } = report.source
    const isRewritten = base !== null && !mergeBases.includes(base)
    const alerts = isRewritten && plan.ifRewritten !== null ? [plan.ifRewritten] : []
    return { report: { ...report, notes }, alerts, units }
  } finally {
    await located.source.close()
  }
}

/** Again with all there is, where the commits that were fetched did not suffice. */
async function judgeTwice({ source, range }: Located, { author }: Judging): Promise<Report> {
  const request = { ...range, place: 'ci', author, ...shippedParser() } as const
  try {
    return await checkRange(source.dir, { ...request, env: source.env })
  } catch (error) {
    if (!isAskingForMore(error) || (await source.deepen()) === 'nothing') throw error
    return await checkRange(source.dir, { ...request, env: source.env })
  }
}

/** For the reviewer; the verdict is there already, and does not depend on it. */
async function changedUnits({ source, range }: Located): Promise<UnitChanges | null> {
  const { parser } = shippedParser()
  return parser === undefined ? null : await rangeUnits(source.dir, { ...range, parser, env: source.env })
}

function describeRange(
  { subject }: Judging,
  { source, range }: Located,
  report: Report,
  count: number,
): string {
  const { mergeBases, policy } = report.source
  const parts = [
    `base ${range.base}`,
    `head ${range.head}`,
    `merge ${mergeBases.length === 1 ? 'base' : 'bases'} ${mergeBases.join(' ')}`,
    count === 1 ? '1 commit' : `${count} commits`,
    policy === null ? 'no policy.yaml' : `policy ${policy}`,
    source.kind === 'workspace' ? 'read from the workspace' : 'fetched',
  ]
  return `${subject}: ${parts.join(', ')}`
}

/** Says why there is no verdict. The exit code: never 0 or 1, which are verdicts. */
export async function explain(error: unknown, files: Files, env: NodeJS.ProcessEnv): Promise<number> {
  const failure = failureOf(error)
  if (failure.exit === EXIT.bug && error instanceof Error) complain(error.stack ?? error.message)
  try {
    await publishFailure(failure, files, env)
  } catch (another) {
    // The first failure is the one to know, and stands in the log already.
    complain(failureOf(another).message)
  }
  return failure.exit
}

function complain(text: string): void {
  process.stderr.write(`intentgate: ${text.split('\n').map(visible).join('\n  ')}\n`)
}

function failureOf(error: unknown): Failure {
  if (error instanceof GateError) return error
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'BUG', message, remedy: 'report it: nothing was judged', exit: EXIT.bug }
}
