import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { classify } from '../../src/structure/classify.ts'
import type { Unit } from '../../src/structure/unit.ts'
import { temporaryFolder } from '../support/repo.ts'
import { allUnits, corpus, everyNth, structure } from './corpus.ts'
import { createRandom, mutantsOf } from './mutants.ts'

const files = corpus()

/** As unlike each other as the formatter can be told to write. */
const STYLES = [
  {
    formatter: { indentStyle: 'tab', lineWidth: 60 },
    javascript: { formatter: { quoteStyle: 'double', semicolons: 'always', trailingCommas: 'all' } },
  },
  {
    formatter: { indentStyle: 'space', indentWidth: 4, lineWidth: 160 },
    javascript: {
      formatter: {
        ...{
          quoteStyle: 'single',
          semicolons: 'asNeeded',
          trailingCommas: 'none',
          arrowParentheses: 'asNeeded',
        },
        ...{ bracketSpacing: false, quoteProperties: 'preserve' },
      },
    },
  },
]

test('the corpus is over 200 files', () => {
  expect(files.length).toBeGreaterThanOrEqual(200)
})

test.each(STYLES)('a formatter keeps the hash of every file, and of every unit in it: %#', async (style) => {
  const folder = temporaryFolder()
  const copies = files.map((file) => ({
    file,
    copy: join(folder, file.path.replaceAll('node_modules', 'packages')),
  }))
  for (const { file, copy } of copies) {
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(file.path, copy)
  }
  const linter = { enabled: false }
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, linter, assist: linter, ...style }))
  const biome = resolve('node_modules/@biomejs/biome/bin/biome')
  execFileSync(process.execPath, [biome, 'format', '--write', 'packages'], { cwd: folder, stdio: 'pipe' })

  let rewritten = 0
  for (const { file, copy } of copies) {
    const text = readFileSync(copy, 'utf8')
    if (text !== file.text) rewritten++
    const hashes = async (written: string) =>
      allUnits(await structure(written, file.path)).map(({ name, hash, own, alpha }) => [
        name,
        hash,
        own,
        alpha,
      ])
    expect(await hashes(text), file.name).toEqual(await hashes(file.text))
  }
  expect(rewritten).toBeGreaterThan(files.length / 2)
})

test('no change of one token is missed or called a refactoring, and nothing else is taken for one', async () => {
  const random = createRandom(20261130)
  const found = { changes: 0, same: 0, wrong: [] as string[] }
  for (const { name, path, text } of everyNth(
    files.filter((file) => file.text.length < 8000),
    60,
  )) {
    const before = await structure(text, path)
    for (const { kind, isChange, text: mutant } of mutantsOf(path, text, 60, random)) {
      const after = await structure(mutant, path).catch(() => null)
      if (after === null) continue
      found[isChange ? 'changes' : 'same']++
      const isRight = isChange === (after.hash !== before.hash) && isChange === canDiffer(path, before, after)
      if (!isRight) found.wrong.push(`${name} ${kind} ${isChange}\n${mutant}`)
    }
  }
  expect(found.wrong).toEqual([])
  expect(found.changes).toBeGreaterThan(400)
  expect(found.same).toBeGreaterThan(400)
})

/** By the classes of what changed. A mutant can be a renaming, of a name that stands in one place only. */
function canDiffer(path: string, before: Unit, after: Unit): boolean {
  const changes = classify([{ path, before, after }])
  return changes.some(
    (change) => change.mutation === 'INTENT_EVOLUTION' || change.class.startsWith('RENAMED'),
  )
}

// Another parser, or another normalisation under the same id, would make every recorded hash a lie: this says so.
test('200 hashes are what they have always been', async () => {
  const hashes = await Promise.all(
    everyNth(files, 200).map(async ({ name, path, text }) => {
      const { hash, alpha } = await structure(text, path)
      return [name, `${shortened(hash!)} ${alpha === null ? '-' : shortened(alpha)}`]
    }),
  )
  expect(hashes).toHaveLength(200)
  await expect(`${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`).toMatchFileSnapshot('golden.json')
})

function shortened(hash: string): string {
  return hash.slice('sha256:'.length).slice(0, 16)
}
