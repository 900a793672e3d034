import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesTheGate } from '../../core/control-plane.ts'
import { readYaml } from '../../store/yaml.ts'
import { asBytes, type Change, fileChange, keep } from '../change.ts'
import type { Site } from '../site.ts'
import { defaultBranch } from './forge.ts'
import { renderWorkflow, WORKFLOW_FOLDER, WORKFLOW_PATH } from './github-template.ts'
import { choosePin } from './release.ts'
import { gatesOf, readWorkflow, type Workflow } from './workflow.ts'

/** The workflow, unless one is there. Throws USAGE where no commit of the Action is known, or the place is taken. */
export async function planGithub(site: Site, action: string | undefined): Promise<Change[]> {
  const there = gateWorkflows(site.top)
  if (there.length > 0) return there.map(({ path, workflow }) => keep(path, stateOf(workflow)))
  const file = join(site.top, WORKFLOW_PATH)
  if (existsSync(file)) return [keep(WORKFLOW_PATH, 'not ours, and it does not run the gate: rename it')]
  const text = renderWorkflow({ branch: await defaultBranch(site), pin: choosePin(action, site.running) })
  return [fileChange({ file, what: WORKFLOW_PATH, after: asBytes(text) })]
}

function stateOf(workflow: Workflow | string): string {
  return typeof workflow === 'string'
    ? 'it names the gate, and GitHub cannot read it'
    : 'it runs the gate already'
}

interface WorkflowFile {
  /** From the root of the working tree. */
  readonly path: string
  /** What is wrong with it, where it is none. */
  readonly workflow: Workflow | string
}

/** The workflows that run the gate, and those that name it and cannot be read. */
export function gateWorkflows(top: string): WorkflowFile[] {
  const folder = join(top, WORKFLOW_FOLDER)
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  return entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/i.test(entry.name))
    .map(({ name }) => ({ path: `${WORKFLOW_FOLDER}/${name}`, bytes: readFileSync(join(folder, name)) }))
    .filter(({ bytes }) => namesTheGate(bytes))
    .map(({ path, bytes }) => ({ path, workflow: read(bytes) }))
    .filter(({ workflow }) => typeof workflow === 'string' || runsGate(workflow))
}

function read(bytes: Buffer): Workflow | string {
  const { value, issues } = readYaml(bytes)
  const issue = issues[0]
  return issue === undefined ? readWorkflow(value) : `${issue.line}:${issue.column} ${issue.message}`
}

// A job may speak of the gate and not run it: one that tests or publishes.
function runsGate({ jobs }: Workflow): boolean {
  return jobs.some((job) => gatesOf(job).length > 0)
}
