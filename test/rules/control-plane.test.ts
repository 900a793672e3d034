import { describe, expect, test } from 'vitest'
import type { Change } from '../../src/core/change.ts'
import type { Coverage } from '../../src/core/coverage.ts'
import { controlPlane } from '../../src/rules/control-plane.ts'
import {
  added,
  covered,
  deleted,
  entry,
  findings,
  findingsOf,
  intent,
  modified,
  needs,
  oid,
  type Scenario,
  severity,
  uncovered,
  write,
} from './facts.ts'

const paths = (scenario: Scenario) => findingsOf(controlPlane, scenario).map(({ path }) => path)

describe('which paths steer the gate', () => {
  test.each([
    '.orchestration/policy.yaml',
    '.husky/pre-commit',
    'packages/app/.husky/commit-msg',
    '.githooks/pre-push',
    'hooks/pre-commit',
    'hooks/post-rewrite',
    'lefthook.yml',
    '.lefthook.yaml',
    '.config/lefthook.toml',
    'lefthook-local.yml',
    '.pre-commit-config.yaml',
    '.gitattributes',
    'src/deep/.gitattributes',
    '.gitmodules',
    '.claude/settings.json',
    '.claude/settings.local.json',
    'packages/app/.claude/settings.json',
    '.codex/config.toml',
    '.codex/hooks.json',
    '.gemini/settings.json',
    '.qwen/settings.json',
    '.cursor/hooks.json',
    '.cursor/mcp.json',
    '.clinerules/hooks/PreToolUse',
    '.cline/plugins/gate.ts',
    '.opencode/plugins/gate.ts',
    'opencode.json',
    'packages/app/opencode.jsonc',
    '.kilo/plugins/gate.ts',
    'kilo.json',
    'packages/app/kilo.jsonc',
    '.factory/hooks.json',
    '.devin/hooks.v1.json',
    '.windsurf/hooks.json',
    '.agents/hooks.json',
    '.roo/mcp.json',
    '.mcp.json',
    '.vscode/mcp.json',
    '.github/hooks/recorder.json',
    '.kilocode/mcp.json',
    '.kilo/mcp.json',
    '.amazonq/mcp.json',
    '.amazonq/cli-agents/default.json',
    '.kiro/hooks/save.kiro.hook',
    '.kiro/settings/mcp.json',
    '.continue/mcpServers/gate.yaml',
    '.continue/config.yaml',
    '.augment/settings.json',
    '.amp/settings.json',
    '.zed/settings.json',
    '.iflow/settings.json',
    '.openhands/hooks.json',
    '.openhands/pre-commit.sh',
    'crush.json',
    '.crush.json',
    '.vibe/config.toml',
    '.aider.conf.yml',
    '.trae/mcp.json',
    '.junie/mcp/mcp.json',
    '.copilot/mcp-config.json',
    '.windsurf/mcp_config.json',
    '.simple-git-hooks.json',
    '.simple-git-hooks.cjs',
    'simple-git-hooks.js',
    'packages/app/.simple-git-hooks.js',
    '.huskyrc.json',
    'husky.config.js',
    '.git-hooks/pre-commit',
    '.overcommit.yml',
    '.config/hk.pkl',
    'hk.pkl',
    'prek.toml',
    'captainhook.json',
    'grumphp.yml',
    '.cargo-husky/hooks/pre-commit',
    '.rusty-hook.toml',
    '.Husky/Pre-Commit',
    '.GITATTRIBUTES',
  ])('%s does', (path) => expect(paths({ changes: [modified(path)] })).toEqual([path]))

  test.each([
    'src/a.ts',
    'hooks/useThing.ts',
    'hooks/pre-commit.md',
    'src/pre-commit/index.ts',
    '.kilocode/rules/style.md',
    'docs/crush.md',
    '.zed/tasks.json',
    'docs/lefthook.yml',
    '.vscode/settings.json',
    '.claude/commands/review.md',
    '.orchestration/AGENT.md',
    '.orchestration/active_intents.yaml',
    '.gitignore',
    'package.json',
  ])('%s does not', (path) => expect(paths({ changes: [modified(path)] })).toEqual([]))
})

