import { describe, expect, test } from 'vitest'
import { doubtsOf, unseenBy } from '../../../src/setup/ci/doubts.ts'
import { readWorkflow, type Workflow } from '../../../src/setup/ci/workflow.ts'
import { readYaml } from '../../../src/store/yaml.ts'

const GATE = 'owner/intentgate@0123456789abcdef0123456789abcdef01234567'
const ON = 'on: { pull_request: { types: [opened, synchronize, reopened, edited] } }'
const JOB = `jobs: { gate: { permissions: { contents: read }, steps: [{ uses: ${GATE} }] } }`

function read(text: string): Workflow {
  const { value, issues } = readYaml(Buffer.from(text))
  expect(issues).toEqual([])
  const workflow = readWorkflow(value)
  if (typeof workflow === 'string') throw new Error(workflow)
  return workflow
}

function job(rest: string): string {
  return `${ON}\njobs: { gate: { ${rest} } }`
}

function said(text: string): string[] {
  return doubtsOf(read(text)).map(({ what }) => what)
}

describe('safe, however it is written', () => {
  test.each([
    ['maps', `${ON}\n${JOB}`],
    [
      'a block',
      `on:\n  pull_request:\n    types:\n      - opened\n      - synchronize\n      - reopened\n      - edited\n${JOB}`,
    ],
    ['"on" in quotes', `${ON.replace('on', '"on"')}\n${JOB}`],
    [
      'permissions of the workflow',
      `${ON}\npermissions: { contents: read }\n${job(`steps: [{ uses: ${GATE} }]`).split('\n')[1]}`,
    ],
    [
      'an anchor',
      `${ON}\nx-p: &p { contents: read }\njobs: { gate: { permissions: *p, steps: [{ uses: ${GATE} }] } }`,
    ],
    [
      'SARIF is uploaded',
      job(
        `permissions: { contents: read, security-events: write, actions: read }, steps: [{ uses: ${GATE} }]`,
      ),
    ],
    [
      'another job does what it likes',
      `${ON}\njobs: { gate: { permissions: { contents: read }, steps: [{ uses: ${GATE} }] }, other: { if: x, steps: [{ uses: a/b@v1 }] } }`,
    ],
    [
      'an if on a step beside the gate',
      job(`permissions: { contents: read }, steps: [{ uses: ${GATE} }, { if: always(), run: x }]`),
    ],
    [
      'pull_request_target that checks nothing out',
      `${ON.replace('pull_request', 'pull_request_target')}\n${JOB}`,
    ],
    ['called by other workflows', `on: workflow_call\n${JOB}`],
    [
      'continue-on-error: false',
      job(`permissions: { contents: read }, continue-on-error: false, steps: [{ uses: ${GATE} }]`),
    ],
    [
      'what a person gives who starts it',
      job(
        `permissions: { contents: read }, steps: [{ uses: ${GATE}, with: { base: "\${{ inputs.base }}", head: , mode: enforce } }]`,
      ),
    ],
    [
      'installed, not an Action',
      job(
        'permissions: { contents: read }, steps: [{ run: npx --no-install intentgate check --range a..b }]',
      ),
    ],
    ...['&& echo fine', '|| exit 1'].map((end): [string, string] => [
      `a check that goes on with ${end}`,
      job(`permissions: { contents: read }, steps: [{ run: "npx intentgate check --range a..b ${end}" }]`),
    ]),
  ])('%s', (_, text) => expect(said(text)).toEqual([]))
})

