import { describe, expect, test } from 'vitest'
import type { Change } from '../../src/core/change.ts'
import { type DiffHunk, diffKey } from '../../src/core/evidence.ts'
import type { Constraint } from '../../src/core/intent.ts'
import {
  type CodeUnit,
  type FileStructure,
  structureKey,
  type Unstructured,
} from '../../src/core/structure.ts'
import { constraint } from '../../src/rules/constraint.ts'
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
} from './facts.ts'

const noLogs: Constraint = { forbid_pattern: 'console\\.log\\(' }
const withTests: Constraint = { require_change: 'test/**' }
const bound = (...constraints: Constraint[]) => [intent({ constraints })]

/** A change of one file for INT-001 whose target is `text`, with these hunks. */
function changing(
  text: string | Uint8Array,
  hunks: readonly DiffHunk[],
  change: Change = modified('src/a.ts'),
): Scenario {
  const content = typeof text === 'string' ? Buffer.from(text) : text
  return {
    coverage: [covered(change.path, { change })],
    loaded: {
      blobs: new Map([[oid('new'), content]]),
      diffs: new Map([[diffKey(change.before?.blob ?? null, oid('new')), hunks]]),
    },
  }
}

function wide(text: string, encoding: 'utf16le' | 'utf16be'): Buffer {
  const bytes = Buffer.from(text, 'utf16le')
  return encoding === 'utf16le' ? bytes : bytes.swap16()
}

const text = 'a\nconsole.log(1)\nb\n  console.log(2)\n'
const forbids = 'INT-001 forbids lines that match console\\.log\\(:'

