import { describe, expect, test } from 'vitest'
import { offerLesson } from '../../src/cli/intents/repeated-refusal.ts'
import { main } from '../../src/cli/main.ts'
import type { Report } from '../../src/core/report.ts'
import type { Violation } from '../../src/core/rule.ts'
import { fakeIo } from '../support/io.ts'
import { temporaryFolder } from '../support/repo.ts'
import { governed, intents } from './governed.ts'

const AGENT = '.orchestration/AGENT.md'

describe('lesson add', () => {
  test('writes one bullet with its trace, for the intent that was selected last', async () => {
    const repo = governed()
    await repo.cli('intent', 'select', 'INT-001')
    const { code, out } = await repo.cli('lesson', 'add', 'Look twice')
    expect([code, out]).toEqual([
      0,
      `added to ${AGENT} and recorded for INT-001; commit it: git add ${AGENT}\n`,
    ])
    expect(repo.read(AGENT)).toContain('\n- [INT-001] Look twice\n')
    repo.git('add', '-A')
    expect((await repo.cli('check', '--staged')).code).toBe(0)
  })

  test('takes the only intent in progress, and asks which where there are several', async () => {
    const several = await governed().cli('lesson', 'add', 'x')
    expect(several).toMatchObject({ code: 2, err: expect.stringContaining('--intent: INT-000, INT-001') })
    const one = governed({
      '.orchestration/active_intents.yaml': intents.replace('status: IN_PROGRESS', 'status: PLANNED'),
    })
    expect(await one.cli('lesson', 'add', 'x')).toMatchObject({
      code: 0,
      out: expect.stringContaining('INT-001'),
    })
  })

  test("is a person's at a terminal, and an agent's everywhere else", async () => {
    const who = async (terminal: 'tty' | 'pipe', env: NodeJS.ProcessEnv) => {
      const repo = governed()
      const io = fakeIo(repo.dir, { env, ...(terminal === 'tty' && { answers: [] }) })
      expect(await main(['lesson', 'add', '--intent', 'INT-001', '--everybody', 'x'], io)).toBe(0)
      expect(repo.read(AGENT)).toContain('\n- x\n')
      return /"contributor":\{"type":"(\w+)"/.exec(
        repo.git('grep', '--no-index', '-h', 'contributor', '--', '.orchestration/agent_trace'),
      )?.[1]
    }
    expect(await who('tty', {})).toBe('human')
    expect(await who('tty', { CLAUDECODE: '1' })).toBe('ai')
    expect(await who('pipe', {})).toBe('ai')
  })

  test.each([[[]], [['add']], [['add', 'two', 'words']], [['drop', 'x']]])(
    'lesson %j is a usage error',
    async (args) => {
      expect(await governed().cli('lesson', ...args)).toMatchObject({
        code: 2,
        err: expect.stringContaining('in quotes'),
      })
    },
  )
})

describe('the same refused twice', () => {
  const violation = (
    rule: Violation['rule'],
    path: string | null,
    severity: Violation['severity'] = 'error',
  ) => ({
    rule,
    path,
    severity,
    message: '',
    remedy: '',
    docs: '',
  })
  const report = (...violations: Violation[]): Report => ({
    version: 1,
    verdict: 'fail',
    mode: 'enforce',
    bootstrap: false,
    source: { kind: 'staged', base: null, head: null, mergeBases: [], policy: null },
    checked: 1,
    violations,
    exempted: [],
    coverage: [],
    notes: [],
  })

  test('offers a lesson the second time, and only then', () => {
    const state = temporaryFolder()
    const said = ['src/a.ts', 'src/b.ts', 'src/c.ts'].map((path) =>
      offerLesson(state, report(violation('trace-missing', path))),
    )
    expect(said).toEqual([
      null,
      'note: trace-missing has refused src/*.ts twice; spare the next one: npx intentgate lesson add "…"\n',
      null,
    ])
  })

  test('another rule, another kind of file, or no error at all is not the same', () => {
    const state = temporaryFolder()
    const reports = [
      report(violation('trace-missing', 'src/a.ts'), violation('trace-missing', 'src/b.ts')),
      report(violation('scope-violation', 'src/a.ts')),
      report(violation('trace-missing', 'src/a.md')),
      report(violation('trace-missing', 'src/a.ts', 'warning')),
    ]
    expect(reports.map((one) => offerLesson(state, one))).toEqual([null, null, null, null])
  })

  test('a name in the change cannot put words into the offer', () => {
    const state = temporaryFolder()
    const twice = () => offerLesson(state, report(violation('trace-missing', 'src/\u001b[2Jx\n/a.ts')))
    twice()
    expect(twice()).not.toMatch(/[\u001b]|\n./)
  })
})