describe('a job counts if it speaks of the gate, before or after', () => {
  const path = '.github/workflows/check.yml'
  const gate = Buffer.from('steps:\n  - uses: someone/IntentGate@v1\n')
  const other = Buffer.from('steps:\n  - run: npm test\n')
  const job = (before: Buffer | 'large', after: Buffer | 'large', where = path): Scenario => ({
    changes: [modified(where)],
    loaded: {
      blobs: new Map<string, Buffer | 'large'>([
        [oid('old'), before],
        [oid('new'), after],
      ]),
    },
  })

  test.each([
    { why: 'the gate is taken out', scenario: job(gate, other), expected: [path] },
    { why: 'the gate is put in', scenario: job(other, gate), expected: [path] },
    { why: 'the job that runs it is changed', scenario: job(gate, gate), expected: [path] },
    {
      why: 'it speaks UTF-16',
      scenario: job(other, Buffer.from('\ufeffrun: npx intentgate check', 'utf16le')),
      expected: [path],
    },
    { why: 'it cannot be read', scenario: job(other, 'large'), expected: [path] },
    { why: 'it has nothing to do with the gate', scenario: job(other, other), expected: [] },
    ...[
      '.gitlab-ci.yml',
      '.gitlab/ci/gate.yml',
      'azure-pipelines.yml',
      'bitbucket-pipelines.yml',
      '.circleci/config.yml',
      'Jenkinsfile',
      '.gitea/workflows/gate.yaml',
      '.woodpecker.yml',
      '.woodpecker/gate.yaml',
      '.drone.yml',
      '.drone.star',
      '.buildkite/pipeline.yml',
      '.buildkite/hooks/pre-command',
      'buildkite.yml',
      '.travis.yml',
      'appveyor.yml',
      '.cirrus.yml',
      '.semaphore/semaphore.yml',
      '.builds/debian.yml',
      '.build.yml',
      '.tekton/push.yaml',
      '.teamcity/settings.kts',
      'bamboo-specs/bamboo.yml',
      'cloudbuild.yaml',
      'buildspec.yml',
      'codemagic.yaml',
      '.azure-pipelines/gate.yml',
      '.zuul.yaml',
      'codefresh.yml',
      'wercker.yml',
      'bitrise.yml',
      'screwdriver.yaml',
      'codeship-steps.yml',
      'buildkite/pipeline.yml',
      '.harness/gate.yaml',
      'gate.Jenkinsfile',
    ].map((where) => ({
      why: `another forge: ${where}`,
      scenario: job(gate, other, where),
      expected: [where],
    })),
    ...['src/hooks/pre-commit', 'git/hooks/commit-msg.sh', 'scripts/pre-push', 'husky/pre-commit'].map(
      (where) => ({
        why: `a hook where core.hooksPath may lead: ${where}`,
        scenario: job(gate, other, where),
        expected: [where],
      }),
    ),
    {
      why: 'a file with the name of a hook',
      scenario: job(other, other, 'src/hooks/pre-commit'),
      expected: [],
    },
    {
      why: 'a name with a newline in it',
      scenario: job(gate, other, '.github/workflows/a\nb.yml'),
      expected: ['.github/workflows/a\nb.yml'],
    },
  ])('$why', ({ scenario, expected }) => expect(paths(scenario)).toEqual(expected))

  test('only jobs have to be read for it', () => {
    expect(
      needs(controlPlane, { changes: [modified(path), modified('.husky/pre-commit'), modified('src/a.ts')] }),
    ).toEqual([
      { kind: 'blob', oid: oid('old') },
      { kind: 'blob', oid: oid('new') },
    ])
  })
})

