import { describe, expect, test } from 'vitest'
import { codex, codexInCodeMode, heredocPatch, untrustedCodex } from '../agents/codex.ts'
import { followNext, type Job } from '../agents/follower.ts'
import { geminiCli } from '../agents/gemini-cli.ts'
import { bring, type Present, tellStories } from '../agents/stories.ts'
import {
  agentRecords,
  changedLines,
  INSTALLED,
  play,
  recordedLines,
  repoWith,
  setMode,
  summaryOf,
} from '../agents/world.ts'
import type { GatedRepo } from '../support/gated-repo.ts'
import type { Turn } from '../support/model-protocols.ts'
import type { Script } from '../support/scripted-model.ts'

const gemini = bring(geminiCli)
const codexHere = bring(codex)

describe('Gemini CLI', () => {
  tellStories(geminiCli, gemini)
  test.skipIf(gemini === null)('recovers by the JSON alone', () => recovers(gemini!))
})

describe('Codex', () => {
  const story = test.skipIf(codexHere === null)

  tellStories(codex, codexHere)
  story('recovers by the JSON alone', () => recovers(codexHere!))

  story('a patch in a here document is traced, and the commit passes', async () => {
    const repo = repoWith(codex)
    await play(codexHere!, repo, [
      codex.tools.select('INT-001'),
      heredocPatch('src/heredoc.ts', 'export const a = 1\nexport const b = 2\n'),
    ])
    const records = agentRecords(repo)
    expect(summaryOf(records)).toEqual(['src/heredoc.ts create INT-001'])
    expect(recordedLines(records)).toEqual(changedLines(repo, ['src/heredoc.ts']))
    repo.git('add', '-A')
    expect(repo.commit()).toMatchObject({ code: 0, err: '' })
    expect(await repo.landing(INSTALLED)).toEqual({ net: [], each: [] })
  })

  story('without the trust of a person it runs no hook, and the commit is refused', async () => {
    const repo = repoWith(codex)
    const untrusted = { ...codexHere!, agent: untrustedCodex }
    await play(untrusted, repo, [codex.tools.write('src/new.ts', 'export const a = 1\n', repo.dir)])
    expect(agentRecords(repo)).toEqual([])
    repo.git('add', '-A')
    const refused = repo.commit()
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('trace-missing src/new.ts')
  })
})

describe('Codex in code mode', () =>
  tellStories(codexInCodeMode, codexHere && { ...codexHere, agent: codexInCodeMode }))

const both = test.skipIf(gemini === null || codexHere === null)

both('two agents at the same time, with two intents: each line goes to its own', async () => {
  const repo = repoWith(geminiCli, codex)
  const step = inStep()
  // What one writes by a tool while a command of the other one runs, and what both write by commands at once.
  const [first, second] = [gemini!, codexHere!].map(({ agent: { tools } }, at) => {
    const [intent, folder] = at === 0 ? ['INT-001', 'src'] : ['INT-002', 'lib']
    const write = (name: string) => tools.write(`${folder}/${name}.ts`, 'export const a = 1\n', repo.dir)
    const command = (name: string) =>
      tools.shell(`sleep 1; echo 'export const a = 1' > ${folder}/${name}.ts; sleep 1`)
    const crossed = [write('one'), command('two')]
    return [
      tools.select(intent),
      ...(at === 0 ? crossed : crossed.reverse()),
      command('three'),
      write('four'),
    ]
  })
  const inTurn =
    (turns: readonly Turn[] = []): Script =>
    async (_request, turn) => {
      await step(turn, turns.length)
      return turns[turn] ?? { say: 'done' }
    }
  await Promise.all([play(gemini!, repo, inTurn(first)), play(codexHere!, repo, inTurn(second))])
  const told = agentRecords(repo).flatMap(({ tool, intent_id, files }) =>
    files.map(({ path }) => `${path} ${tool.name} ${intent_id}`),
  )
  const names = ['four', 'one', 'three', 'two']
  expect(told.sort()).toEqual([
    ...names.map((name) => `lib/${name}.ts codex INT-002`),
    ...names.map((name) => `src/${name}.ts gemini-cli INT-001`),
  ])
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing(INSTALLED)).toEqual({ net: [], each: [] })
})

/** Two models wait for each other before each of so many turns. */
function inStep() {
  const waiting = new Map<number, () => void>()
  return (turn: number, turns: number): Promise<void> => {
    const other = waiting.get(turn)
    if (turn >= turns || other !== undefined) return Promise.resolve(other?.())
    return new Promise((go) => waiting.set(turn, go))
  }
}

const SESSIONS = 4
const TURNS = 100

/** Four sessions of an agent whose model knows nothing but what the refusals say. */
async function recovers(present: Present): Promise<void> {
  const repo = repoWith(present.agent)
  setMode(repo, 'gate')
  const [met, asked]: [string[], number[]] = [[], []]
  for (let session = 1; session <= SESSIONS; session++) {
    const jobs = jobsOf(present, repo, session)
    const follower = followNext(jobs, present.agent.tools, repo.dir)
    const { model } = await play(present, repo, follower.script)
    expect(follower.done).toBe(jobs.length)
    met.push(...follower.refusals)
    asked.push(model.requests.length)
  }
  expect(asked.reduce((one, other) => one + other)).toBeGreaterThanOrEqual(TURNS)
  expect(new Set(met)).toEqual(new Set(['NO_ACTIVE_INTENT', 'SCOPE_VIOLATION', 'STALE_FILE']))
  repo.git('add', '-A')
  expect(repo.commit().err).toBe('')
  expect(await repo.landing(INSTALLED)).toEqual({ net: [], each: [] })
}

/** Work that changes its scope, and files that a person changes under the agent's hands. */
function jobsOf({ agent: { tools } }: Present, repo: GatedRepo, session: number): Job[] {
  return [1, 2, 3].flatMap((round): Job[] => {
    const name = `s${session}r${round}`
    return [
      { turn: tools.write(`src/${name}.ts`, 'export const a = 1\n', repo.dir) },
      { turn: tools.write(`lib/${name}.ts`, 'export const a = 1\n', repo.dir) },
      {
        turn: tools.edit(`lib/${name}.ts`, 'export const a = 1', 'export const a = 2', repo.dir),
        before: () => {
          repo.write({ [`lib/${name}.ts`]: 'export const a = 1\nexport const hand = 1\n' })
          repo.record('--by', 'human', `lib/${name}.ts`)
        },
      },
    ]
  })
}
