import { mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { APP, edit, gatedRepo, gatedRepoAt, INTENTS } from '../../support/gated-repo.ts'
import { temporaryFolder } from '../../support/repo.ts'

test('a repository adopts the gate with its very first commit', async () => {
  const repo = gatedRepoAt(temporaryFolder())
  repo.git('init', '-q', '-b', 'main')
  mkdirSync(join(repo.dir, 'node_modules'))
  symlinkSync(resolve('.'), join(repo.dir, 'node_modules/intentgate'))
  repo.write({ '.gitignore': 'node_modules/\n', 'package.json': '{ "name": "new" }\n', 'src/app.ts': APP })
  expect(repo.cli(['init', '--yes', '--hooks', 'direct']).code).toBe(0)
  repo.intents(INTENTS)
  repo.git('add', '-A')
  const first = repo.commit('-m', 'first')
  expect(first.code, first.err).toBe(0)
  expect(first.err, 'once, not by every hook').toMatch(/^intentgate: .* so nothing blocks;[^\n]*\n$/)
  const base = repo.git('rev-parse', 'HEAD')
  repo.write({ 'src/app.ts': edit(APP, { 3: '' }) })
  expect(repo.commit('-a').code, 'from then on it blocks').toBe(1)
  repo.record()
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing(base)).toEqual({ net: [], each: [] })
})

test('a branch from before the adoption commits as before, and is told so in one line', () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'old', 'before')
  repo.write({ 'src/app.ts': edit(APP, { 3: '' }) })
  const committed = repo.commit('-a')
  expect(committed.code).toBe(0)
  expect(committed.err).toMatch(/^intentgate: this branch has no \.orchestration\/ yet[^\n]*\n$/)
})

test('a branch from before the adoption is merged with its work adopted', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'old', 'before')
  repo.write({ 'src/app.ts': edit(APP, { 3: '' }) })
  expect(repo.commit('-a').code).toBe(0)
  const merged = repo.tryGit(['merge', '--no-edit', 'main'])
  expect(merged.code, merged.err).toBe(0)
  const refused = ['refused', 'error trace-missing src/app.ts']
  expect(await repo.landing('main', 'old')).toEqual({ net: refused, each: refused })
  expect(repo.cli(['adopt', '--yes', '--since', 'main', 'src/app.ts']).code).toBe(0)
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing('main', 'old')).toEqual({ net: [], each: [] })
})

test('an orphan branch starts from nothing', () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '--orphan', 'pages')
  repo.git('rm', '-rfq', '.')
  repo.write({ 'index.html': '<p>Hello\n', '.gitignore': 'node_modules/\n' })
  repo.git('add', 'index.html', '.gitignore')
  const committed = repo.commit()
  expect(committed.code, committed.err).toBe(0)
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })
})
