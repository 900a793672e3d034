import { getInput } from '@actions/core'
import { GateError } from '../src/core/error.ts'
import type { Severity } from '../src/core/policy.ts'

/** What the workflow's owner says. An empty text means the default; `base` and `head` then come from the event. */
export interface Inputs {
  readonly base: string
  readonly head: string
  readonly token: string
  readonly failOn: Severity
  readonly mode: (typeof MODES)[number]
  readonly annotations: 'on' | 'off'
  readonly reportFile: string
  readonly sarifFile: string
}

const SEVERITIES = ['error', 'warning', 'notice'] as const satisfies readonly Severity[]
const MODES = ['policy', 'enforce', 'shadow'] as const

/** Throws USAGE for a value that is not offered: read as a default it would be a gate that its owner did not ask for. */
export function readInputs(): Inputs {
  return {
    base: getInput('base'),
    head: getInput('head'),
    token: getInput('token'),
    failOn: choose('fail-on', SEVERITIES),
    mode: choose('mode', MODES),
    annotations: choose('annotations', ['on', 'off']),
    reportFile: getInput('report-file'),
    sarifFile: getInput('sarif-file'),
  }
}

/** The first of them is the default. */
function choose<T extends string>(name: string, offered: readonly [T, ...T[]]): T {
  const given = getInput(name)
  if (given === '') return offered[0]
  const known = offered.find((value) => value === given)
  if (known !== undefined) return known
  throw new GateError('USAGE', {
    message: `input ${name} is '${given}'`,
    remedy: `write one of: ${offered.join(', ')}`,
  })
}
