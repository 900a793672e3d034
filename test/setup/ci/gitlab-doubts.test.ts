import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { gateJobs, jobDoubts } from '../../../src/setup/ci/gitlab-doubts.ts'
import { JOB_PATH, PIPELINE_PATH, renderJob } from '../../../src/setup/ci/gitlab-template.ts'
import { temporaryFolder } from '../../support/repo.ts'

const JOB = renderJob({ stage: 'test', version: '1.2.3' })
const INCLUDE = `include:\n  - local: /${JOB_PATH}\n`

function found(pipeline: string, job: string | null = JOB) {
  const top = temporaryFolder()
  for (const [path, text] of [
    [PIPELINE_PATH, pipeline],
    [JOB_PATH, job],
  ] as const) {
    if (text === null) continue
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), text)
  }
  return gateJobs(top)
}

function doubts(job: string): string[] {
  const jobs = found(INCLUDE, job)
  if (jobs === null || typeof jobs === 'string' || jobs.length !== 1)
    throw new Error(`one job: ${JSON.stringify(jobs)}`)
  return jobDoubts(jobs[0]!.job).map(({ what }) => what)
}

test('what init writes leaves nothing to be said', () => expect(doubts(JOB)).toEqual([]))

const MR = '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"\n'

test.each([
  ['allow_failure: false', 'allow_failure: true', /has allow_failure/],
  ['allow_failure: false', 'allow_failure: { exit_codes: 1 }', /has allow_failure/],
  ['allow_failure: false', 'when: manual', /when: manual/],
  ['needs: []', 'needs: [lint]', /needs other jobs/],
  [MR, '', /not started by a merge request/],
  [MR, `${MR}      when: never\n`, /when: never/],
  [MR, `${MR}      allow_failure: true\n`, /has allow_failure/],
  [MR, `${MR}      changes: [src/**]\n`, /with changes/],
  [MR, `${MR}      exists: [src/**]\n`, /with exists/],
  [MR, `    - when: never\n${MR}`, /when: never/],
  ['script:', 'script: ["true"]\n  x-script:', /does not run intentgate check/],
])('in place of %j, %j is named', (safe, unsafe, expected) => {
  const job = JOB.replace(safe, unsafe)
  expect(job).not.toBe(JOB)
  const said = doubts(job)
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(expected)
})

test('a pipeline without the gate, with it, with it elsewhere, and one that nobody can read', () => {
  expect(found('build: { script: make }\n')).toBe(null)
  expect(found(JOB, null)).toMatchObject([{ path: PIPELINE_PATH, name: 'intentgate' }])
  expect(found('include: { project: platform/gates, file: /intentgate.yml }\n', null)).toEqual([])
  expect(found(INCLUDE, null)).toContain('which is not there')
  expect(found('# intentgate\na: [\n')).toContain('is not YAML')
})
