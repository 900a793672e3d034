import { parse } from 'yaml'
import { readWorkflow, type Step } from '../../../src/setup/ci/workflow.ts'

/** What zizmor would find in a workflow, for those of its audits that concern us: `audit: where`. */
export function risks(text: string): string[] {
  const source = parse(text)
  const workflow = readWorkflow(source)
  if (typeof workflow === 'string') return [`syntax: ${workflow}`]
  return [
    ...(JSON.stringify(workflow.permissions) === '{}' ? [] : ['excessive-permissions: workflow']),
    ...(workflow.triggers.has('pull_request_target') ? ['dangerous-triggers: pull_request_target'] : []),
    ...(workflow.triggers.has('workflow_run') ? ['dangerous-triggers: workflow_run'] : []),
    ...(source.concurrency === undefined ? ['concurrency-limits: workflow'] : []),
    ...(source.name === undefined ? ['anonymous-definition: workflow'] : []),
    ...workflow.jobs.flatMap(({ name, steps, permissions }) => [
      ...(permissions === null ? [`excessive-permissions: ${name}`] : []),
      ...(source.jobs[name]['timeout-minutes'] === undefined ? [`no timeout: ${name}`] : []),
      ...steps.flatMap((step) => stepRisks(step).map((risk) => `${risk}: ${step.uses ?? step.run}`)),
    ]),
    ...lineRisks(text),
  ]
}

function stepRisks({ uses, run, with: inputs }: Step): string[] {
  const isPinned = uses === null || uses === './' || /@(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(uses)
  const keepsToken = uses?.startsWith('actions/checkout@') && inputs['persist-credentials'] !== false
  return [
    ...(isPinned ? [] : ['unpinned-uses']),
    ...(keepsToken ? ['artipacked'] : []),
    ...(run?.includes('${{') ? ['template-injection'] : []),
    ...(run !== null && /GITHUB_(?:ENV|PATH)\b/.test(run) ? ['github-env'] : []),
    ...(run !== null && /\b(?:npx|npm exec|npm install -g)\b/.test(run) ? ['adhoc-packages'] : []),
  ]
}

// What YAML does not keep: comments.
function lineRisks(text: string): string[] {
  const lines = text.split('\n')
  return [
    ...lines
      .filter((line) => /uses: .*@[0-9a-f]{40}/.test(line) && !/ # v\d+\.\d+\.\d+$/.test(line))
      .map(name('ref-version-mismatch')),
    ...lines
      .filter((line) => /^ +[\w-]+: (?:read|write)\b/.test(line) && !/ # \w/.test(line))
      .map(name('undocumented-permissions')),
    ...lines.filter((line) => /github\.actor\b/.test(line)).map(name('bot-conditions')),
    ...lines.filter((line) => /secrets: inherit/.test(line)).map(name('secrets-inherit')),
  ]
}

function name(audit: string): (line: string) => string {
  return (line) => `${audit}: ${line.trim()}`
}
