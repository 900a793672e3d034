import { describe, expect, test } from 'vitest'
import { GateError } from '../../src/core/error.ts'
import { type Policy, strictPolicy } from '../../src/core/policy.ts'
import { parseIntents, parsePolicy, refuseUnsupported } from '../../src/store/config.ts'

const PATH = '.orchestration/x.yaml'

/** The issues of the INVALID_FILE that this fails with, without the path. */
function issuesOf(parse: (bytes: Uint8Array, path: string) => unknown, input: string | Uint8Array): string[] {
  try {
    parse(typeof input === 'string' ? Buffer.from(input) : input, PATH)
  } catch (error) {
    if (!(error instanceof GateError) || error.code !== 'INVALID_FILE') throw error
    const [title, ...issues] = error.message.split('\n')
    expect(title).toBe(`${PATH} is not valid`)
    return issues.map((issue) => issue.replace(`${PATH}:`, ''))
  }
  return []
}

const intents = (text: string | Uint8Array) => issuesOf(parseIntents, text)
const policy = (text: string | Uint8Array) => issuesOf(parsePolicy, text)

const intentText = (more = '') => `active_intents:
  - id: INT-001
    name: JWT
    status: IN_PROGRESS
    owned_scope: ["src/auth/**"]
${more}`

test('the file of the design reads as it is meant', () => {
  const text = `# yaml-language-server: $schema=schema/active_intents.json
active_intents:
  - id: "INT-001"
    name: "JWT Authentication Migration"
    status: "IN_PROGRESS"
    owned_scope: ["src/auth/**", "src/middleware/jwt.ts", "!src/auth/legacy/**"]
    constraints:
      - "Must not use external auth providers"
      - forbid_import: "passport*"
        in: "src/**"
      - forbid_pattern: "console\\\\.log\\\\("
      - require_change: "test/**"
    acceptance_criteria:
      - "Unit tests in tests/auth/ pass"
      - run: "npm test -- tests/auth"
    mutation: any
    level: 4
    parent: "INT-000"
  - { id: INT-000, name: Purpose, status: PLANNED, owned_scope: [docs/**] }
`
  const read = parseIntents(Buffer.from(text), PATH)
  expect([...read.keys()]).toEqual(['INT-001', 'INT-000'])
  expect(read.get('INT-001')).toMatchObject({
    level: 4,
    constraints: [
      expect.any(String),
      { forbid_import: 'passport*', in: 'src/**' },
      { forbid_pattern: 'console\\.log\\(' },
      { require_change: 'test/**' },
    ],
  })
})

test('no intents yet is no error, and an empty policy is the strict one', () => {
  expect(parseIntents(Buffer.from('active_intents:\n'), PATH).size).toBe(0)
  expect(parseIntents(Buffer.from('active_intents: []\n'), PATH).size).toBe(0)
  for (const text of ['', '# nothing\n', '{}'])
    expect(parsePolicy(Buffer.from(text), PATH)).toEqual(strictPolicy)
})