describe('forbid_pattern', () => {
  test.each<Scenario & { why: string; expected: string[] }>([
    {
      why: 'each added line that matches, quoted',
      ...changing(text, [[1, 0, 1, 4]]),
      intents: bound(noLogs),
      expected: [`src/a.ts:2: ${forbids} console.log(1)`, `src/a.ts:4: ${forbids} console.log(2)`],
    },
    {
      why: 'only lines that this change adds',
      ...changing(text, [[3, 0, 3, 2]]),
      intents: bound(noLogs),
      expected: [`src/a.ts:4: ${forbids} console.log(2)`],
    },
    {
      why: 'a change that only removes lines',
      ...changing(text, [[3, 2, 2, 0]]),
      intents: bound(noLogs),
      expected: [],
    },
    {
      why: 'a whole new file',
      ...changing(text, [[0, 0, 1, 4]], added('src/a.ts')),
      intents: bound(noLogs),
      expected: [`src/a.ts:2: ${forbids} console.log(1)`, `src/a.ts:4: ${forbids} console.log(2)`],
    },
    {
      why: 'a file that the constraint is not meant for',
      ...changing(text, [[1, 0, 1, 4]]),
      intents: bound({ ...noLogs, in: 'lib/**' }),
      expected: [],
    },
    {
      why: 'a file that it is meant for',
      ...changing(text, [[3, 0, 3, 2]]),
      intents: bound({ ...noLogs, in: 'src/**' }),
      expected: [`src/a.ts:4: ${forbids} console.log(2)`],
    },
    {
      why: 'a constraint that the change takes away still holds',
      ...changing(text, [[3, 0, 3, 2]]),
      baseIntents: bound(noLogs),
      intents: [intent()],
      expected: [`src/a.ts:4: ${forbids} console.log(2)`],
    },
    {
      why: 'a constraint that the change brings holds already',
      ...changing(text, [[3, 0, 3, 2]]),
      baseIntents: [intent()],
      intents: bound(noLogs),
      expected: [`src/a.ts:4: ${forbids} console.log(2)`],
    },
    {
      why: 'an intent that was not used',
      ...changing(text, [[1, 0, 1, 4]]),
      intents: [intent(), intent({ id: 'INT-002', constraints: [noLogs] })],
      expected: [],
    },
    {
      why: 'the end of a line, whatever ends it',
      ...changing('x;\r\ny;\n', [[0, 0, 1, 2]]),
      intents: bound({ forbid_pattern: ';$' }),
      expected: [
        'src/a.ts:1: INT-001 forbids lines that match ;$: x;',
        'src/a.ts:2: INT-001 forbids lines that match ;$: y;',
      ],
    },
    {
      why: 'a file that only looks binary cannot hide',
      ...changing('// \0\nconsole.log(1)\n', [[0, 0, 1, 2]]),
      intents: bound(noLogs),
      expected: [`src/a.ts:2: ${forbids} console.log(1)`],
    },
    {
      why: 'a line that only a carriage return begins',
      ...changing('a\rconsole.log(1)\rb\n', [[0, 0, 1, 1]]),
      intents: bound({ forbid_pattern: '^console' }),
      expected: ['src/a.ts:1: INT-001 forbids lines that match ^console: console.log(1)'],
    },
    {
      why: 'a line that JavaScript begins and git does not',
      ...changing('// a\u2028console.log(1)\n', [[0, 0, 1, 1]]),
      intents: bound({ forbid_pattern: '^console' }),
      expected: ['src/a.ts:1: INT-001 forbids lines that match ^console: console.log(1)'],
    },
    ...(['utf16le', 'utf16be'] as const).flatMap((encoding) =>
      ['\ufeff', ''].map((mark) => ({
        why: `${encoding} ${mark === '' ? 'without' : 'with'} a byte order mark, only lines that are added`,
        // U+0A0A and U+010A hold bytes that git takes for line feeds.
        ...changing(wide(`${mark}\u0a0a \u010a\r\nconsole.log(0)\r\nconsole.log(1)\r\nb`, encoding), [
          [5, 0, 6, 1],
        ]),
        intents: bound(noLogs),
        expected: [`src/a.ts:3: ${forbids} console.log(1)`],
      })),
    ),
    {
      why: 'a file in a legacy encoding, as an editor guesses it',
      ...changing(Buffer.from('caf\xe9 console\n', 'latin1'), [[0, 0, 1, 1]]),
      intents: bound({ forbid_pattern: 'café' }),
      expected: ['src/a.ts:1: INT-001 forbids lines that match café: café console'],
    },
    {
      why: 'a file that is no text is not passed over',
      ...changing(Buffer.from('\x89PNG\0\0\0\0\xff\xd8', 'latin1'), [[0, 0, 1, 1]]),
      intents: bound(noLogs),
      expected: [
        "src/a.ts: it is not text, so that nobody can check it against INT-001's forbid_pattern console\\.log\\(",
      ],
    },
    {
      why: 'UTF-16 with one NUL character is no text',
      ...changing(wide('\ufeffa\0', 'utf16le'), [[0, 0, 1, 1]]),
      intents: bound(noLogs),
      expected: [
        "src/a.ts: it is not text, so that nobody can check it against INT-001's forbid_pattern console\\.log\\(",
      ],
    },
    {
      why: 'a byte order mark before plain text hides nothing',
      ...changing(Buffer.from('\xff\xfe\nconsole.log(1)\n', 'latin1'), [[0, 0, 1, 2]]),
      intents: bound(noLogs),
      expected: [`src/a.ts:2: ${forbids} console.log(1)`],
    },
    {
      why: 'every line, where there is no diff',
      ...changing(text, []),
      intents: bound(noLogs),
      loaded: { blobs: new Map([[oid('new'), Buffer.from(text)]]) },
      expected: [`src/a.ts:2: ${forbids} console.log(1)`, `src/a.ts:4: ${forbids} console.log(2)`],
    },
    {
      why: 'a file that is deleted',
      coverage: [covered('src/a.ts', { change: deleted('src/a.ts') })],
      intents: bound(noLogs),
      expected: [],
    },
    {
      why: 'a symbolic link',
      coverage: [
        covered('src/a.ts', { change: { path: 'src/a.ts', before: null, after: entry('new', '120000') } }),
      ],
      intents: bound(noLogs),
      expected: [],
    },
    {
      why: 'free text binds nobody',
      ...changing(text, [[1, 0, 1, 4]]),
      intents: bound('must not log'),
      expected: [],
    },
  ])('$why', ({ expected, ...scenario }) => expect(findings(constraint, scenario)).toEqual(expected))

  test('a long line is cut', () => {
    const [finding] = findingsOf(constraint, {
      ...changing(`console.log(${'x'.repeat(5000)})\n`, [[0, 0, 1, 1]]),
      intents: bound(noLogs),
    })
    expect(finding?.message.length).toBeLessThan(200)
  })

  test.each(['large', 'missing'] as const)('content that is %s is not passed over', (content) => {
    const scenario = { ...changing(text, []), intents: bound(noLogs) }
    const loaded = { ...scenario.loaded, blobs: new Map([[oid('new'), content]]) }
    expect(findings(constraint, { ...scenario, loaded })).toEqual([
      "src/a.ts: it is too large, or cannot be read, to check it against INT-001's forbid_pattern console\\.log\\(",
    ])
  })

  test.each(['(a*)*b', '(a|a)*$x', '(x+x+)+y', '(?:a?){500}[bc]'])(
    'a hostile pattern takes no time: %s',
    (pattern) => {
      const scenario = {
        ...changing(`${'a'.repeat(100_000)}\n`, [[0, 0, 1, 1]]),
        intents: bound({ forbid_pattern: pattern }),
      }
      const start = performance.now()
      findings(constraint, scenario)
      expect(performance.now() - start).toBeLessThan(3000)
    },
  )

  test('more pattern and text than can be checked in bounded time is said, not skipped', () => {
    const huge = changing(`${'a'.repeat(4_000_000)}\n`, [[0, 0, 1, 1]])
    expect(findings(constraint, { ...huge, intents: bound({ forbid_pattern: '[ab]{900}[cd]' }) })).toEqual([
      "src/a.ts: it is too large, or cannot be read, to check it against INT-001's forbid_pattern [ab]{900}[cd]",
    ])
  })

  test.each(['(', '(?=a)', '(a)\\1', '((a{0,1000}){0,1000}){0,1000}'])(
    'a pattern that RE2 does not take is a finding where it is used: %s',
    (pattern) => {
      const used = findings(constraint, {
        ...changing(text, [[1, 0, 1, 4]]),
        intents: bound({ forbid_pattern: pattern }),
      })
      expect(used).toEqual([
        `.orchestration/active_intents.yaml: forbid_pattern ${pattern} of INT-001 is not a valid RE2 pattern`,
      ])
    },
  )

  test('and where it is declared', () => {
    const scenario = {
      changes: [modified('.orchestration/active_intents.yaml')],
      baseIntents: [],
      intents: bound({ forbid_pattern: '(' }),
    }
    expect(findings(constraint, scenario)).toEqual([
      '.orchestration/active_intents.yaml: forbid_pattern ( of INT-001 is not a valid RE2 pattern',
    ])
  })

  test('only files that a pattern is meant for are read, and its engine only where there is one', () => {
    const coverage = [covered('src/a.ts'), covered('lib/b.ts')]
    expect(needs(constraint, { coverage, intents: bound({ ...noLogs, in: 'src/**' }) })).toEqual([
      { kind: 'patterns' },
      { kind: 'blob', oid: oid('new') },
      { kind: 'diff', from: oid('old'), to: oid('new') },
    ])
    expect(needs(constraint, { coverage, intents: [intent()] })).toEqual([])
  })
})

