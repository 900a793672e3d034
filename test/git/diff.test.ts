import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffKey } from '../../src/core/evidence.ts'
import { loadDiffs } from '../../src/git/diff.ts'
import { createHunkScan } from '../../src/git/parse-hunks.ts'
import type { BlobPair } from '../../src/git/types.ts'
import { createRepo, type TestRepo } from '../support/repo.ts'
import { codeOf, open } from './open.ts'

function store(repo: TestRepo, texts: readonly string[]): string[] {
  repo.write(Object.fromEntries(texts.map((text, i) => [`.git/text/${i}`, text])))
  const input = texts.map((_, i) => `.git/text/${i}\n`).join('')
  return repo.tryGit(['hash-object', '-w', '--no-filters', '--stdin-paths'], { input }).out.trim().split('\n')
}

/** As a person would ask git, one pair at a time. */
function plainHunks(repo: TestRepo, from: string, to: string): number[][] {
  const { out } = repo.tryGit(['diff', '-U0', '--histogram', '--text', from, to])
  return Array.from(out.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm), (match) =>
    match.slice(1).map((field) => Number(field ?? 1)),
  )
}

const line = fc.constantFrom(
  'a',
  'b',
  '  c',
  '}',
  '',
  '@@ -1 +1 @@',
  'diff --git a/0 b/0',
  '-',
  '+x',
  '\ttab',
  'nul\0',
  'cr\r',
  'é',
)
const text = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom('\n', ''))
  .map(([lines, end]) => (lines.length === 0 ? '' : lines.join('\n') + end))

describe('many diffs at once', () => {
  test('are those that git shows one by one', async () => {
    const test = createRepo()
    const repo = await open(test.dir)
    const texts = fc.sample(fc.tuple(text, text), { numRuns: 60, seed: 7 })
    const blobs = store(test, texts.flat())
    const pairs: BlobPair[] = texts.map((_, i) => ({ from: blobs[2 * i]!, to: blobs[2 * i + 1]! }))
    const diffs = await loadDiffs(repo, pairs)
    for (const { from, to } of pairs) {
      expect(diffs.get(diffKey(from, to)), diffKey(from, to)).toEqual(plainHunks(test, from!, to!))
    }
  })

  test('come from and go to nothing', async () => {
    const test = createRepo()
    const [blob, empty] = store(test, ['1\n2\n3', ''])
    const pairs = [
      { from: null, to: blob! },
      { from: blob!, to: null },
      { from: null, to: empty! },
      { from: null, to: null },
      { from: blob!, to: blob! },
    ]
    const diffs = await loadDiffs(await open(test.dir), pairs)
    expect(pairs.map(({ from, to }) => diffs.get(diffKey(from, to)))).toEqual([
      [[0, 0, 1, 3]],
      [[1, 3, 0, 0]],
      [],
      [],
      [],
    ])
  })

  test('of objects in the scratch store', async () => {
    const repo = await open(createRepo().dir)
    const { stdout } = await repo.scratch(['hash-object', '-w', '--stdin'], { input: 'x\n' })
    const to = stdout.toString().trim()
    expect((await loadDiffs(repo, [{ from: null, to }])).get(diffKey(null, to))).toEqual([[0, 0, 1, 1]])
  })

  test('do not obey attributes or configuration', async () => {
    const test = createRepo('--object-format=sha256')
    // Where the doubled lines are said to be inserted depends on their indentation.
    const indented = '  x\n  x\n  x\n    y\n'
    const texts = ['a\nb\nc\nd\n', 'a\nB\nc\nD\n', indented, `  x\n  x\n${indented}`]
    const [a, b, x, y] = store(test, texts)
    const pairs = [
      { from: a!, to: b! },
      { from: x!, to: y! },
    ]
    const expected = await loadDiffs(await open(test.dir), pairs)
    expect(expected.get(diffKey(a!, b!))).toEqual([
      [2, 1, 2, 1],
      [4, 1, 4, 1],
    ])
    test.write({
      '.gitattributes': '* -diff\n0 binary\n* diff=x\n',
      '.git/info/attributes': '* binary diff=x\n',
    })
    const settings = {
      'diff.x.command': 'false',
      'diff.x.textconv': 'false',
      'diff.x.binary': 'true',
      'diff.x.algorithm': 'myers',
      'diff.external': 'false',
      'diff.noprefix': 'true',
      'diff.mnemonicPrefix': 'true',
      'diff.context': '7',
      'diff.interHunkContext': '7',
      'diff.indentHeuristic': 'false',
      'diff.algorithm': 'myers',
      'diff.colorMoved': 'zebra',
      'diff.ignoreSubmodules': 'all',
      'diff.renames': 'copies',
      'diff.wsErrorHighlight': 'all',
      'diff.orderFile': '/dev/null',
      'color.ui': 'always',
      'core.pager': 'false',
    }
    for (const [name, value] of Object.entries(settings)) test.git('config', name, value)
    const repo = await open(test.dir, { GIT_EXTERNAL_DIFF: 'false', GIT_DIFF_OPTS: '-u9' })
    expect(await loadDiffs(repo, pairs)).toEqual(expected)
  })

  test('of a blob that is not here, or of something else, cannot be made', async () => {
    const test = createRepo()
    const repo = await open(test.dir)
    expect(await codeOf(loadDiffs(repo, [{ from: null, to: 'd'.repeat(40) }]))).toBe('MISSING_OBJECT')
    test.git('commit', '-q', '--allow-empty', '-m', 'one')
    expect(await codeOf(loadDiffs(repo, [{ from: test.git('rev-parse', 'HEAD'), to: null }]))).toBe(
      'MISSING_OBJECT',
    )
  })

  test('of nothing start no git', async () => {
    const repo = await open(createRepo().dir)
    const quiet = {
      ...repo,
      stream: () => Promise.reject(new Error('started')),
      info: () => Promise.reject(new Error('started')),
    }
    expect(await loadDiffs(quiet, [])).toEqual(new Map())
  })
})

describe('hunk headers', () => {
  const whole = Buffer.from(
    'diff --git a/12 b/12\nindex 1..2 100644\n--- a/12\n+++ b/12\n@@ -1 +1,2 @@ void f(){\n-@@ -9 +9 @@\n+x\n+y\n\\ No newline at end of file\n',
  )

  test.each([1, 7, 1000])('are read from chunks of %i bytes', (size) => {
    const scan = createHunkScan()
    for (let at = 0; at < whole.length; at += size) scan.read(whole.subarray(at, at + size))
    expect(scan.end()).toEqual(new Map([[12, [[1, 1, 1, 2]]]]))
  })

  test.each(['@@ -1 +1 @@\n', 'diff --git a/1 b/1\n@@ x @@\n', 'diff --git a/1 b/1\n@@ -1 +1 @@'])(
    '%j is refused',
    (output) => {
      const scan = createHunkScan()
      expect(() => {
        scan.read(Buffer.from(output))
        scan.end()
      }).toThrow(expect.objectContaining({ code: 'GIT_OUTPUT' }))
    },
  )
})