describe('every problem is told with line, column and what was meant', () => {
  test.each([
    {
      why: 'an unknown key',
      text: intentText('    owned_scopes: [a]\n'),
      issues: ["6:5 unknown key 'owned_scopes'; did you mean 'owned_scope'?"],
    },
    {
      why: 'an unknown key that is like no other',
      text: 'active_intents: []\ncolour: red\n',
      issues: ["2:1 unknown key 'colour'; known here: active_intents"],
    },
    {
      why: 'an unknown status',
      text: intentText().replace('IN_PROGRESS', 'in-progress'),
      issues: [
        "4:13 active_intents[0].status: 'in-progress' is none of PLANNED, IN_PROGRESS, BLOCKED, COMPLETED, ABANDONED; did you mean 'IN_PROGRESS'?",
      ],
    },
    {
      why: 'a key without a value',
      text: intentText().replace('IN_PROGRESS', ''),
      issues: [
        '4:13 active_intents[0].status: must be one of PLANNED, IN_PROGRESS, BLOCKED, COMPLETED, ABANDONED, not nothing',
      ],
    },
    {
      why: 'a missing key',
      text: intentText().replace('    name: JWT\n', ''),
      issues: ['2:5 active_intents[0].name: missing'],
    },
    {
      why: 'a number for text',
      text: intentText().replace('JWT', '12'),
      issues: ['3:11 active_intents[0].name: must be text, not a number; put it in quotes'],
    },
    {
      why: 'text for a list',
      text: intentText().replace('["src/auth/**"]', 'src'),
      issues: ['5:18 active_intents[0].owned_scope: must be a list, not text'],
    },
    {
      why: 'an empty scope',
      text: intentText().replace('["src/auth/**"]', '[]'),
      issues: ['5:18 active_intents[0].owned_scope: must not be empty'],
    },
    {
      why: 'an id of another shape',
      text: intentText().replace('INT-001', 'int 1'),
      issues: ['2:9 active_intents[0].id: must look like INT-001'],
    },
    {
      why: 'a level that is none',
      text: intentText('    level: 9\n'),
      issues: ['6:12 active_intents[0].level: must be 7 or less'],
    },
    {
      why: 'a constraint with a typing error',
      text: intentText('    constraints:\n      - forbid_imports: x\n'),
      issues: [
        '7:9 active_intents[0].constraints[0].forbid_import: missing',
        "7:9 unknown key 'forbid_imports'; did you mean 'forbid_import'?",
      ],
    },
    {
      why: 'a constraint of two kinds',
      text: intentText('    constraints:\n      - { forbid_pattern: x, require_change: y }\n'),
      issues: ["7:30 the key 'require_change' does not go with the others here"],
    },
    {
      why: 'the wrong shape of everything',
      text: '- INT-001\n',
      issues: ['1:1 must be a mapping, not a list'],
    },
    { why: 'nothing at all', text: '# soon\n', issues: ['1:1 must be a mapping, not nothing'] },
  ])('intents: $why', ({ text, issues }) => {
    expect(intents(text)).toEqual(issues)
  })

  test.each([
    {
      why: 'an unknown rule',
      text: 'rules: { trace-mising: error }\n',
      issues: ["1:10 unknown key 'trace-mising'; did you mean 'trace-missing'?"],
    },
    {
      why: 'an unknown severity',
      text: 'rules: { trailer: eror }\n',
      issues: ["1:19 rules.trailer: 'eror' is none of error, warning, notice, off; did you mean 'error'?"],
    },
    {
      why: 'an unknown mode',
      text: 'mode: shdow\n',
      issues: ["1:7 mode: 'shdow' is none of enforce, shadow, ratchet; did you mean 'shadow'?"],
    },
    {
      why: 'an unknown key, deep inside',
      text: 'ledger:\n  layot: single\n',
      issues: ["2:3 unknown key 'layot'; did you mean 'layout'?"],
    },
    {
      why: 'a word for a switch (YAML 1.2 has no yes)',
      text: 'ledger:\n  autostage: yes\n',
      issues: ['2:14 ledger.autostage: must be true or false, not text'],
    },
    {
      why: 'a waiver without an end',
      text: 'waivers:\n  - { id: W-1, rule: trailer, paths: [a], reason: r, approved_by: b }\n',
      issues: ['2:5 waivers[0].until: missing'],
    },
    {
      why: 'a date that is none',
      text: 'exempt:\n  - { paths: [a], reason: r, until: 2027-2-30 }\n',
      issues: ['2:37 exempt[0].until: must be a date, YYYY-MM-DD'],
    },
    {
      why: 'half a commit id',
      text: 'baseline: abc1234\n',
      issues: ['1:11 baseline: must be a full commit id'],
    },
    {
      why: 'several at once, in the order of the file',
      text: 'mode: x\ntrailer: y\nnew: z\n',
      issues: [
        expect.stringMatching(/^1:7 mode: /),
        expect.stringMatching(/^2:10 trailer: /),
        expect.stringMatching(/^3:1 unknown key 'new'/),
      ],
    },
  ])('policy: $why', ({ text, issues }) => {
    expect(policy(text)).toEqual(issues)
  })

  test('an id given twice is told at both places', () => {
    const text = `${intentText()}  - { id: INT-001, name: b, status: PLANNED, owned_scope: [b] }\n`
    expect(intents(text)).toEqual(["2:9 id 'INT-001' is given 2 times", "6:11 id 'INT-001' is given 2 times"])
  })

  test('a parent must be declared, and nobody is their own ancestor', () => {
    const one = (id: string, parent: string) =>
      `  - { id: ${id}, name: n, status: PLANNED, owned_scope: [b], parent: ${parent} }\n`
    expect(intents(intentText('    parent: INT-01\n'))).toEqual([
      "6:13 parent 'INT-01' is not declared; did you mean 'INT-001'?",
    ])
    expect(intents(`active_intents:\n${one('A-1', 'A-2')}${one('A-2', 'A-3')}${one('A-3', 'A-2')}`)).toEqual([
      '2:68 the parents of A-1 lead in a circle',
      '3:68 the parents of A-2 lead in a circle',
      '4:68 the parents of A-3 lead in a circle',
    ])
  })

  test('a glob that leads elsewhere than it seems to is refused', () => {
    const scoped = (...globs: string[]) =>
      intents(
        `active_intents:\n  - { id: A-1, name: n, status: PLANNED, owned_scope: ${JSON.stringify(globs)} }\n`,
      )
    const says = (column: number, glob: string) =>
      `2:${column} '${glob}' has a segment . or ..: write the path from the repository root`
    expect(scoped('src/../billing/**')).toEqual([says(56, 'src/../billing/**')])
    expect(scoped('a', './src/**', '!{b,..}/c')).toEqual([says(60, './src/**'), says(71, '!{b,..}/c')])
    expect(scoped('.github/**', 'src/..a', 'a./b', 'src/...', '**/.*')).toEqual([])
  })

  test('at most fifty are told, and how many more there are', () => {
    const issues = intents(`active_intents: [${'7,'.repeat(60)}]\n`)
    expect(issues).toHaveLength(51)
    expect(issues.at(-1)).toBe('… and 10 more')
  })

  test('the tree a file stands in is named where there are several', () => {
    expect(() => parsePolicy(Buffer.from('mode: x'), PATH, 'the index')).toThrow(
      `${PATH} in the index is not valid`,
    )
  })
})

