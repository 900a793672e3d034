import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GatedRepo, gatedRepo } from '../support/gated-repo.ts'

// Real formatters, as projects run them at commit time. Needs a registry, and Debian's black.

const PACKAGES = [
  ...['lint-staged@16.4.0', 'prettier@3.10.1', '@biomejs/biome@2.6.8'],
  ...['eslint@9.39.1', 'eslint-plugin-simple-import-sort@12.1.1'],
]
let tools = ''
const { PATH } = process.env

beforeAll(() => {
  tools = mkdtempSync(join(tmpdir(), 'intentgate-formatters-'))
  const { status, stderr } = spawnSync('npm', [
    'install',
    '--silent',
    '--no-save',
    '--prefix',
    tools,
    ...PACKAGES,
  ])
  if (status !== 0) throw new Error(String(stderr))
  const own = join(tools, 'own')
  spawnSync('mkdir', [own])
  symlinkSync(resolve('dist/cli.js'), join(own, 'intentgate'))
  process.env.PATH = [own, join(tools, 'node_modules/.bin'), PATH].join(delimiter)
})

afterAll(() => {
  process.env.PATH = PATH
  rmSync(tools, { recursive: true, force: true })
})

const WRITTEN = `import z from 'z'
import { c, b } from 'y'
/** What a cart costs. */
export function total(items) {
    let sum = 0 // of all
    const all = [z, b, c]
    for (const item of items) { sum += item.price * item.count }
    return sum
}
`
const PYTHON = `def total(items, *, start = 0):
    # of all
    return sum([item['price'] * item['count'] for item in items], start)
class Cart:
  def add(self, item): self.items.append( item ); return self
`

/** husky, with lint-staged in its pre-commit before our block. */
function withLintStaged(
  config: Record<string, string | string[]>,
  more: Record<string, string> = {},
): GatedRepo {
  const repo = gatedRepo({ layout: 'husky' })
  repo.write({
    ...more,
    '.lintstagedrc.json': JSON.stringify(config),
    '.husky/pre-commit': `lint-staged --quiet\n${repo.read('.husky/pre-commit')}`,
  })
  repo.git('add', '-A')
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'lint-staged')
  return repo
}

describe.each([
  ['prettier', 'prettier --write', 'src/cart.js', WRITTEN],
  ['biome', 'biome format --write', 'src/cart.js', WRITTEN],
  ['black', 'black -q', 'src/cart.py', PYTHON],
])('%s by lint-staged', (_, command, path, text) => {
  const notice = `notice reformatted ${path}`

  test('what an agent wrote is formatted while it is committed, and passes, here and in CI', async () => {
    const repo = withLintStaged({ [`*${path.slice(path.lastIndexOf('.'))}`]: command })
    const base = repo.git('rev-parse', 'HEAD')
    repo.trace({ [path]: text })
    repo.git('add', '-A')
    expect(repo.commit()).toMatchObject({ code: 0, err: expect.stringContaining(notice) })
    expect(repo.git('show', `HEAD:${path}`)).not.toBe(text.trim())
    expect(await repo.landing(base)).toEqual({ net: [notice], each: [notice] })
  })

  test('a token that nobody recorded does not pass with it', () => {
    const repo = withLintStaged({ [`*${path.slice(path.lastIndexOf('.'))}`]: command })
    repo.trace({ [path]: text })
    repo.write({ [path]: text.replace('price', 'cost') })
    repo.git('add', '-A')
    const { code, err } = repo.commit()
    expect(err).toContain(`hash-mismatch ${path}:`)
    expect(code).toBe(1)
  })
})

/** Found where the tools are, not in the repository. */
const eslintConfig =
  () => `import sort from '${join(tools, 'node_modules/eslint-plugin-simple-import-sort/index.js')}'
export default [{ plugins: { sort }, rules: { 'sort/imports': 'error', 'prefer-const': 'error' } }]
`

test('imports that eslint sorts count as layout', async () => {
  const repo = withLintStaged({ '*.js': 'eslint --fix' }, { 'eslint.config.mjs': eslintConfig() })
  const base = repo.git('rev-parse', 'HEAD')
  repo.trace({ 'src/cart.js': WRITTEN })
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: expect.stringContaining('notice reformatted') })
  expect(repo.git('show', 'HEAD:src/cart.js')).toMatch(/import \{ b, ?c \} from 'y'/)
  expect((await repo.landing(base)).net).toEqual(['notice reformatted src/cart.js'])
})

const WITH_EFFECT = `import { b } from 'b'
import { a } from 'a'
import './register'
export const all = [a, b]
`

test('an import for its effect that eslint puts first is no layout: refused, unless eslint is run through intentgate', async () => {
  const commit = (command: string) => {
    const repo = withLintStaged({ '*.js': command }, { 'eslint.config.mjs': eslintConfig() })
    repo.trace({ 'src/all.js': WITH_EFFECT })
    repo.git('add', '-A')
    return { repo, answer: repo.commit() }
  }
  const plain = commit('eslint --fix')
  expect(plain.answer.err).toMatch(/hash-mismatch src\/all\.js:\d/)
  expect(plain.answer.code).toBe(1)
  const { repo, answer } = commit('intentgate run -- eslint --fix')
  expect(answer).toMatchObject({ code: 0 })
  expect(repo.git('show', 'HEAD:src/all.js')).toMatch(/^import '\.\/register'/)
})

test('what eslint fixes is the fixer’s where it is run through intentgate, and prettier follows', async () => {
  const repo = withLintStaged(
    { '*.js': ['intentgate run -- eslint --fix', 'prettier --write'] },
    { 'eslint.config.mjs': eslintConfig() },
  )
  const base = repo.git('rev-parse', 'HEAD')
  repo.trace({ 'src/cart.js': `${WRITTEN}export function one() { let only = 1; return only }\n` })
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: expect.stringContaining('notice reformatted') })
  expect(repo.git('show', 'HEAD:src/cart.js')).toContain('const only = 1')
  expect((await repo.landing(base)).net).toEqual(['notice reformatted src/cart.js'])
})
