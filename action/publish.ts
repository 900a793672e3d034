import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setOutput, summary } from '@actions/core'
import { GateError } from '../src/core/error.ts'
import type { Severity } from '../src/core/policy.ts'
import type { Report } from '../src/core/report.ts'
import { docsOf } from '../src/core/rule.ts'
import type { RangeUnits } from '../src/range-units.ts'
import { createGithub } from '../src/report/github.ts'
import { createReporters, type Failure, type Format, type Reporter } from '../src/report/index.ts'
import { renderFoldedUnits } from '../src/report/units.ts'
import { rules } from '../src/rules/index.ts'
import type { Inputs } from './inputs.ts'

export type Files = Pick<Inputs, 'reportFile' | 'sarifFile'>

const STYLE = { colour: 'never', layout: 'lines', width: 120, unicode: 'yes' } as const
const reporters = createReporters(
  rules.map(({ id, summary: about }) => ({ id, summary: about, docs: docsOf(id) })),
)

export interface Judged {
  readonly report: Report
  /** What has to be seen besides the findings, each a warning. */
  readonly alerts: readonly string[]
}

// With the report, which is cut at 900 KiB, less than the 1 MiB over which a runner shows nothing at all.
const UNITS_BYTES = 64 * 1024

/** How an answer is rendered: a report's, or a failure's. */
type Render = (reporter: Reporter) => string

/** Into the log, the step summary, the files and the outputs. Throws FILE_SYSTEM where one of them cannot be written. */
export async function publishReport(
  { report, alerts }: Judged,
  inputs: Inputs,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const render: Render = (reporter) => reporter.report(report, STYLE)
  const file = await publishFiles(render, inputs, env)
  const count = (level: Severity) => report.violations.filter(({ severity }) => severity === level).length
  const counts = { errors: count('error'), warnings: count('warning'), notices: count('notice') }
  publishOutputs({ verdict: report.verdict, ...counts, report: file }, env)
  // Last: a file that cannot be written is a failure of its own, and its error must be among the ten that a runner keeps.
  process.stdout.write(render(inputs.annotations === 'on' ? createGithub(alerts) : withAlerts(alerts)))
}

/** What changed, by unit: below the report, in the step summary. */
export async function publishUnits(units: RangeUnits, env: NodeJS.ProcessEnv): Promise<void> {
  const text = describeUnits(units)
  if (text !== null && env.GITHUB_STEP_SUMMARY) await summary.addRaw(`\n${text}\n`).write()
}

function describeUnits(units: RangeUnits): string | null {
  if (units.kind === 'too many')
    return `${units.files} files changed: too many to say here what changed by unit.`
  return units.kind === 'units' ? renderFoldedUnits(units, UNITS_BYTES) : null
}

/** One error that says what to do, whatever the annotations are: without it a red step would show nothing. */
export async function publishFailure(failure: Failure, files: Files, env: NodeJS.ProcessEnv): Promise<void> {
  const render: Render = (reporter) => reporter.failure(failure, STYLE)
  // First: what comes after it can fail for the same reason.
  process.stdout.write(render(reporters.github))
  const file = await publishFiles(render, files, env)
  publishOutputs({ verdict: 'fail', errors: 0, warnings: 0, notices: 0, report: file }, env)
}

/** Plain lines have no levels: an alert goes before all others. */
function withAlerts(alerts: readonly string[]): Reporter {
  const { report, failure } = reporters.text
  return { failure, report: (of, style) => report({ ...of, notes: [...alerts, ...of.notes] }, style) }
}

/** The path of the JSON report. */
async function publishFiles(render: Render, files: Files, env: NodeJS.ProcessEnv): Promise<string> {
  if (env.GITHUB_STEP_SUMMARY) await summary.addRaw(render(reporters.markdown)).write()
  const inFile = (format: Format) => render(reporters[format])
  if (files.sarifFile !== '') writeWhole(pathOf(files.sarifFile, env), inFile('sarif'))
  const path = pathOf(files.reportFile || join(env.RUNNER_TEMP || tmpdir(), 'intentgate-report.json'), env)
  writeWhole(path, inFile('json'))
  return path
}

function publishOutputs(outputs: Readonly<Record<string, string | number>>, env: NodeJS.ProcessEnv): void {
  // Without the file, @actions/core would print the old command, which a runner of today refuses.
  if (!env.GITHUB_OUTPUT) return
  for (const [name, value] of Object.entries(outputs)) setOutput(name, value)
}

function pathOf(file: string, { GITHUB_WORKSPACE }: NodeJS.ProcessEnv): string {
  return resolve(GITHUB_WORKSPACE || '.', file)
}

/** Renamed into place: a link of that name, which a checkout may have brought, is replaced and not followed. */
function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(draft, text, { flag: 'wx' })
    renameSync(draft, path)
  } catch (cause) {
    rmSync(draft, { force: true })
    const why = cause instanceof Error ? cause.message : String(cause)
    const remedy = 'name a file in a folder that exists and can be written'
    throw new GateError('FILE_SYSTEM', { verb: 'write', path, why, remedy }, { cause })
  }
}