describe('what is no plain YAML is refused', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]
b: &b [*a,*a,*a,*a,*a,*a,*a]
c: &c [*b,*b,*b,*b,*b,*b,*b]
d: &d [*c,*c,*c,*c,*c,*c,*c]
active_intents: *d
`
  test.each([
    {
      why: 'a syntax error',
      text: 'a: [1\nb: 2\n',
      issue: '2:1 Flow sequence in block collection must be sufficiently indented and end with a ]',
    },
    { why: 'a tab for indentation', text: 'rules:\n\ttrailer: off\n', issue: '2:1 ' },
    {
      why: 'a key given twice',
      text: 'mode: enforce\ntrailer: off\nmode: shadow\n',
      issue: "3:1 the key 'mode' is given twice",
    },
    {
      why: 'a key given twice, deep inside',
      text: 'ledger: { layout: single, layout: sharded }\n',
      issue: "1:27 the key 'layout' is given twice",
    },
    { why: '__proto__', text: '__proto__: { mode: shadow }\n', issue: "1:1 unknown key '__proto__'" },
    {
      why: '__proto__ as a rule',
      text: 'rules: { __proto__: off }\n',
      issue: "1:10 unknown key '__proto__'",
    },
    {
      why: 'two documents',
      text: 'mode: enforce\n---\nmode: shadow\n',
      issue: '2:1 a second document starts here; the file must hold one',
    },
    {
      why: 'a tag that runs code elsewhere',
      text: 'mode: !!js/function "x"\n',
      issue: '1:7 Unresolved tag: tag:yaml.org,2002:js/function',
    },
    {
      why: 'merge keys, which would hide what holds',
      text: 'exempt: []\n<<: { mode: shadow }\n',
      issue: "2:1 unknown key '<<'",
    },
    {
      why: 'a key that is no text',
      text: '? [a]\n: 1\n',
      issue: '1:3 With stringKeys, all keys must be strings',
    },
    { why: 'an alias bomb', text: bomb, issue: '1:1 aliases expand too far' },
    {
      why: 'aliases without end',
      text: `a: &a x\nb: [${'*a, '.repeat(40)}]\n`,
      issue: expect.stringContaining('more than 32 aliases') as unknown as string,
    },
    { why: 'an alias to nothing', text: 'mode: *x\n', issue: '1:7 no anchor &x before this alias' },
    {
      why: 'brackets without end',
      text: 'mode: '.concat('['.repeat(5_000_000)),
      issue: expect.stringContaining('brackets nested deeper than 64') as unknown as string,
    },
    {
      why: 'more than anyone would write',
      text: '- '.repeat(1_000_000),
      issue: expect.stringContaining('too large: more than 400,000 YAML tokens') as unknown as string,
    },
    { why: 'more than 5 MiB', text: `# ${'x'.repeat(5 * 1024 * 1024)}\n`, issue: '1:1 larger than 5 MiB' },
    { why: 'a NUL byte', text: 'mode: enforce\ntrailer: \0off\n', issue: '2:10 a NUL byte' },
  ])('$why', ({ text, issue }) => {
    const start = performance.now()
    const [first] = policy(text)
    expect(first).toEqual(typeof issue === 'string' ? expect.stringContaining(issue) : issue)
    expect(performance.now() - start).toBeLessThan(15_000)
  })

  test('a few aliases are fine', () => {
    const text = `active_intents:\n  - { id: A-1, name: a, status: PLANNED, owned_scope: &scope [a, b] }\n  - { id: A-2, name: b, status: PLANNED, owned_scope: *scope }\n`
    expect(parseIntents(Buffer.from(text), PATH).get('A-2')?.owned_scope).toEqual(['a', 'b'])
  })

  test('bytes that are not UTF-8 are named by their line; a byte order mark is fine', () => {
    expect(policy(Buffer.from('6d6f64653a20656e666f7263650a74203aff0a', 'hex'))).toEqual([
      '2:1 not UTF-8: save the file as UTF-8',
    ])
    expect(policy(Buffer.from('\ufeffmode: enforce\n', 'utf16le'))).toEqual([
      '1:1 UTF-16: save the file as UTF-8',
    ])
    expect(parsePolicy(Buffer.from('\ufeffmode: shadow\n'), PATH).mode).toBe('shadow')
  })

  test('foreign text in a message can neither hide nor start a line of its own', () => {
    const [issue] = policy('"mo\\u202ede\\n::error::x": 1\n')
    expect(issue).toMatch(/unknown key 'mo\\u\{202e\}de\\u\{a\}::error::x'/)
  })
})

