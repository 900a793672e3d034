import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { check } from '../../../src/check.ts'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

test.each(['direct', 'husky'] as const)(
  'the package lives in a sub-folder (%s), and people commit from nested folders',
  async (layout) => {
    const repo = gatedRepo({ folder: 'tools/gate', layout })
    const cwd = join(repo.dir, 'src/deep')
    mkdirSync(cwd)
    repo.write({ 'src/app.ts': edit(APP, { 3: '' }), 'src/deep/new.ts': 'export {}\n' })
    repo.tryGit(['add', '-A', '..'], { cwd })
    expect(repo.tryGit(['commit', '-m', 'work'], { cwd }).code, 'the hooks run').toBe(1)
    expect(repo.cli(['record', '--', '../app.ts', 'new.ts'], { cwd }).code).toBe(0)
    expect(repo.tryGit(['commit', '-m', 'work'], { cwd })).toMatchObject({ code: 0, err: '' })
    expect(repo.git('status', '--porcelain')).toBe('')
    repo.write({ 'src/deep/new.ts': 'export const a = 1\n' })
    expect(repo.cli(['record'], { cwd }).code).toBe(0)
    expect(repo.tryGit(['commit', '-m', 'work', '--', 'new.ts'], { cwd })).toMatchObject({ code: 0, err: '' })
    expect(repo.git('status', '--porcelain')).toBe('')
    expect(await repo.landing()).toEqual({ net: [], each: [] })
  },
)

test('what a refusal says to run works where it is read: in the hook of a nested folder, and there by hand', () => {
  const repo = gatedRepo()
  const cwd = join(repo.dir, 'src/deep')
  mkdirSync(cwd)
  repo.write({ 'src/app.ts': edit(APP, { 3: '' }), 'src/deep/new file.ts': 'export {}\n' })
  repo.git('add', '-A')
  const { err } = repo.tryGit(['commit', '-m', 'work'], { cwd })
  const remedies = [...err.matchAll(/npx intentgate record (--intent INT-001 .+)\)$/gm)].map(
    (match) => match[1]!,
  )
  expect(remedies).toEqual(['--intent INT-001 ../app.ts', "--intent INT-001 'new file.ts'"])
  expect(repo.cli(['check'], { cwd }).out).toContain('npx intentgate adopt --intent INT-001 ../app.ts ')
  expect(repo.cli(['check']).out).toContain('npx intentgate adopt --intent INT-001 src/app.ts ')
  for (const path of ['../app.ts', 'new file.ts'])
    expect(repo.cli(['record', '--intent', 'INT-001', path], { cwd }).code).toBe(0)
  expect(repo.tryGit(['commit', '-m', 'work'], { cwd })).toMatchObject({ code: 0, err: '' })
})

test('where only another folder has the gate, the command goes there first', async () => {
  const repo = gatedRepo({ folder: 'tools/gate' })
  repo.write({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.git('add', '-A')
  const remedyIn = async (readIn: string, gateIn: string | null) => {
    const request = { what: { kind: 'staged' }, place: 'local', readIn, gateIn } as const
    const { violations } = await check(repo.dir, request)
    return violations[0]?.remedy.replace(/ {3}.*/, '')
  }
  const gate = join(repo.dir, 'tools/gate')
  expect(await remedyIn('', gate)).toBe(
    'cd tools/gate && npx intentgate adopt --intent INT-001 ../../src/app.ts',
  )
  expect(await remedyIn('src/', gate)).toBe(
    'cd ../tools/gate && npx intentgate adopt --intent INT-001 ../../src/app.ts',
  )
  expect(await remedyIn('tools/gate/lib/', gate)).toBe(
    'npx intentgate adopt --intent INT-001 ../../../src/app.ts',
  )
  expect(await remedyIn('src/', repo.dir)).toBe('npx intentgate adopt --intent INT-001 app.ts')
  expect(await remedyIn('', '/elsewhere')).toBe('npx intentgate adopt --intent INT-001 src/app.ts')
})
