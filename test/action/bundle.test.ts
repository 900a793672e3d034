import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../support/repo.ts'

const DIST = 'action/dist'

/** What its source builds. The compiled parsers are proven from the packages that they come from. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const paths = entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
  const built = paths.filter((path) => !path.startsWith(join('parsers', 'bindings')))
  return Object.fromEntries(built.map((path) => [path, readFileSync(join(folder, path), 'latin1')]))
}

test('the bundle is the same wherever it is built', () => {
  const elsewhere = join(temporaryFolder(), 'another name')
  mkdirSync(elsewhere)
  for (const name of ['src', 'action', 'scripts', 'package.json', 'tsconfig.json'])
    cpSync(name, join(elsewhere, name), { recursive: true, filter: (path) => !path.endsWith('dist') })
  symlinkSync(resolve('node_modules'), join(elsewhere, 'node_modules'))
  execFileSync(process.execPath, ['--preserve-symlinks', 'scripts/action.mjs'], { cwd: elsewhere })
  expect(filesIn(join(elsewhere, DIST))).toEqual(filesIn(DIST))
})

test('it is small, tells nothing of this machine, and brings the licences of what is in it', () => {
  const files = filesIn(DIST)
  const scripts = Object.entries(files).filter(([path]) => path.endsWith('.js'))
  expect(scripts.map(([path]) => path)).toEqual(expect.arrayContaining(['index.js', 'parsers/structure.js']))
  const main = scripts.filter(([path]) => !path.startsWith('parsers'))
  expect(main.reduce((bytes, [, text]) => bytes + text.length, 0)).toBeLessThan(1_200_000)
  for (const [, text] of scripts) {
    expect(text).not.toContain(resolve('.'))
    expect(text).not.toMatch(/sourceMappingURL=|undici|tunnel-agent/)
  }
  const { 'licenses.txt': licences = '' } = files
  const brought = [
    '@actions/core@',
    'zod@',
    'yaml@',
    'minimatch@',
    're2js@',
    'oxc-parser@',
    'web-tree-sitter@',
  ]
  for (const name of brought) expect(licences).toContain(name)
})

test('what few pull requests need is not read with the rest', () => {
  const main = readFileSync(join(DIST, 'index.js'), 'latin1')
  expect(main).not.toContain('RE2JS=')
  expect(main).not.toMatch(/function rangeUnits|function withRenames/)
  expect(main.length).toBeLessThan(750_000)
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