const noPassport: Constraint = { forbid_import: 'passport*' }

/** A modified file whose sides import these modules, one per line: `import 'a'`. */
function importing(
  before: readonly string[] | Unstructured,
  after: readonly string[] | Unstructured,
  hash: string | null = 'h',
): Scenario {
  const side = (names: readonly string[] | Unstructured): FileStructure =>
    typeof names === 'string'
      ? { kind: 'unstructured', why: names }
      : { kind: 'structured', norm: 'es/1', unit: { ...wholeFile, hash }, imports: names.map(asImport) }
  const asImport = (name: string, at: number) => ({ name: name === '?' ? null : name, line: at + 1 })
  const text = Array.isArray(after) ? after.map((name) => `import '${name}'\n`).join('') : ''
  return {
    coverage: [covered('src/a.ts')],
    intents: bound(noPassport),
    loaded: {
      blobs: new Map([[oid('new'), Buffer.from(text)]]),
      structures: new Map([
        [structureKey('src/a.ts', oid('old')), side(before)],
        [structureKey('src/a.ts', oid('new')), side(after)],
      ]),
    },
  }
}

const wholeFile: CodeUnit = {
  ...{ kind: 'file', name: '', startLine: 1, endLine: 1, hash: 'h', own: 'h', directives: '', comments: '' },
  ...{ alone: true, sorted: null, order: [], children: [] },
}

