import { EXIT, GateError } from '../../core/error.ts'
import { gitWords } from '../../git/words.ts'
import { jsonText, visible } from '../../report/escape.ts'
import { checkAgents } from '../../setup/check-agents.ts'
import { checkCi } from '../../setup/check-ci.ts'
import { checkEnvironment } from '../../setup/check-environment.ts'
import { checkHooks } from '../../setup/check-hooks.ts'
import { checkProject } from '../../setup/check-project.ts'
import { type Check, failure, ok } from '../../setup/checkup.ts'
import { openSite } from '../../setup/site.ts'
import type { Command, Io } from '../command.ts'
import { parseFlags } from '../flags.ts'
import { packageRoot } from '../package-root.ts'

const options = { json: { type: 'boolean' } } as const

export const doctor: Command = {
  summary: 'Say whether the gate would really run here, in every worktree, and what to do where it would not',
  usage: `Usage: intentgate doctor [--json]

Checks git and node, where git looks for hooks and what it would find there in every worktree, .orchestration/, what
sets the hooks up in the next clone, the job of GitHub or GitLab that judges pull requests, and whether the agents that
are set up here would be recorded (none is started). Exit code 1 if something keeps the gate from running.

  --json  the checks as JSON, version 1
`,
  async run(args, io) {
    const { values } = parseFlags(args, options)
    const checks = await examine(io)
    const isHealthy = checks.every(({ status }) => status !== 'failure')
    io.out(values.json === true ? jsonText({ version: 1, healthy: isHealthy, checks }) : table(checks, io))
    return isHealthy ? EXIT.pass : EXIT.violations
  },
}

async function examine({ cwd, env }: Io): Promise<Check[]> {
  const checks: Check[] = []
  try {
    checks.push(...(await checkEnvironment(gitWords(cwd), env)))
    const site = await openSite(cwd, packageRoot())
    checks.push(ok('repository', 'repository', site.top))
    checks.push(...(await checkHooks(site)), ...(await checkProject(site)), ...(await checkCi(site)))
    checks.push(...(await checkAgents(site, env)))
  } catch (error) {
    // What the rest cannot be asked without is a finding here, like any other.
    if (!(error instanceof GateError)) throw error
    checks.push(failure(error.code, 'repository', { detail: error.message, remedy: error.remedy }))
  }
  return checks
}

function table(checks: readonly Check[], io: Io): string {
  const width = Math.min(36, Math.max(...checks.map(({ title }) => title.length)))
  const rows = checks.map((check) => row(check, width, io))
  const wrong = checks.filter(({ status }) => status === 'failure').length
  const warnings = checks.filter(({ status }) => status === 'warning').length
  const heed = warnings === 0 ? '' : ` ${warnings} ${warnings === 1 ? 'warning' : 'warnings'} above.`
  const verdict = wrong === 0 ? `The gate runs.${heed}` : `${wrong} of ${checks.length} checks failed.`
  return `${rows.join('')}${verdict}\n`
}

function row({ status, title, detail, remedy }: Check, width: number, { style }: Io): string {
  const marks = {
    ok: style.green(style.tick),
    warning: style.yellow(style.warning),
    failure: style.red(style.cross),
  }
  const indented = (text: string): string => text.split('\n').map(visible).join('\n     ')
  const fix = remedy === undefined ? '' : `     ${style.bold('fix:')} ${indented(remedy)}\n`
  return `${marks[status]}  ${visible(title).padEnd(width)}  ${indented(detail)}\n${fix}`
}
