import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adapters } from '../../src/recorder/adapters/index.ts'
import { NO_INTENT_MESSAGE } from '../../src/recorder/refusals.ts'
import { installAgent, network, type RealAgent } from '../support/agent-run.ts'
import {
  agentRecords,
  changedLines,
  INSTALLED,
  play,
  recordedLines,
  repoWith,
  setMode,
  summaryOf,
} from './world.ts'

/** An agent that lies on this machine. */
export interface Present {
  readonly agent: RealAgent
  readonly folder: string
}

/** The agent; null, with a notice, where npm does not bring it: its stories are left out then. */
export function bring(agent: RealAgent): Present | null {
  const installed = installAgent(agent)
  if ('folder' in installed) {
    process.stderr.write(`${agent.packages[0]} runs ${network}\n`)
    return { agent, ...installed }
  }
  process.stderr.write(`\nNOTICE: the stories of ${agent.name} are left out. ${installed.missing}\n\n`)
  return null
}

/** What every agent has to show. */
export function tellStories(agent: RealAgent, present: Present | null): void {
  const story = test.skipIf(present === null)
  const { tools } = agent

  story.each(['record', 'guide', 'gate'] as const)('a write without an intent, in mode %s', async (mode) => {
    const repo = repoWith(agent)
    setMode(repo, mode)
    const { model } = await play(present!, repo, [
      tools.write('src/new.ts', 'export const a = 1\n', repo.dir),
    ])
    const heard = model.requests
      .slice(1)
      .map((request) => request.heard)
      .join('\n')
    expect(existsSync(join(repo.dir, 'src/new.ts'))).toBe(mode !== 'gate')
    expect(heard.includes(NO_INTENT_MESSAGE)).toBe(mode !== 'record')
    if (mode === 'gate') expect(heard).toContain('"code":"NO_ACTIVE_INTENT"')
  })

  story('selects an intent, works, and the commit passes', async () => {
    const repo = repoWith(agent)
    // Where a person would be asked about a command, nobody is there to answer.
    setMode(repo, adapters[agent.name].canAsk ? 'guide' : 'gate')
    const { model, answer } = await play(present!, repo, [
      tools.select('INT-001'),
      tools.write('src/new.ts', 'export const a = 1\nexport const b = 2\n', repo.dir),
      tools.read('src/app.ts', repo.dir),
      tools.edit('src/app.ts', 'export const item7 = 7', 'export const seven = 7', repo.dir),
      tools.remove('src/gone.ts', repo.dir),
      tools.shell("echo 'export const fourth = 4' >> src/shell.ts"),
    ])
    const context = model.requests[1]?.heard
    expect(context, answer.err).toContain('<intent_context>')
    expect(context).toContain('<path>src/**</path>')
    expect(context).toContain('<constraint>Keep it &lt;short&gt; &amp; simple</constraint>')
    const records = agentRecords(repo)
    expect(summaryOf(records)).toEqual([
      'src/new.ts create INT-001',
      'src/app.ts modify INT-001',
      'src/gone.ts delete INT-001',
      'src/shell.ts modify INT-001',
    ])
    const model_id = agent.model === null ? undefined : expect.stringContaining(agent.model)
    for (const [at, { tool, files }] of records.entries()) {
      expect(tool.name).toBe(agent.name)
      const isDue = agent.logsLate !== true || at === records.length - 1
      for (const { conversations } of files) {
        const contributor = conversations[0]?.contributor
        if (isDue || contributor?.model_id !== undefined)
          expect(contributor).toEqual({ type: 'ai', model_id })
        else expect(contributor).toEqual({ type: 'ai' })
      }
    }
    const lines = recordedLines(records)
    expect(lines).toEqual(changedLines(repo, Object.keys(lines)))
    repo.git('add', '-A')
    expect(repo.commit()).toMatchObject({ code: 0, err: '' })
    expect(await repo.landing(INSTALLED)).toEqual({ net: [], each: [] })
  })

  story('commits by itself, and goes on', async () => {
    const repo = repoWith(agent)
    const commit = tools.shell('git add -A && git commit -qm work')
    const { model } = await play(present!, repo, [
      tools.select('INT-001'),
      tools.write('src/new.ts', 'export const a = 1\n', repo.dir),
      commit,
      tools.edit('src/new.ts', 'export const a = 1', 'export const a = 2', repo.dir),
      commit,
    ])
    const heard = model.requests.map((request) => request.heard).slice(3)
    expect(repo.git('log', '--format=%s', `${INSTALLED}..`), heard.join('\n')).toBe('work\nwork')
    expect(repo.git('status', '--porcelain')).toBe('')
    expect(await repo.landing(INSTALLED)).toEqual({ net: [], each: [] })
  })

  story('a write out of scope is let happen, and the commit is refused', async () => {
    const repo = repoWith(agent)
    await play(present!, repo, [
      tools.select('INT-001'),
      tools.write('lib/other.ts', 'export const a = 1\n', repo.dir),
    ])
    expect(existsSync(join(repo.dir, 'lib/other.ts'))).toBe(true)
    repo.git('add', '-A')
    const refused = repo.commit()
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('scope-violation lib/other.ts')
  })
}
