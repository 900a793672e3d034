import { expect, test } from 'vitest'
import { renderWorkflow } from '../../../src/setup/ci/github-template.ts'
import { risks } from './risks.ts'

const pin = { action: 'owner/intentgate', commit: '0'.repeat(40), version: 'v1.2.3' }
const SAFE = renderWorkflow({ branch: 'main', pin })
const STEP = '      - name: Judge the change\n'

test.each([
  ['excessive-permissions: workflow', 'permissions: {}\n', 'permissions: { contents: read }\n'],
  ['excessive-permissions: intentgate', / {4}permissions:\n.*\n/, ''],
  ['dangerous-triggers: pull_request_target', 'pull_request:', 'pull_request_target:'],
  ['concurrency-limits', /concurrency:\n.*\n.*\n/, ''],
  ['anonymous-definition', 'name: intentgate\n', ''],
  ['no timeout', / {4}timeout-minutes.*\n/, ''],
  ['unpinned-uses', /@0{40} # v1.2.3/, '@v1'],
  ['ref-version-mismatch', ' # v1.2.3', ''],
  ['undocumented-permissions', ' # to fetch the commits that are judged', ''],
  ['artipacked', STEP, `      - uses: actions/checkout@${'0'.repeat(40)} # v7.0.1\n${STEP}`],
  ['template-injection', STEP, `      - run: echo \${{ github.head_ref }}\n${STEP}`],
  ['github-env', STEP, `      - run: echo x >> $GITHUB_ENV\n${STEP}`],
  ['adhoc-packages', STEP, `      - run: npx cowsay\n${STEP}`],
  ['bot-conditions', STEP, `      - run: x\n        if: github.actor == 'bot'\n${STEP}`],
  ['syntax', 'jobs:', 'job:'],
])('%s is seen', (risk, safe, unsafe) => {
  const text = SAFE.replace(safe, unsafe)
  expect(text).not.toBe(SAFE)
  expect(risks(text)).toEqual(expect.arrayContaining([expect.stringContaining(risk)]))
})
