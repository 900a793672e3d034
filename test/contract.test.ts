import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { RULE_IDS } from '../src/core/policy.ts'
import { docsOf } from '../src/core/rule.ts'
import { rules } from '../src/rules/index.ts'

const ids = rules.map(({ id }) => id)
const files = readdirSync('src/rules').filter((name) => name !== 'index.ts')

test('every rule file is registered, and the other way round', () => {
  expect(files.map((name) => name.replace('.ts', '')).sort()).toEqual([...ids].sort())
})

test('a rule lives in the file of its name', async () => {
  for (const id of ids) {
    const exported: Record<string, unknown> = await import(`../src/rules/${id}.ts`)
    expect(Object.values(exported), id).toEqual([rules.find((rule) => rule.id === id)])
  }
})

test('every id has its rule, in the order of the table', () => {
  expect(ids).toEqual([...RULE_IDS])
})

test('the ids are those of the evidence document', () => {
  const table = readFileSync('docs/design/EVIDENCE.md', 'utf8').split('\n## Rules')[1]!.split('\n## ')[0]!
  const rows = [...table.matchAll(/^\| (?<ids>[a-z][a-z-]*(?:, [a-z-]+)*) \|/gm)].flatMap(({ groups }) =>
    groups!.ids!.split(', '),
  )
  expect(rows.filter((id) => id !== 'id')).toEqual([...RULE_IDS])
})

describe.each(RULE_IDS)('%s', (id) => {
  const path = docsOf(id)
  const doc = existsSync(path) ? readFileSync(path, 'utf8') : ''

  test('has a document that says what, why and how to fix it', () => {
    expect(doc.split('\n')[0]).toBe(`# ${id}`)
    const headings = [...doc.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['What', 'Why', 'Example', 'Fix', 'Settings'])
  })

  test('has sections that say something', () => {
    for (const section of doc.split(/^## .+$/m).slice(1)) expect(section.trim()).not.toBe('')
  })
})

describe.each(rules.map((rule) => ({ id: rule.id, rule })))('$id', ({ id, rule }) => {
  test('has a test of its own', () => {
    expect(existsSync(`test/rules/${id}.test.ts`)).toBe(true)
  })

  test('says in its document what it says of itself', () => {
    expect(readFileSync(docsOf(id), 'utf8')).toContain(rule.summary)
  })

  test('has a summary of one sentence', () => {
    expect(rule.summary).toMatch(/^[A-Z].*[^.]\.$/)
  })
})

test('no document is left of a rule that is gone', () => {
  expect(readdirSync('docs/rules').sort()).toEqual([...RULE_IDS].map((id) => `${id}.md`).sort())
})
