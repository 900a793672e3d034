import { expect, test } from 'vitest'
import { readStructure } from '../../src/structure/read.ts'
import { parseTree } from '../../src/structure/tree/parse-tree.ts'
import { allUnits } from './corpus.ts'
import { CONSERVATIVE, RICH } from './tree-texts.ts'

// Another grammar has another id. Another normalisation under the same id would make every recorded hash a lie: this says so.
test('hashes are what they have always been', async () => {
  const golden: Record<string, string> = {}
  for (const { path, text } of [...RICH, ...CONSERVATIVE]) {
    const reading = await readStructure(path, Buffer.from(text))
    if (reading.kind === 'unstructured') throw new Error(`${path}: ${reading.why}`)
    for (const [at, unit] of allUnits(reading.unit).entries())
      golden[`${reading.norm} ${at} ${unit.kind} ${unit.name}`] =
        `${shortened(unit.hash)} ${shortened(unit.own)} ${shortened(unit.sorted)}`
  }
  await expect(`${JSON.stringify(golden, null, 2)}\n`).toMatchFileSnapshot('tree-golden.json')
})

function shortened(hash: string | null): string {
  return hash === null ? '-' : hash.slice('sha256:'.length).slice(0, 16)
}

test('every language has an id of its own, made of what was loaded', async () => {
  const norms = new Set<string>()
  for (const { path, text } of [...RICH, ...CONSERVATIVE]) {
    const reading = await readStructure(path, Buffer.from(text))
    norms.add(reading.kind === 'structured' ? reading.norm : reading.why)
  }
  expect(norms.size).toBe(RICH.length + CONSERVATIVE.length)
  for (const norm of norms) expect(norm).toMatch(/^(?:tst\/1:[a-z]+@[0-9a-f]{12}|(?:json|yaml|toml)\/1)$/)
})

test('trees are freed: 3,000 of them do not add up', async () => {
  const text = Array.from({ length: 30 }, (_, at) => `def f${at}(a, b=1):\n    return [a, b]\n`).join('\n')
  const parse = async (times: number) => {
    for (let at = 0; at < times; at++) await parseTree(text, 'python')
  }
  await parse(300)
  const before = process.memoryUsage().rss
  await parse(3000)
  expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(100)
}, 120_000)
