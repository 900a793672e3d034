import { SHADOW_NOTE } from '../src/core/judge.ts'
import type { Severity } from '../src/core/policy.ts'
import type { Report } from '../src/core/report.ts'
import type { Inputs } from './inputs.ts'

const WORST_FIRST = ['error', 'warning', 'notice'] as const satisfies readonly Severity[]

/** The report with the verdict that the workflow's owner asks for. A base without a gate blocks nothing even so. */
export function bindVerdict(
  report: Report,
  { failOn, mode: asked }: Pick<Inputs, 'failOn' | 'mode'>,
): Report {
  const mode = modeOf(report, asked)
  const failing = WORST_FIRST.slice(0, WORST_FIRST.indexOf(failOn) + 1)
  const isOver = report.violations.some(({ severity }) => failing.some((level) => level === severity))
  const verdict = isOver && mode !== 'shadow' && !report.bootstrap ? 'fail' : 'pass'
  if (mode === report.mode) return { ...report, verdict }
  const note = `mode ${mode} by the workflow, in place of the policy's ${report.mode}`
  return { ...report, mode, verdict, notes: [...report.notes.filter((said) => said !== SHADOW_NOTE), note] }
}

/** `enforce` makes a policy that only watches bite; a ratchet says which files count, and goes on to. */
function modeOf({ mode }: Report, asked: Inputs['mode']): Report['mode'] {
  if (asked === 'shadow') return 'shadow'
  return asked === 'enforce' && mode === 'shadow' ? 'enforce' : mode
}