describe('a person may change it, for an intent of the base that names the very file', () => {
  const path = '.husky/pre-commit'
  const naming = [intent({ owned_scope: ['src/**', path] })]
  const human = write({ path, contributor: 'human', call: 'adopt' })
  const agent = write({ path, id: 'record-2' })
  const change: Change = modified(path)
  const by = (parts: Partial<Coverage>): readonly Coverage[] => [covered(path, { change, ...parts })]

  test.each<Scenario & { why: string; allowed: boolean }>([
    { why: 'a person, the file named', intents: naming, coverage: by({ used: [human] }), allowed: true },
    { why: 'an agent, the file named', intents: naming, coverage: by({ used: [agent] }), allowed: false },
    {
      why: 'part of it a person, part of it an agent',
      intents: naming,
      coverage: by({ used: [human, agent] }),
      allowed: false,
    },
    {
      why: 'an agent wrote it, and a person took all of it over',
      intents: naming,
      coverage: by({ used: [agent] }),
      ledger: { added: [human] },
      allowed: true,
    },
    {
      why: 'a person took over something else than what is committed',
      intents: naming,
      coverage: by({ used: [agent] }),
      ledger: {
        added: [write({ path, contributor: 'human', edge: { before: entry('old'), after: entry('other') } })],
      },
      allowed: false,
    },
    {
      why: 'a catch-all does not name it',
      intents: [intent({ owned_scope: ['**'] })],
      coverage: by({ used: [human] }),
      allowed: false,
    },
    {
      why: 'a folder does not name it',
      intents: [intent({ owned_scope: ['.husky/**'] })],
      coverage: by({ used: [human] }),
      allowed: false,
    },
    {
      why: 'only the change itself names it',
      baseIntents: [intent()],
      intents: naming,
      coverage: by({ used: [human] }),
      allowed: false,
    },
    {
      why: 'the intent is not in progress on the base',
      baseIntents: [{ ...naming[0]!, status: 'PLANNED' }],
      intents: naming,
      coverage: by({ used: [human] }),
      allowed: false,
    },
    {
      why: 'contributors that are not known to be a person',
      intents: naming,
      coverage: by({ used: [write({ path, contributor: 'mixed' })] }),
      allowed: false,
    },
    {
      why: 'an exemption frees from the trace, not from this',
      intents: naming,
      coverage: by({ how: 'exempt', used: [] }),
      allowed: false,
    },
    {
      why: 'undoing what a person attested is not attested by them',
      intents: naming,
      coverage: by({ how: 'revert', used: [human] }),
      allowed: false,
    },
    {
      why: 'a record that does not cover it',
      intents: naming,
      coverage: [uncovered(path, { change, named: [human] })],
      allowed: false,
    },
  ])('$why', ({ allowed, ...scenario }) => expect(paths(scenario)).toEqual(allowed ? [] : [path]))
})

test.each<Scenario & { why: string; expected: string[] }>([
  {
    why: 'the sidecar is removed',
    adopted: { target: false },
    expected: ['.orchestration: this change removes the whole folder: nothing could be judged any more'],
  },
  {
    why: 'the intents are removed',
    changes: [deleted('.orchestration/active_intents.yaml')],
    expected: [
      expect.stringContaining('.orchestration/active_intents.yaml: no intent is declared here any more'),
    ],
  },
  {
    why: 'the list of intents is emptied',
    changes: [modified('.orchestration/active_intents.yaml')],
    baseIntents: [intent()],
    intents: [],
    expected: [expect.stringContaining('no intent is declared here any more')],
  },
  {
    why: 'the intents become a symbolic link',
    changes: [
      { path: '.orchestration/active_intents.yaml', before: entry('old'), after: entry('new', '120000') },
    ],
    expected: [expect.stringContaining('no intent is declared here any more')],
  },
  {
    why: 'intents are declared and closed',
    changes: [modified('.orchestration/active_intents.yaml')],
    expected: [],
  },
  { why: 'there never was a sidecar', adopted: { base: false, target: false }, expected: [] },
  {
    why: 'the sidecar is new',
    adopted: { base: false },
    changes: [added('.orchestration/active_intents.yaml')],
    expected: [],
  },
  {
    why: 'an audit of the tree, where nothing changed',
    source: { kind: 'tree', base: null },
    changes: [added('.husky/pre-commit')],
    expected: [],
  },
])('$why', ({ expected, ...scenario }) => expect(findings(controlPlane, scenario)).toEqual(expected))

test("it binds in CI and warns on a person's own machine", () => {
  expect(severity(controlPlane, { place: 'ci' })).toBe('error')
  expect(severity(controlPlane, { place: 'local' })).toBe('warning')
})

test.each([
  {
    why: 'an intent names the file',
    intents: [intent({ owned_scope: ['.gitattributes'] })],
    expected: 'a person runs: npx intentgate adopt --intent INT-001 .gitattributes',
  },
  {
    why: 'none does',
    intents: [intent()],
    expected:
      'first, in a change of its own, list this path, without a glob, in the owned_scope of an intent; then a person runs: npx intentgate adopt .gitattributes',
  },
])('the way on, where $why', ({ intents, expected }) => {
  expect(findingsOf(controlPlane, { intents, changes: [modified('.gitattributes')] })[0]?.remedy).toBe(
    expected,
  )
})
