import { describe, expect, test } from 'vitest'
import { reporters } from '../../src/report/index.ts'
import { commandsIn } from './runner.ts'
import { failing, HEAD, numbered, plainStyle, report, shallow, traced, violation } from './sample.ts'

const say = (of: ReturnType<typeof report>) => reporters.github.report(of, plainStyle)
const REMEDY = 'fix: npx intentgate adopt --intent INT-001 src/a.ts'

test('the verdict comes first, then an annotation on the lines of each finding', () => {
  const of = failing(
    [
      violation({ rule: 'intents-overlap', severity: 'warning', path: null, message: '100 %', remedy: 'r' }),
      violation({
        rule: 'revert',
        severity: 'notice',
        path: 'a,b:c%.ts',
        message: 'm',
        remedy: 'r',
        commit: HEAD,
      }),
      violation({ line: 3, endLine: 7 }),
      violation({ line: 12 }),
    ],
    { notes: ['n'], exempted: [{ path: 'x', by: 'exemption', reason: 'r' }] },
  )
  expect(say(of)).toBe(
    [
      '::error title=intentgate%3A rejected::2 errors, 1 warning, 1 notice · 5 paths judged · rejected',
      'note: n',
      `::error file=src/a.ts,line=3,endLine=7,title=intentgate%3A hash-mismatch::the one record does not explain these lines%0A${REMEDY}`,
      `::error file=src/a.ts,line=12,endLine=12,title=intentgate%3A hash-mismatch::the one record does not explain these lines%0A${REMEDY}`,
      '::warning title=intentgate%3A intents-overlap::100 %25%0Afix: r',
      '::notice file=a%2Cb%3Ac%25.ts,title=intentgate%3A revert::m (commit 1a2b3c4d5e)%0Afix: r',
      'exempted x exemption: r',
      '',
    ].join('\n'),
  )
})

test('a pass spends no annotation', () => {
  expect(say(report())).toBe('intentgate: 3 paths, all traced (INT-001)\n')
})

test('where nothing blocks, an annotation says so beside the errors', () => {
  const of = report({ mode: 'shadow', violations: [violation()] })
  expect(commandsIn(say(of))[0]).toEqual({
    name: 'notice',
    properties: { title: 'intentgate: nothing blocks (shadow mode)' },
    data: '1 error · 3 paths judged · nothing blocks (shadow mode)',
  })
})

test('an untraced file is shown on its first changed lines, so that the diff shows it', () => {
  const of = failing([violation({ rule: 'trace-missing' })], {
    coverage: [
      traced('src/a.ts', {
        how: null,
        uncovered: [
          { line: 4, endLine: 6 },
          { line: 9, endLine: 9 },
        ],
      }),
    ],
  })
  expect(commandsIn(say(of))[1]?.properties).toMatchObject({ file: 'src/a.ts', line: '4', endLine: '6' })
})

test('a name with something hidden in it is said, not used', () => {
  const [, annotation] = commandsIn(say(failing([violation({ path: 'x\n::error::forged', line: 3 })])))
  expect(annotation?.properties).toEqual({ title: 'intentgate: hash-mismatch' })
  expect(annotation?.data).toMatch(/^"x\\n::error::forged": the one record/)
})

describe('a runner keeps ten annotations of each level', () => {
  const errors = (of: ReturnType<typeof report>) => commandsIn(say(of)).filter(({ name }) => name === 'error')

  test('nine findings and the verdict fit', () => {
    const of = failing(numbered(9))
    expect(errors(of)).toHaveLength(10)
    expect(say(of)).not.toContain('::group::')
  })

  test('ten do not: the tenth says how many are left, and the log holds them all', () => {
    const of = failing(numbered(30))
    expect(errors(of)).toHaveLength(10)
    expect(errors(of)[9]?.data).toBe('and 22 more: see the summary, or the list at the end of this log')
    const list = say(of).split('::group::intentgate: all findings\n')[1]?.split('\n')
    expect(list?.filter((line) => line.startsWith('error hash-mismatch src/'))).toHaveLength(30)
    expect(list?.slice(-2)).toEqual(['::endgroup::', ''])
  })

  test('before any is left out, each file and rule gets one, with its lines in words', () => {
    const of = failing([
      ...numbered(12, (at) => ({ path: 'src/a.ts', line: at * 2 + 1 })),
      violation({ path: 'src/b.ts' }),
    ])
    expect(errors(of)).toHaveLength(3)
    expect(errors(of)[1]?.properties).toMatchObject({ file: 'src/a.ts', line: '1', endLine: '1' })
    expect(errors(of)[1]?.data).toContain('lines (lines 1,3,5,7,9,11,13,15 and 4 more ranges)\n')
  })

  test('many different findings in one file do not push other files out', () => {
    const of = failing([
      ...numbered(40, (at) => ({ path: 'l.jsonl', message: `line ${at}`, line: at + 1 })),
      violation(),
    ])
    expect(errors(of).map(({ properties }) => properties.file)).toEqual([undefined, 'l.jsonl', 'src/a.ts'])
    expect(errors(of)[1]?.data).toContain('line 0 (and 39 more hash-mismatch in this file)')
  })

  test('levels do not take each other’s room', () => {
    const levels = ['error', 'warning', 'notice'] as const
    const of = failing(levels.flatMap((severity) => numbered(30, () => ({ severity }))))
    for (const level of levels)
      expect(commandsIn(say(of)).filter(({ name }) => name === level)).toHaveLength(10)
  })
})

test('a message is cut before the runner would cut the way out of it', () => {
  const [, annotation] = commandsIn(say(failing([violation({ message: 'x'.repeat(9000) })])))
  expect(annotation?.data.length).toBeLessThan(4096)
  expect(annotation?.data).toMatch(/x\.\.\.\nfix: npx/)
})

test('a check that could not judge is an error annotation', () => {
  expect(reporters.github.failure({ ...shallow, message: 'one\n::error::two' }, plainStyle)).toBe(
    '::error title=intentgate%3A cannot judge (SHALLOW)::one%0A\\x3a:error::two%0Afix: run: git fetch --unshallow\n',
  )
})
