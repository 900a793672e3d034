import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../support/repo.ts'

const DIST = 'action/dist'
const filesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

test('the bundle is the same wherever it is built', () => {
  const elsewhere = join(temporaryFolder(), 'another name')
  mkdirSync(elsewhere)
  for (const name of ['src', 'action', 'scripts', 'package.json'])
    cpSync(name, join(elsewhere, name), { recursive: true, filter: (path) => !path.endsWith('dist') })
  symlinkSync(resolve('node_modules'), join(elsewhere, 'node_modules'))
  execFileSync(process.execPath, ['--preserve-symlinks', 'scripts/action.mjs'], { cwd: elsewhere })
  expect(filesIn(join(elsewhere, DIST))).toEqual(filesIn(DIST))
})

test('it is small, tells nothing of this machine, and brings the licences of what is in it', () => {
  const { 'index.js': code = '', 'licenses.txt': licences = '' } = filesIn(DIST)
  expect(statSync(join(DIST, 'index.js')).size).toBeLessThan(1_200_000)
  expect(code).not.toContain(resolve('.'))
  expect(code).not.toMatch(/sourceMappingURL|undici|tunnel-agent/)
  for (const name of ['@actions/core@', 'zod@', 'yaml@', 'minimatch@', 're2js@'])
    expect(licences).toContain(name)
})

test('action.yml offers what is read, with the defaults that are documented', () => {
  const { inputs, outputs, runs } = parse(readFileSync('action.yml', 'utf8'))
  const read = [...readFileSync('action/inputs.ts', 'utf8').matchAll(/(?:getInput|choose)\('([\w-]+)'/g)].map(
    ([, name]) => name,
  )
  expect(Object.keys(inputs).sort()).toEqual(read.sort())
  expect(Object.keys(outputs)).toEqual(['verdict', 'errors', 'warnings', 'notices', 'report'])
  expect(runs).toEqual({ using: 'node24', main: 'action/dist/index.js' })
  const docs = readFileSync('docs/action.md', 'utf8')
  for (const name of [...Object.keys(inputs), ...Object.keys(outputs)])
    expect(docs).toContain(`| \`${name}\` |`)
})
