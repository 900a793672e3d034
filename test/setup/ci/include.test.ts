import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { addInclude, includesFile, readPipeline } from '../../../src/setup/ci/include.ts'

const FILE = '.gitlab/intentgate.yml'
const OURS = { local: `/${FILE}` }
const add = (text: string): string => addInclude(text, FILE, '.gitlab-ci.yml')
const last = (text: string) => parseAllDocuments(text).at(-1)?.toJS({ maxAliasCount: -1 })

const JOB = 'test: # ours\n    script:   [ "npm test" ]  # two spaces\n'

describe('the include is added, and every other line stays as it was', () => {
  test.each([
    ['nothing', '', [OURS]],
    ['only a comment', '# nothing yet\n', [OURS]],
    ['no include', JOB, [OURS]],
    ['no final newline', JOB.trimEnd(), [OURS]],
    ['a word', `include: a.yml # why\n${JOB}`, [OURS, 'a.yml']],
    ['a word in quotes', `include: 'a: b.yml'\n${JOB}`, [OURS, 'a: b.yml']],
    ['a list of words', `${JOB}include:\n# first\n- a.yml # one\n- b.yml\n`, [OURS, 'a.yml', 'b.yml']],
    [
      'a list of maps',
      `include:\n  - local: a.yml\n    rules:\n      - if: $X\n${JOB}`,
      [OURS, { local: 'a.yml', rules: [{ if: '$X' }] }],
    ],
    [
      'a list in brackets',
      `include: [ a.yml, { remote: "https://h/x.yml" } ]\n${JOB}`,
      [OURS, 'a.yml', { remote: 'https://h/x.yml' }],
    ],
    ['an empty list', `include: []\n${JOB}`, [OURS]],
    [
      'a map',
      `include:\n  # why\n  project: g/p\n  file:\n    - a.yml\n\n    - b.yml\n${JOB}`,
      [OURS, { project: 'g/p', file: ['a.yml', 'b.yml'] }],
    ],
    ['a map in braces', `include: { local: a.yml }\n${JOB}`, [OURS, { local: 'a.yml' }]],
    ['a header before the pipeline', `spec:\n  inputs: {}\n---\ninclude: a.yml\n${JOB}`, [OURS, 'a.yml']],
    [
      'references of GitLab',
      `include: a.yml\n${JOB}    before_script: [!reference [.x, script]]\n`,
      [OURS, 'a.yml'],
    ],
    ['an anchor on it', `include: &i [a.yml]\n${JOB}`, [OURS, 'a.yml']],
  ])('%s', (_, text, include) => {
    const edited = add(text)
    expect(last(edited)).toEqual({ ...(last(text) ?? {}), include })
    const kept = text.split('\n').filter((line) => !/include:|project|file:|- [ab]\.yml/.test(line))
    expect(edited.split('\n')).toEqual(expect.arrayContaining(kept))
    expect(includesFile(readPipeline(edited, 'x'), FILE)).toBe(true)
  })

  test('a pipeline of many aliases is no bomb', () => {
    const jobs = Array.from({ length: 300 }, (_, at) => `job${at}: *x\n`).join('')
    expect(last(add(`.x: &x { script: [x] }\n${jobs}`)).include).toEqual([OURS])
  })

  test('CR LF stays CR LF', () => {
    const text = `include:\n  - a.yml\n${JOB}`.replaceAll('\n', '\r\n')
    expect(add(text).replaceAll('\r\n', '')).not.toContain('\n')
    expect(add(JOB.replaceAll('\n', '\r\n')).replaceAll('\r\n', '')).not.toContain('\n')
  })
})

test.each([
  ['no YAML', 'a: [\n'],
  ['a list', '- a\n'],
  ['an alias', 'x: &i [a.yml]\ninclude: *i\n'],
  ['nothing at all', 'include:\ntest: {}\n'],
])('%s is left to a person', (_, text) => {
  expect(() => add(text)).toThrow(expect.objectContaining({ code: 'USAGE' }))
})

test.each([
  'include: .gitlab/intentgate.yml',
  'include: [{ local: /.gitlab/intentgate.yml }]',
  'include: { local: .gitlab/intentgate.yml }',
])('%s includes it', (text) => expect(includesFile(readPipeline(text, 'x'), FILE)).toBe(true))

test.each(['', 'include: other.yml', 'include: [{ remote: x }, null]'])('%j does not', (text) =>
  expect(includesFile(readPipeline(text, 'x'), FILE)).toBe(false),
)
