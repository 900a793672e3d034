import type { Change } from '../../core/change.ts'
import { statusOf } from '../../core/change.ts'
import type { Coverage } from '../../core/coverage.ts'
import { pathFrom } from '../../core/path.ts'
import type { Report } from '../../core/report.ts'
import type { Facts, Violation } from '../../core/rule.ts'
import { shellQuote } from '../../core/shell.ts'
import type { Repository } from '../../git/types.ts'
import { quotePath, visible } from '../../report/escape.ts'
import { usageError } from '../flags.ts'
import { describeIntentChain } from './intent-chain.ts'
import { describeAddedLine, digestOfLine } from './line.ts'
import { type WeighedRecord, weighRecords } from './standing.ts'
import { failedSteps } from './steps.ts'
import { describeAuthor, describeRecord, describeState } from './words.ts'

/** Lines of text under a heading. */
export interface Section {
  readonly title: string
  readonly lines: readonly string[]
}

/** What is staged, or would be, and what the gate said of it. */
export interface StagedChange {
  /** `staged`, or what it is instead. */
  readonly title: string
  readonly report: Report
  readonly facts: Facts
  readonly change: Change
}

const VERBS = { A: 'added', M: 'modified', D: 'deleted', T: 'another type of file' } as const

/** Why the gate accepts or refuses a staged path. */
export function explainStaged({ report, facts, change, title }: StagedChange): Section[] {
  const coverage = facts.coverage.find((entry) => entry.change.path === change.path)
  const found = report.violations.filter(({ path }) => path === change.path)
  const what = `${VERBS[statusOf(change)]}, from ${describeState(change.before)} to ${describeState(change.after)}`
  return [
    { title, lines: [what, ...verdictOf(coverage, found)] },
    ...(coverage === undefined ? [] : evidenceOf(facts, coverage)),
    ...findingsOf(found),
  ].filter(({ lines }) => lines.length > 0)
}

function verdictOf(coverage: Coverage | undefined, found: readonly Violation[]): string[] {
  const errors = [...new Set(found.filter(({ severity }) => severity === 'error').map(({ rule }) => rule))]
  const refused = errors.length === 0 ? [] : [`refused: ${errors.join(', ')}`]
  if (coverage === undefined) return ['needs no trace: rules of its own judge it', ...refused]
  if (coverage.exempted !== null)
    return [`exempt (${coverage.exempted.by}): ${visible(coverage.exempted.reason)}`, ...refused]
  if (coverage.how !== null) return [`covered, by ${coverage.how}`, ...refused]
  return refused.length > 0 ? refused : ['not covered, and the policy lets it pass']
}

function evidenceOf(facts: Facts, coverage: Coverage): Section[] {
  if (coverage.how !== null)
    return [{ title: 'written for', lines: coverage.used.flatMap((write) => usedRecord(write, facts)) }]
  const weighed = weighRecords(facts, coverage)
  const usable = weighed.filter(({ barred }) => barred === null).map(({ write }) => write)
  const steps = failedSteps(facts, coverage, usable)
  return [
    {
      title: 'records of this file',
      lines: weighed.length === 0 ? ['none'] : weighed.flatMap(weighedRecord),
    },
    { title: 'what was tried', lines: steps.map(({ step, why }) => `${step.padEnd(11)} ${why}`) },
  ]
}

function usedRecord(write: Coverage['used'][number], { evidence }: Facts): string[] {
  const intent =
    write.intent === null ? ['no intent'] : describeIntentChain(write.intent, evidence.intents.head)
  return [
    ...intent.map((line, depth) => '  '.repeat(depth) + line),
    `  ${describeAuthor(write)}`,
    `  ${describeRecord(write)}`,
  ]
}

function weighedRecord({ write, barred }: WeighedRecord): string[] {
  return [
    `${visible(write.intent ?? 'no intent')}, ${describeAuthor(write)}`,
    `  ${describeRecord(write)}`,
    `  ${barred === null ? 'may be used' : visible(barred)}`,
  ]
}

function findingsOf(found: readonly Violation[]): Section[] {
  const remedies = [
    ...new Set(found.filter(({ severity }) => severity === 'error').map(({ remedy }) => visible(remedy))),
  ]
  const lines = found.map(
    ({ rule, severity, line, message }) =>
      `${severity} ${rule}${line === undefined ? '' : ` at line ${line}`}: ${visible(message)}`,
  )
  return [
    { title: 'found', lines },
    { title: 'to pass', lines: remedies },
  ]
}

/** What is known about one line that a staged change adds. Throws USAGE where there is no such line. */
export async function explainAddedLine(
  repo: Repository,
  { facts, change }: StagedChange,
  line: number,
): Promise<Section> {
  const title = `line ${line}`
  if (change.after === null) return { title, lines: ['the file is deleted by this change'] }
  const digest = await digestAt(repo, change, line)
  const coverage = facts.coverage.find((entry) => entry.change.path === change.path)
  if (coverage === undefined) return { title, lines: ['changed; this file needs no trace'] }
  return { title, lines: describeAddedLine(digest, weighRecords(facts, coverage)) }
}

async function digestAt(repo: Repository, { path, after }: Change, line: number): Promise<string> {
  const bytes = after === null ? 'missing' : await repo.content(after.blob)
  const digest = typeof bytes === 'string' ? null : digestOfLine(bytes, line)
  if (digest !== null) return digest
  throw usageError(
    `${quotePath(path)} has no line ${line} that could be told apart`,
    `ask about the file: npx intentgate explain ${shellQuote(pathFrom(repo.prefix, path))}`,
  )
}
