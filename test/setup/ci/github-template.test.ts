import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { doubtsOf, unseenBy } from '../../../src/setup/ci/doubts.ts'
import { renderWorkflow, WORKFLOW_PATH } from '../../../src/setup/ci/github-template.ts'
import { choosePin, parsePin } from '../../../src/setup/ci/release.ts'
import { readWorkflow } from '../../../src/setup/ci/workflow.ts'
import { complaints } from './complaints.ts'
import { risks } from './risks.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const PIN = { action: 'owner/intentgate', commit: COMMIT, version: 'v1.2.3' }
const text = renderWorkflow({ branch: 'main', pin: PIN })
const source = parse(text)
const workflow = readWorkflow(source)

describe('the workflow that init writes', () => {
  test('is one that GitHub takes', async () => {
    expect(await complaints({ [WORKFLOW_PATH]: text })).toEqual([])
  })

  test('is held against rules that can say no', async () => {
    expect(
      await complaints({ [WORKFLOW_PATH]: text.replace('contents: read', 'content: read') }),
    ).not.toEqual([])
  })

  test('takes no risk, and has none of the faults that doctor knows', () => {
    expect(risks(text)).toEqual([])
    if (typeof workflow === 'string') throw new Error(workflow)
    expect(doubtsOf(workflow)).toEqual([])
    expect(unseenBy(workflow)).toEqual([])
  })

  test('judges pull requests also when they change their base, merge queues, pushes, and what it is told to', () => {
    expect(source.on).toMatchObject({
      pull_request: { types: ['opened', 'synchronize', 'reopened', 'edited'] },
      merge_group: { types: ['checks_requested'] },
      push: { branches: ['main'] },
      workflow_dispatch: { inputs: { base: { required: true }, head: { required: true } } },
    })
  })

  test('may read, and nothing else', () => {
    expect(source.permissions).toEqual({})
    expect(source.jobs.intentgate.permissions).toEqual({ contents: 'read' })
  })

  test('checks nothing out, and runs one commit of the Action', () => {
    const steps = source.jobs.intentgate.steps
    expect(steps.map(({ uses }: { uses: string }) => uses)).toEqual([`owner/intentgate@${COMMIT}`])
    expect(text).toContain(`@${COMMIT} # v1.2.3\n`)
  })

  test('a newer run ends an older one only where nothing is lost: in a pull request', () => {
    expect(source.concurrency['cancel-in-progress']).toContain("github.event_name == 'pull_request'")
    expect(source.concurrency.group).toContain('pull_request.number || github.sha')
  })

  test('ends by itself', () => expect(source.jobs.intentgate['timeout-minutes']).toBeLessThanOrEqual(10))
})

test.each([
  ['main', 'main'],
  ['release/2.x', 'release/2.x'],
  ['c++', 'c\\+\\+'],
  ['!"\'#: x', '\\!"\'#: x'],
])('the branch %s is named so that GitHub means that one', (branch, filter) => {
  const written = parse(renderWorkflow({ branch, pin: PIN }))
  expect(written.on.push.branches).toEqual([filter])
})

describe('the pin', () => {
  test.each([
    `owner/intentgate@${COMMIT}`,
    `Owner-1/my.gate/folder@${COMMIT}`,
    `owner/intentgate@${COMMIT}${COMMIT.slice(0, 24)}`,
  ])('%s is one', (named) => {
    const pin = choosePin(named, '/nowhere')
    expect(`${pin.action}@${pin.commit}`).toBe(named)
    expect(renderWorkflow({ branch: 'main', pin })).toContain(`uses: ${named}\n`)
  })

  test.each([
    'owner/intentgate@v1',
    'owner/intentgate@main',
    `owner/intentgate@${COMMIT.slice(0, 39)}`,
    `owner/intentgate@${COMMIT.toUpperCase()}`,
    `intentgate@${COMMIT}`,
    `owner/intentgate@${COMMIT}\nx: y`,
    `owner/intent gate@${COMMIT}`,
    `./intentgate@${COMMIT}`,
    '',
  ])('%j is none', (named) => {
    expect(() => parsePin(named)).toThrow(expect.objectContaining({ code: 'USAGE' }))
  })

  test('a build from source has none, and says how to name one', () => {
    expect(() => choosePin(undefined, '/nowhere')).toThrow(
      expect.objectContaining({
        code: 'USAGE',
        remedy: expect.stringContaining('--action OWNER/REPO@COMMIT'),
      }),
    )
  })
})
