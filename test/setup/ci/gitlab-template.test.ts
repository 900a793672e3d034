import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { renderJob } from '../../../src/setup/ci/gitlab-template.ts'

const text = renderJob({ stage: 'lint: all', version: '1.2.3' })
const { intentgate: job, ...rest } = parse(text)
const script: string = job.script[0]

describe('the job that init writes', () => {
  test('is one job, in the stage it is given, and waits for no other', () => {
    expect(rest).toEqual({})
    expect(job).toMatchObject({ stage: 'lint: all', needs: [] })
  })

  test('runs for merge requests and for pushes to the default branch, without a filter of files', () => {
    expect(job.rules).toEqual([
      { if: '$CI_PIPELINE_SOURCE == "merge_request_event"' },
      { if: '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' },
    ])
  })

  test('stops the pipeline when it refuses, and ends by itself', () => {
    expect(job).toMatchObject({ allow_failure: false, timeout: '10 minutes' })
    expect(job.when).toBeUndefined()
  })

  test('takes over nothing of the pipeline around it that would run or be set here', () => {
    expect(job.inherit).toEqual({ default: ['tags'], variables: false })
  })

  test('has the whole history, in a clone of its own', () => {
    expect(job.variables).toEqual({ GIT_DEPTH: '0', GIT_STRATEGY: 'clone' })
  })

  test('keeps its report when it refuses, since that is what the report is for', () => {
    expect(job.artifacts).toEqual({
      when: 'always',
      reports: { codequality: 'gl-code-quality-report.json' },
    })
    expect(script).toContain('report=gl-code-quality-report.json')
  })

  test('installs one version, outside of what is judged, and runs nothing of the merge request', () => {
    expect(script).toMatch(
      /\(cd "\$gate" && npm install --prefix "\$gate" .*--ignore-scripts .*intentgate@1\.2\.3\)/,
    )
    expect(script).not.toMatch(/\bnpx\b|\bnpm (?:ci|run)\b/)
  })
})
