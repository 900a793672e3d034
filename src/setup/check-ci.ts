import { type Check, failure, ok, warning } from './checkup.ts'
import { doubtsOf, unseenBy } from './ci/doubts.ts'
import { type Forge, findForges } from './ci/forge.ts'
import { gateWorkflows } from './ci/github.ts'
import { gateJobs, jobDoubts } from './ci/gitlab-doubts.ts'
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
  return [ok('ci', path, `judges ${unseen.length === 0 ? 'every pull request' : 'pull requests'}${except}`)]
}

function checkGitlab({ top }: Site): Check[] {
  const jobs = gateJobs(top)
  if (jobs === null) return [missing('gitlab', 'GitLab CI')]
  if (typeof jobs === 'string')
    return [failure('ci', PIPELINE_PATH, { detail: jobs, remedy: `correct ${PIPELINE_PATH}` })]
  if (jobs.length === 0) return [ok('ci', PIPELINE_PATH, 'names the gate; its job is not in this repository')]
  return jobs.flatMap(({ path, name, job }) => {
    const doubts = jobDoubts(job)
    if (doubts.length === 0) return ok('ci', path, `job ${name} judges every merge request`)
    return doubts.map(({ what, remedy }) => warning('ci', path, { detail: `job ${name} ${what}`, remedy }))
  })
}
