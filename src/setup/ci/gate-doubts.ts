import type { Doubt } from './doubts.ts'
import type { Job, Step, Workflow } from './workflow.ts'

/** Empty, or what a person gave who started it by hand: nothing else says for a pull request what it is compared with. */
const BY_HAND = /^(?:\$\{\{\s*(?:github\.event\.)?inputs\.[\w-]+\s*\}\})?$/

/** What the workflow tells the Action that takes its verdict away. */
export function inputDoubts({ triggers }: Workflow, { with: inputs }: Job | Step): Doubt[] {
  const isForPulls = triggers.has('pull_request') || triggers.has('pull_request_target')
  const ends = isForPulls ? ['base', 'head'] : []
  return [
    ...ends
      .filter((key) => !BY_HAND.test(textOf(inputs[key])))
      .map((key) => chosen(key, textOf(inputs[key]))),
    ...(/^(?:policy|enforce)?$/.test(textOf(inputs.mode)) ? [] : [watching(textOf(inputs.mode))]),
  ]
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim()
}

function chosen(key: string, value: string): Doubt {
  return {
    what: `${key}: ${value} in place of the pull request's own ${key}: what lies outside of that is not judged`,
    remedy: `take ${key} away: the event says it; an audit from push to push is a workflow of its own`,
  }
}

function watching(mode: string): Doubt {
  return {
    what: `mode: ${mode} here may report and block nothing, whatever the policy of the base says`,
    remedy: 'take it away; to report and not to block, set mode: shadow in .orchestration/policy.yaml',
  }
}

// `|| true`, a pipe, `; true`, `&`: all succeed whatever came before.
const HIDING = /\|\|\s*(?:true|:|exit 0|echo)(?=\W|$)|(?<!\|)\|(?!\|)|;\s*(?:true|:|exit 0)\s*$|(?<!&)&\s*$/

/** An exit code of the command that the step never sees. */
export function exitDoubts(gate: Job | Step): Doubt[] {
  const run = 'run' in gate && gate.run !== null ? gate.run.replaceAll(/\\\r?\n/g, ' ') : ''
  const calls = run.split('\n').flatMap((line) => /\bintentgate\b.*\bcheck\b(.*)/.exec(line)?.[1] ?? [])
  if (!calls.some((rest) => HIDING.test(rest))) return []
  return [
    {
      what: 'what comes after intentgate check on its line may hide its exit code: what the gate refuses passes',
      remedy: 'let it be the last on its line, with no pipe: its exit code is the gate',
    },
  ]
}
