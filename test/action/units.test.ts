import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gatedRepo } from '../support/gated-repo.ts'
import { temporaryFolder } from '../support/repo.ts'
import { runAction } from '../support/runner.ts'
import { openPullRequest } from './forge.ts'

const CODE =
  'export function less(a: number, b: number) {\n  return a < b\n}\n\nexport function zero() {\n  return 0\n}\n'

/** The bundle without what it ships beside it. */
function withoutParser(): string {
  const bundle = temporaryFolder()
  for (const name of ['index.js', 'chunks', 'package.json'])
    cpSync(join('action/dist', name), join(bundle, name), { recursive: true })
  return bundle
}

function topic(after: string, more: Readonly<Record<string, string>> = {}) {
  const repo = gatedRepo({ files: { 'src/code.ts': CODE } })
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/code.ts': after, ...more })
  return openPullRequest(repo).step
}

test('with a parser the summary says what changed by unit, folded away, what evolved first', () => {
  const after = CODE.replace('a < b', 'a <= b').replace('return 0', 'return (\n    0\n  )')
  const { summary, code } = runAction(topic(after))
  expect(code).toBe(0)
  const [, folded] = summary!.split(
    '<details><summary>2 units changed: 1 kept their structure, 1 evolved</summary>',
  )
  const rows = [...folded!.matchAll(/<tr><td>(.*?)<\/td><td>(.*?)<\/td>/g)].map(([, what, unit]) => [
    what,
    unit,
  ])
  expect(rows).toEqual([
    ['evolved', '<code>function less</code>'],
    ['reformatted', '<code>function zero</code>'],
  ])
  expect(folded).toMatch(/operator: .*&lt;.* became .*&lt;=/)
  expect(folded).not.toContain('.orchestration')
})

test('names of the pull request cannot break out of the table', () => {
  const { summary } = runAction(topic(`${CODE}test('</details><img src=x> @team', () => {})\n`))
  expect(summary).not.toMatch(/<img/)
  const [, folded] = summary!.split('<details><summary>1 unit changed')
  expect(folded!.match(/<\/details>/g)).toHaveLength(1)
})

test('without a parser nothing is said of units', () => {
  const { summary, code } = runAction({
    ...topic(CODE.replace('a < b', 'a <= b')),
    bundle: withoutParser(),
  })
  expect(code).toBe(0)
  expect(summary).not.toContain('<details><summary>1 unit')
})

test('very many units are cut, and the summary is shown', () => {
  const many = Array.from({ length: 4000 }, (_, at) => `export function added${at}() {}\n`).join('')
  const { summary } = runAction(topic(`${CODE}${many}`))
  expect(summary).toContain('4000 units changed')
  expect(summary).toMatch(/rows are not shown here.*intentgate diff --structure/)
  expect(Buffer.byteLength(summary!)).toBeLessThan(100 * 1024)
})

test('of very many files it is said that nothing is told by unit', () => {
  const more = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`src/more${at}.ts`, CODE]))
  const { summary, code } = runAction(topic(`${CODE}\n`, more))
  expect(code).toBe(0)
  expect(summary).toContain('201 files changed: too many to say here what changed by unit')
})
