import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import type { TraceRecord } from '../../src/core/trace-record.ts'
import type { RecorderMode } from '../../src/recorder/ports.ts'
import { type RealAgent, runAgent } from '../support/agent-run.ts'
import { type GatedRepo, gatedRepo } from '../support/gated-repo.ts'
import type { Answer } from '../support/repo.ts'
import { type Script, type ScriptedModel, scriptedModel } from '../support/scripted-model.ts'

/** The tag of the commit that brings the agents' settings: what work is measured from. */
export const INSTALLED = 'installed'

const FILES = {
  'src/gone.ts': 'export const gone = true\n',
  'src/shell.ts': 'export const first = 1\nexport const second = 2\nexport const third = 3\n',
  'lib/start.ts': 'export const start = 1\n',
}

function intentsWith(settings: readonly string[]): string {
  return `active_intents:
  - id: INT-001
    name: Work on the sources
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    constraints: ["Keep it <short> & simple"]
    acceptance_criteria: ["the tests pass"]
  - { id: INT-002, name: Work on the library, status: IN_PROGRESS, owned_scope: ["lib/**"] }
  - { id: INT-003, name: Set up the agents, status: IN_PROGRESS, owned_scope: ${JSON.stringify(settings)} }
`
}

/** A gated repository in which these agents were installed by our own command, and a person answered for that. */
export function repoWith(...agents: readonly RealAgent[]): GatedRepo {
  const settings = agents.flatMap((agent) => agent.settings)
  const repo = gatedRepo({ intents: intentsWith(settings), files: FILES })
  const installed = repo.cli(['install-agent', ...agents.map(({ name }) => name)])
  expect(installed, installed.err).toMatchObject({ code: 0 })
  const adopted = repo.cli(['adopt', '--intent', 'INT-003', '--yes', ...settings])
  expect(adopted, adopted.err).toMatchObject({ code: 0 })
  repo.git('add', '-A')
  expect(repo.commit('-m', 'Install the agents')).toMatchObject({ code: 0 })
  repo.git('tag', INSTALLED)
  linkProgram(repo)
  return repo
}

// What npm makes of our package's `bin`: the refusals say `npx intentgate …`.
function linkProgram({ dir }: GatedRepo): void {
  const folder = join(dir, 'node_modules/.bin')
  mkdirSync(folder, { recursive: true })
  const script = `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/cli.js')}" "$@"\n`
  writeFileSync(join(folder, 'intentgate'), script, { mode: 0o755 })
}

export function setMode(repo: GatedRepo, mode: RecorderMode): void {
  repo.git('config', 'intentgate.recorder', mode)
}

/** What came of one run. */
export interface Played {
  readonly model: ScriptedModel
  readonly answer: Answer
}

/** The agent in `folder` does what the script says, to its end. */
export async function play(
  { agent, folder }: { readonly agent: RealAgent; readonly folder: string },
  repo: GatedRepo,
  script: Script,
): Promise<Played> {
  const model = await scriptedModel(script)
  const answer = await runAgent(agent, folder, model, repo.dir)
  expect(model.requests.length, `${answer.out}${answer.err}`).toBeGreaterThan(0)
  return { model, answer }
}

/** The lines of the ledger that agents wrote, in the working tree, in the order in which they were written. */
export function agentRecords(repo: GatedRepo): TraceRecord[] {
  const folder = join(repo.dir, '.orchestration/agent_trace')
  if (!existsSync(folder)) return []
  const shards = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  )
  const lines = shards.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
  const records = lines.map((line): TraceRecord => JSON.parse(line))
  return records
    .filter(({ tool }) => tool.name !== 'intentgate')
    .sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1))
}

/** `path operation intent` of each file in each record. */
export function summaryOf(records: readonly TraceRecord[]): string[] {
  return records.flatMap(({ intent_id, files }) =>
    files.map(({ path, operation }) => `${path} ${operation} ${intent_id}`),
  )
}

export type At = readonly [number, number, number, number]

/** Of each path, the lines that the ledger says were changed. */
export function recordedLines(records: readonly TraceRecord[]): Record<string, At[]> {
  const files = records.flatMap((record) => record.files)
  return Object.fromEntries(files.map(({ path, hunks = [] }) => [path, hunks.map(({ at }) => at as At)])) // as FORMATS.md has it
}

/** Of each of these paths, the lines that git says differ from the commit of the installation. */
export function changedLines(repo: GatedRepo, paths: readonly string[]): Record<string, At[]> {
  repo.git('add', '--intent-to-add', '--', ...paths.filter((path) => existsSync(join(repo.dir, path))))
  return Object.fromEntries(
    paths.map((path) => {
      const diff = repo.git('diff', '-U0', '--histogram', INSTALLED, '--', path)
      const heads = diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)
      return [path, [...heads].map(([, a, b = '1', c, d = '1']): At => [+a!, +b, +c!, +d])]
    }),
  )
}
