import { check as judge } from '../../check.ts'
import { EXIT } from '../../core/error.ts'
import type { Report } from '../../core/report.ts'
import { docsOf } from '../../core/rule.ts'
import { createReporters, type Failure, type Format, formats, type Reporter } from '../../report/index.ts'
import type { CheckRequest } from '../../request.ts'
import { rules } from '../../rules/index.ts'
import { didYouMean } from '../../store/did-you-mean.ts'
import type { Command, Io } from '../command.ts'
import { failureOf } from '../failure.ts'
import { parseFlags, usageError } from '../flags.ts'
import { installingFolder, parserEntry } from '../package-root.ts'
import { createProgress } from '../progress.ts'
import { reportStyle } from '../report-style.ts'
import { readTarget, sourceOptions } from '../source.ts'
import { noteUnstagedLedger } from '../unstaged-ledger.ts'
import { writeWhole } from '../write-whole.ts'

const options = {
  ...sourceOptions,
  format: { type: 'string' },
  json: { type: 'boolean' },
  output: { type: 'string' },
} as const

export const check: Command = {
  summary: 'Judge what is staged, a commit, a range of commits, or the whole tree',
  usage: `Usage: intentgate check [--staged | --commit C | --range A..B [--each] | --all]
                       [--format ${formats.join('|')}] [--output FILE]

  --staged         what git commit would commit now (the default)
  --commit C       one commit, against its first parent
  --range A..B     what would land if B were merged into A
  --each           with --range: every commit by itself, by the law of its parent; what they allow
                   each other, only the net of the range shows: judge that as well
  --all            the whole tree, since the policy's baseline
  --format FORMAT  default: text; github in GitHub Actions
  --json           the same as --format json
  --output FILE    write the report there, and print the verdict only

Exit codes: 0 pass, 1 violations, 2 configuration or usage, 3 cannot determine what to judge.
`,
  async run(args, io) {
    const { values } = parseFlags(args, options)
    const printer = createPrinter(pickFormat(values, io.env), values.output, io)
    const what = readTarget(values)
    const progress = createProgress(io, 'commits judged')
    try {
      const request: CheckRequest = {
        what,
        place: what.kind === 'staged' ? 'local' : 'ci',
        ...(progress.isSeen && { onProgress: progress.show }),
        parser: parserEntry(),
        gateIn: installingFolder(),
      }
      const report = await judge(io.cwd, request)
      progress.clear()
      printer.report(report)
      if (report.verdict === 'pass') return EXIT.pass
      if (what.kind === 'staged') await noteUnstagedLedger(io)
      return EXIT.violations
    } catch (error) {
      progress.clear()
      // Whoever reads only the report must not take an older one, or silence, for a pass.
      printer.failure(failureOf(error))
      throw error
    }
  },
}

interface FormatFlags {
  readonly format?: string | undefined
  readonly json?: boolean | undefined
}

function pickFormat({ format, json }: FormatFlags, env: NodeJS.ProcessEnv): Format {
  if (json === true && format !== undefined && format !== 'json') {
    throw usageError(`--json and --format ${format} ask for two formats`, 'give one of them')
  }
  const name = json === true ? 'json' : (format ?? (env.GITHUB_ACTIONS === 'true' ? 'github' : 'text'))
  const known = formats.find((candidate) => candidate === name)
  if (known !== undefined) return known
  const meant = didYouMean(name, formats)
  const offer = meant === null ? `choose one of: ${formats.join(', ')}` : `did you mean --format ${meant}?`
  throw usageError(`'${name}' is not a format`, offer)
}

interface Printer {
  report(report: Report): void
  failure(failure: Failure): void
}

function createPrinter(format: Format, output: string | undefined, io: Io): Printer {
  const reporters = createReporters(rules.map(({ id, summary }) => ({ id, summary, docs: docsOf(id) })))
  const reporter: Reporter = reporters[format]
  const style = reportStyle(io)
  if (output === undefined) {
    return {
      report: (report) => io.out(reporter.report(report, style)),
      // Text and JSON failures are said by `main`, as for every command.
      failure: (failure) => {
        if (format !== 'text' && format !== 'json') io.out(reporter.failure(failure, style))
      },
    }
  }
  const inFile = { ...style, colour: 'never' } as const
  return {
    report: (report) => {
      writeWhole(io.cwd, output, reporter.report(report, inFile))
      io.out(lastLine(reporters.text.report(report, style)))
    },
    failure: (failure) => writeWhole(io.cwd, output, reporter.failure(failure, inFile)),
  }
}

function lastLine(text: string): string {
  return text.slice(text.trimEnd().lastIndexOf('\n') + 1)
}