describe('what this version cannot enforce is refused, never left out', () => {
  const refusal = (settings: Partial<Policy>) => {
    try {
      refuseUnsupported({ ...strictPolicy, ...settings })
    } catch (error) {
      if (error instanceof GateError && error.code === 'UNSUPPORTED') return error.message
      throw error
    }
    return null
  }
  const signed = (value: Policy['ledger']['signed']) => ({
    ledger: { ...strictPolicy.ledger, signed: value },
  })

  test.each([
    { settings: { humans: 'signed' as const }, setting: 'humans: signed' },
    { settings: signed('warn'), setting: 'ledger.signed: warn' },
    { settings: signed('require'), setting: 'ledger.signed: require' },
  ])('policy $setting', ({ settings, setting }) => {
    expect(refusal(settings)).toBe(`.orchestration/policy.yaml: ${setting} is not supported by this version`)
  })

  test('the remedy names the file, and what to do there', () => {
    const remedy = (settings: Partial<Policy>) => {
      try {
        refuseUnsupported({ ...strictPolicy, ...settings })
      } catch (error) {
        return error instanceof GateError ? error.remedy : error
      }
      return null
    }
    expect(remedy({ humans: 'signed' })).toMatch(
      /^write humans: attest, .* in \.orchestration\/policy\.yaml;/,
    )
    expect(remedy(signed('warn'))).toMatch(/^write signed: off .* in \.orchestration\/policy\.yaml;/)
  })

  test('the rest is supported', () => {
    expect(refusal({ humans: 'exempt', mode: 'ratchet' })).toBeNull()
  })
})
