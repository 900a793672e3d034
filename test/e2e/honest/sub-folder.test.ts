import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