describe('forbid_import', () => {
  const forbids = 'INT-001 forbids imports of passport*'

  test.each<Scenario & { why: string; expected: string[] }>([
    {
      why: 'an import that the change adds, quoted',
      ...importing(['a'], ['a', 'passport-jwt']),
      expected: [`src/a.ts:2: ${forbids}: import 'passport-jwt'`],
    },
    {
      why: 'one that was there is no sin of this change',
      ...importing(['passport'], ['a', 'passport']),
      expected: [],
    },
    {
      why: 'a second one of the same is',
      ...importing(['passport'], ['passport', 'passport']),
      expected: [`src/a.ts:2: ${forbids}: import 'passport'`],
    },
    { why: 'one that the change takes away', ...importing(['passport'], ['a']), expected: [] },
    {
      why: 'part of a forbidden module',
      ...importing([], ['passport/lib/strategy']),
      expected: [`src/a.ts:1: ${forbids}: import 'passport/lib/strategy'`],
    },
    { why: 'a file of its own with such a name', ...importing([], ['./passport']), expected: [] },
    { why: 'a name that only ends alike', ...importing([], ['my-passport', '@a/passport']), expected: [] },
    {
      why: 'a name that is computed',
      ...importing([], ['?']),
      expected: [`src/a.ts:1: ${forbids}, and what this loads is computed when it runs: import '?'`],
    },
    { why: 'a computed name that was there', ...importing(['?'], ['?']), expected: [] },
    {
      why: 'a file that cannot be parsed',
      ...importing([], 'syntax'),
      expected: [
        "src/a.ts: its imports cannot be read to check them against INT-001's forbid_import passport*: it has a syntax error",
      ],
    },
    {
      why: 'a file of which a part cannot be parsed',
      ...importing([], ['passport'], null),
      expected: [
        "src/a.ts: its imports cannot be read to check them against INT-001's forbid_import passport*: it has a syntax error",
        `src/a.ts:1: ${forbids}: import 'passport'`,
      ],
    },
    {
      why: 'a base that cannot be parsed: nothing is known to have been there',
      ...importing('syntax', ['passport']),
      expected: [`src/a.ts:1: ${forbids}: import 'passport'`],
    },
    {
      why: 'a file that it is not meant for',
      ...importing([], ['passport']),
      intents: bound({ ...noPassport, in: 'lib/**' }),
      expected: [],
    },
    {
      why: 'a constraint that the change takes away still holds',
      ...importing([], ['passport']),
      baseIntents: bound(noPassport),
      intents: [intent()],
      expected: [`src/a.ts:1: ${forbids}: import 'passport'`],
    },
    {
      why: 'a file that is deleted',
      coverage: [covered('src/a.ts', { change: deleted('src/a.ts') })],
      intents: bound(noPassport),
      expected: [],
    },
  ])('$why', ({ expected, ...scenario }) => expect(findings(constraint, scenario)).toEqual(expected))

  test('code of a language without a parser is said to be unread, text that loads nothing is not', () => {
    const paths = ['src/a.swift', 'src/b.vue', 'bin/tool', 'README.md', 'data.json', 'logo.png', 'LICENSE']
    const structures = new Map<string, FileStructure>(
      paths.map((path) => [structureKey(path, oid('new')), { kind: 'unstructured', why: 'language' }]),
    )
    const scenario = {
      coverage: paths.map((path) => covered(path)),
      intents: bound(noPassport),
      loaded: { structures },
    }
    expect(findingsOf(constraint, scenario).map(({ path }) => path)).toEqual(paths.slice(0, 3))
  })

  test('both sides and the text are asked for, where it is meant', () => {
    const coverage = [covered('src/a.ts'), covered('lib/b.ts'), covered('src/c.md')]
    expect(needs(constraint, { coverage, intents: bound({ ...noPassport, in: 'src/**' }) })).toEqual([
      { kind: 'blob', oid: oid('new') },
      { kind: 'structure', path: 'src/a.ts', oid: oid('old') },
      { kind: 'structure', path: 'src/a.ts', oid: oid('new') },
    ])
  })
})

describe('require_change', () => {
  const missing = 'INT-001 requires that a change for it also touches test/**, and this one does not'

  test.each<Scenario & { why: string; expected: string[] }>([
    {
      why: 'nothing that it asks for',
      coverage: [covered('src/a.ts'), covered('src/b.ts')],
      intents: bound(withTests),
      expected: [`src/a.ts: ${missing}`],
    },
    {
      why: 'something that it asks for',
      coverage: [covered('src/a.ts'), covered('test/a.test.ts')],
      intents: bound(withTests),
      expected: [],
    },
    {
      why: 'something that it asks for, for another intent',
      coverage: [covered('src/a.ts'), covered('test/a.test.ts', { intents: ['INT-002'] })],
      intents: bound(withTests),
      expected: [],
    },
    {
      why: 'a change that is not for this intent',
      coverage: [covered('src/a.ts', { intents: ['INT-002'] })],
      intents: bound(withTests),
      expected: [],
    },
    {
      why: 'each constraint on its own',
      coverage: [covered('test/a.ts')],
      intents: bound(withTests, { require_change: 'CHANGELOG.md' }),
      expected: [
        'test/a.ts: INT-001 requires that a change for it also touches CHANGELOG.md, and this one does not',
      ],
    },
  ])('$why', ({ expected, ...scenario }) =>
    expect(findings(constraint, { source: { kind: 'range' }, ...scenario })).toEqual(expected),
  )

  test.each([
    ['staged', 'net', 0],
    ['commit', 'net', 0],
    ['range', 'net', 1],
    ['tree', 'net', 1],
    ['staged', 'each', 1],
    ['commit', 'each', 1],
  ] as const)(
    'a commit alone is asked only where each has to pass: %s, commits: %s',
    (kind, commits, count) => {
      const scenario = { coverage: [covered('src/a.ts')], intents: bound(withTests) }
      const found = findings(constraint, { ...scenario, source: { kind }, policy: { commits } })
      expect(found).toHaveLength(count)
    },
  )
})
