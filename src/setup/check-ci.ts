import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesTheGate } from '../core/control-plane.ts'
import { type Check, failure, ok, warning } from './checkup.ts'
import { doubtsOf, unseenBy } from './ci/doubts.ts'
import { type Forge, findForges } from './ci/forge.ts'
import { gateWorkflows } from './ci/github.ts'
import { PIPELINE_PATH } from './ci/gitlab-template.ts'
import type { Workflow } from './ci/workflow.ts'
import type { Site } from './site.ts'

/** Does the forge judge, too? Nothing is said where the repository belongs to none that is known. */
export async function checkCi(site: Site): Promise<Check[]> {
  const forges = await findForges(site)
  return forges.flatMap((forge) => (forge === 'github' ? checkGithub(site) : checkGitlab(site)))
}

function missing(forge: Forge, name: string): Check {
  return warning('ci', name, {
    detail: 'no job runs the gate: hooks can be passed by, and only CI decides',
    remedy: `npx intentgate init --ci ${forge}`,
  })
}

function checkGithub({ top }: Site): Check[] {
  const files = gateWorkflows(top)
  if (files.length === 0) return [missing('github', 'GitHub Actions')]
  return files.flatMap(({ path, workflow }) =>
    typeof workflow === 'string' ? [unreadable(path, workflow)] : checkWorkflow(path, workflow),
  )
}

function unreadable(path: string, detail: string): Check {
  return failure('ci', path, {
    detail: `GitHub does not run it: ${detail}`,
    remedy: `correct ${path}, or delete it and run: npx intentgate init --ci github`,
  })
}

function checkWorkflow(path: string, workflow: Workflow): Check[] {
  const doubts = doubtsOf(workflow)
  if (doubts.length > 0)
    return doubts.map(({ what, remedy }) => warning('ci', path, { detail: what, remedy }))
  if (workflow.triggers.has('workflow_call'))
    return [ok('ci', path, 'runs the gate where other workflows call it')]
  const unseen = unseenBy(workflow)
  const except = unseen.length === 0 ? '' : `; it does not see ${unseen.join(', nor ')}`
  return [ok('ci', path, `judges every pull request${except}`)]
}

function checkGitlab({ top }: Site): Check[] {
  const file = join(top, PIPELINE_PATH)
  const isThere = existsSync(file) && namesTheGate(readFileSync(file))
  return [isThere ? ok('ci', PIPELINE_PATH, 'names the gate') : missing('gitlab', 'GitLab CI')]
}