describe('unsafe', () => {
  test.each<readonly [string, string, string | RegExp]>([
    ['only pushes, as a word', `on: push\n${JOB}`, 'no pull request starts it'],
    ['only pushes, as a list', `on: [push, merge_group]\n${JOB}`, 'no pull request starts it'],
    ['pull_request as a word', `on: pull_request\n${JOB}`, /does not start it when edited/],
    ['pull_request in a list', `on: [push, pull_request]\n${JOB}`, /does not start it when edited/],
    ['pull_request with nothing', `on: { pull_request: }\n${JOB}`, /does not start it when edited/],
    [
      'one type, as a word',
      `on: { pull_request: { types: opened } }\n${JOB}`,
      /when synchronize, reopened, edited/,
    ],
    ['a filter of paths', `${ON.replace('{ types', '{ paths: ["src/**"], types')}\n${JOB}`, /has paths:/],
    ['paths-ignore', `${ON.replace('{ types', '{ paths-ignore: x, types')}\n${JOB}`, /has paths-ignore:/],
    [
      'an if on the job',
      job(
        `if: "!github.event.pull_request.draft", permissions: { contents: read }, steps: [{ uses: ${GATE} }]`,
      ),
      /has an if/,
    ],
    [
      'an if on the step',
      job(`permissions: { contents: read }, steps: [{ uses: ${GATE}, if: false }]`),
      /has an if/,
    ],
    [
      'a failure that is ignored',
      job(`permissions: { contents: read }, steps: [{ uses: ${GATE}, continue-on-error: true }]`),
      /continue-on-error/,
    ],
    [
      'a failure that may be ignored',
      job(
        `permissions: { contents: read }, continue-on-error: "\${{ inputs.soft }}", steps: [{ uses: ${GATE} }]`,
      ),
      /continue-on-error/,
    ],
    [
      'a job that it waits for',
      job(`needs: [lint], permissions: { contents: read }, steps: [{ uses: ${GATE} }]`),
      /needs lint/,
    ],
    ...[
      'base: main',
      `head: "\${{ github.sha }}"`,
      `base: "\${{ github.event.before }}"`,
      'mode: shadow',
      `mode: "\${{ vars.MODE }}"`,
    ].map(
      (input) =>
        [
          `the input ${input}`,
          job(`permissions: { contents: read }, steps: [{ uses: ${GATE}, with: { ${input} } }]`),
          /not judged|block nothing/,
        ] as const,
    ),
    ...['|| true', '||:', '|| exit 0', '| tee log', '; true', '&'].map(
      (end) =>
        [
          `a check that ends in ${end}`,
          job(
            `permissions: { contents: read }, steps: [{ run: "npx intentgate check --range a..b ${end}" }]`,
          ),
          /hide its exit code/,
        ] as const,
    ),
    ['a tag', `${ON}\n${JOB.replace(/@\w+/, '@v1')}`, /@v1 is not pinned/],
    ['a short commit id', `${ON}\n${JOB.replace(/@\w+/, '@0123456')}`, /@0123456 is not pinned/],
    ['no permissions anywhere', job(`steps: [{ uses: ${GATE} }]`), /whatever the repository gives/],
    ['write-all', job(`permissions: write-all, steps: [{ uses: ${GATE} }]`), /has write-all/],
    [
      'more than it needs',
      job(`permissions: { contents: write, id-token: write }, steps: [{ uses: ${GATE} }]`),
      /contents: write, id-token: write/,
    ],
  ])('%s', (_, text, expected) => {
    const doubts = said(text)
    expect(doubts).toHaveLength(1)
    expect(doubts[0]).toMatch(expected)
  })

  test.each([
    `{ uses: actions/checkout@v7, with: { ref: "\${{ github.event.pull_request.head.sha }}" } }`,
    `{ uses: actions/checkout@v7, with: { ref: "\${{ github.head_ref }}" } }`,
    `{ uses: actions/checkout@v7, with: { ref: "refs/pull/\${{ github.event.number }}/merge" } }`,
    `{ uses: actions/checkout@v7, with: { repository: "\${{ github.event.pull_request.head.repo.full_name }}" } }`,
    '{ run: gh pr checkout 5 }',
    '{ run: "git fetch origin pull/5/head && git checkout FETCH_HEAD" }',
  ])('pull_request_target with %s', (checkout) => {
    const text = `${ON.replace('pull_request', 'pull_request_target')}
jobs: { gate: { permissions: { contents: read }, steps: [${checkout}, { uses: ${GATE} }] } }`
    expect(said(text)).toEqual([expect.stringContaining("runs with this repository's token")])
    expect(said(text.replace('pull_request_target:', 'pull_request:'))).toEqual([])
  })
})

test('what a workflow does not see besides pull requests is named', () => {
  expect(unseenBy(read(`${ON}\n${JOB}`))).toHaveLength(2)
  const filtered = (filter: string) =>
    unseenBy(read(`${ON.replace('{ types', `{ ${filter}, types`)}\n${JOB}`))
  expect(filtered('branches: [dev, "x/**"]')).toContain('pull requests into any branch but dev, x/**')
  expect(filtered('branches-ignore: main')).toContain('pull requests into main')
  expect(unseenBy(read(`on: [pull_request, push, merge_group]\n${JOB}`))).toEqual([])
})

test.each([
  'jobs: {}',
  'on: push',
  'on: 5\njobs: {}',
  'on: push\njobs: { a: 5 }',
  'on: push\njobs: []',
  '[]',
  '',
])('no workflow, and said to be none: %j', (text) =>
  expect(readWorkflow(readYaml(Buffer.from(text)).value)).toEqual(expect.any(String)),
)

test('of what is no workflow it is said what is wrong, and where', () => {
  expect(readWorkflow({ on: 'push', jobs: { a: 5 } })).toBe(
    '✖ Invalid input: expected object, received number\n  → at jobs.a',
  )
})
