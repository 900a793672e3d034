import { readFileSync } from 'node:fs'
import { EXIT, GateError } from '../src/core/error.ts'
import type { Report } from '../src/core/report.ts'
import type { CommitSource } from '../src/git/commit-source.ts'
import { type OpenRange, openRange } from '../src/open-range.ts'
import type { RangeUnits } from '../src/range-units.ts'
import { visible } from '../src/report/escape.ts'
import type { Failure } from '../src/report/index.ts'
import type { RangeRequest } from '../src/request.ts'
import { type Judging, type NothingToJudge, planOf } from './event.ts'
import { type Inputs, readInputs } from './inputs.ts'
import { bindVerdict } from './outcome.ts'
import { shippedParser } from './parser.ts'
import { type Files, type Judged, publishFailure, publishReport, publishUnits } from './publish.ts'
import { isAskingForMore, type Located, locate } from './source.ts'
import { timed } from './timed.ts'

export const NO_FILES: Files = { reportFile: '', sarifFile: '' }

/** Judges what the event is about and says so. The exit code, as FORMATS.md has them; never throws. */
export async function run(env: NodeJS.ProcessEnv): Promise<number> {
  let files = NO_FILES
  try {
    const inputs = readInputs()
    files = inputs
    const plan = planOf({ ...readEvent(env), base: inputs.base, head: inputs.head })
    const publish = (judged: Judged) => publishReport(judged, inputs, env)
    if (plan.kind === 'nothing') {
      await publish(nothingJudged(plan))
      return EXIT.pass
    }
    return (await judge(plan, inputs, env, publish)) === 'pass' ? EXIT.pass : EXIT.violations
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
  }
}

async function judge(
  plan: Judging,
  inputs: Inputs,
  env: NodeJS.ProcessEnv,
  publish: (judged: Judged) => Promise<void>,
): Promise<Report['verdict']> {
  const { value: located, seconds: locating } = await timed(() => locate(plan, inputs.token, env))
  try {
    const { value: judged, seconds } = await timed(() => judgeTwice(located, plan))
    const { opened, deepening } = judged
    try {
      const report = bindVerdict(judged.report, inputs)
      const times = describeTimes(located.source, locating + deepening, seconds - deepening)
      const notes = [describeRange(plan, located, report, opened.net.commits.length), times, ...report.notes]
      await publish({ report: { ...report, notes }, alerts: alertsOf(plan, report) })
      // Only now: nobody should wait for it who wants to know why a check is red.
      await publishUnits(await changedUnits(opened), env)
      return report.verdict
    } finally {
      await opened.close()
    }
  } finally {
    await located.source.close()
  }
}

function alertsOf({ ifRewritten }: Judging, { source: { base, mergeBases } }: Report): readonly string[] {
  const isRewritten = base !== null && !mergeBases.includes(base)
  return isRewritten && ifRewritten !== null ? [ifRewritten] : []
}

/** Again with all there is, where the commits that were fetched did not suffice. */
async function judgeTwice({ source, range }: Located, { author }: Judging): Promise<JudgedRange> {
  const request = { ...range, place: 'ci', author, ...shippedParser(), env: source.env } as const
  try {
    return { ...(await judgeRange(source, request)), deepening: 0 }
  } catch (error) {
    if (!isAskingForMore(error)) throw error
    const { value, seconds } = await timed(() => source.deepen())
    if (value === 'nothing') throw error
    return { ...(await judgeRange(source, request)), deepening: seconds }
  }
}

async function judgeRange(
  { dir }: CommitSource,
  request: RangeRequest,
): Promise<Omit<JudgedRange, 'deepening'>> {
  const opened = await openRange(dir, request)
  try {
    return { opened, report: await opened.judge() }
  } catch (error) {
    await opened.close()
    throw error
  }
}

// A file takes some milliseconds.
const MOST_FILES_BY_UNIT = 200

/** For the reviewer; the verdict does not depend on it. */
async function changedUnits(opened: OpenRange): Promise<RangeUnits> {
  const { parser } = shippedParser()
  if (parser === undefined) return { kind: 'no parser' }
  const { rangeUnits } = await import('../src/range-units.ts')
  return await rangeUnits(opened, MOST_FILES_BY_UNIT)
}

interface JudgedRange {
  readonly opened: OpenRange
  readonly report: Report
  /** Seconds of fetching in between. */
  readonly deepening: number
}

/** Apart: the one is the network's, the other is ours. */
function describeTimes({ kind }: CommitSource, finding: number, judging: number): string {
  return `${kind === 'workspace' ? 'found' : 'fetched'} in ${finding.toFixed(1)} s, judged in ${judging.toFixed(1)} s`
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
