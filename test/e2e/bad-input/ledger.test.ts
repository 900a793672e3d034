import { expect, test } from 'vitest'
import { ADOPTED, APP, edit, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'
import { chained, ci, claim, commitAll, PASSED, smuggle, unhooked, writeShard } from '../bypass/attack.ts'

const PATH = 'src/app.ts'
const ONE = edit(APP, { 3: 'export const item3 = 33\n' })
const TWO = edit(ONE, { 9: 'export const item9 = 99\n' })
const RECORDS = [
  claim({ path: PATH, before: APP, after: ONE }),
  claim({ path: PATH, before: ONE, after: TWO }),
]
const TEXT = chained(RECORDS)
const [FIRST = '', SECOND = ''] = TEXT.split(/(?<=\n)/)

interface Found {
  readonly rule: string
  readonly path: string
  readonly line?: number
  readonly remedy: string
}

function ledgerFindings(repo: GatedRepo): Found[] {
  const { code, out } = repo.check('--range', `${ADOPTED}..HEAD`, '--format', 'json')
  expect(code).toBe(1)
  const { violations }: { violations: Found[] } = JSON.parse(out)
  return violations.filter(({ rule }) => rule === 'ledger-invalid')
}

const DAMAGED: Record<string, { text: string | Uint8Array; line: number }> = {
  'glued lines': { text: FIRST.slice(0, -1) + SECOND, line: 1 },
  'a missing final newline': { text: TEXT.slice(0, -1), line: 2 },
  'a cut line': { text: TEXT.slice(0, -40), line: 2 },
  'NUL bytes': { text: `${FIRST}\0\0\0\0\n${SECOND}`, line: 2 },
  'no JSON at all': { text: `${FIRST}once upon a time\n${SECOND}`, line: 2 },
  'JSON that is no record': { text: `${TEXT}[1,2,3]\n`, line: 3 },
  'bytes that are not UTF-8': {
    text: Buffer.concat([Buffer.from(TEXT), Buffer.from([0xff, 0x0a])]),
    line: 3,
  },
  'a __proto__ key': { text: TEXT.replace('"tool":', '"__proto__":{},"tool":'), line: 1 },
  'nesting without end': { text: `${TEXT}${'['.repeat(100_000)}\n`, line: 3 },
  'a conflict marker': { text: `<<<<<<< HEAD\n${FIRST}=======\n${SECOND}>>>>>>> topic\n`, line: 1 },
}

test('a damaged ledger: a finding with file, line and remedy, and nothing else is lost', () => {
  const repo = gatedRepo()
  for (const [what, { text, line }] of Object.entries(DAMAGED)) {
    repo.write({ [PATH]: TWO })
    const shard = writeShard(repo, text)
    expect({ what, code: commitAll(repo).code }).toEqual({ what, code: 1 })
    smuggle(repo)
    const [first] = ledgerFindings(repo)
    expect({ what, ...first }).toMatchObject({ what, path: shard, line, remedy: expect.stringMatching(/\S/) })
    unhooked(repo, 'reset', '-q', '--hard', ADOPTED)
  }
})

test('repair mends what can be mended and keeps every record', () => {
  const repo = gatedRepo()
  repo.write({ [PATH]: TWO })
  const shard = writeShard(repo, (FIRST.slice(0, -1) + SECOND).slice(0, -1))
  expect(repo.cli(['ledger', 'repair']).code).toBe(0)
  const kept = repo.git('ls-files', '-o', '-c', '--', '.orchestration/agent_trace').split('\n')
  const lines = kept
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => repo.read(file).split(/(?<=\n)/))
  expect(lines.sort()).toEqual([FIRST, SECOND].sort())
  expect(repo.read(shard)).not.toBe('')
  expect(commitAll(repo)).toEqual(PASSED)
})

test('the recorder keeps a damaged shard as it is, byte for byte', () => {
  const repo = gatedRepo()
  const damaged = `${TEXT}once upon a time`
  const shard = writeShard(repo, damaged)
  repo.write({ [PATH]: edit(APP, { 20: '' }) })
  repo.cli(['record'])
  expect(repo.read(shard)).toBe(damaged)
})

test('a line of 100 MB is a finding, in bounded time', () => {
  const repo = gatedRepo()
  const huge = Buffer.alloc(100_000_000, 0x61)
  repo.write({ [PATH]: TWO })
  const shard = writeShard(repo, TEXT)
  repo.write({ [shard]: Buffer.concat([Buffer.from(FIRST), huge, Buffer.from(`\n${SECOND}`)]) })
  repo.git('-c', 'core.compression=0', 'add', '-A')
  unhooked(repo, 'commit', '-q', '-m', 'huge')
  const started = Date.now()
  const { code, errors } = ci(repo, '--range', `${ADOPTED}..HEAD`)
  expect(Date.now() - started).toBeLessThan(40_000)
  expect(code).not.toBe(0)
  expect(errors.every((error) => /ledger|MISSING|LEDGER/.test(error) || error.includes(PATH))).toBe(true)
})
