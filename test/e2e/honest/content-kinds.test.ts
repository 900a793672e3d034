import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gatedRepo } from '../../support/gated-repo.ts'
import { createRepo } from '../../support/repo.ts'

test('a binary file is added and changed', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]) })
  repo.commitTraced({ 'src/logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 3, 2, 1, 0]) })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('an empty file is added, and filled', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/empty.ts': '' })
  repo.commitTraced({ 'src/empty.ts': 'export {}\n' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a file through a clean filter is recorded as git stores it, like an LFS pointer', async () => {
  const repo = gatedRepo()
  repo.write({ '.git/info/attributes': '*.dat filter=pointer\n' })
  repo.git('config', 'filter.pointer.clean', "sed 's/^/pointer to /'")
  repo.git('config', 'filter.pointer.smudge', "sed 's/^pointer to //'")
  repo.commitTraced({ 'src/big.dat': 'one\ntwo\n' })
  expect(repo.git('show', 'HEAD:src/big.dat')).toBe('pointer to one\npointer to two')
  repo.commitTraced({ 'src/big.dat': 'one\ntwo\nthree\n' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a submodule is moved to another commit', async () => {
  const repo = gatedRepo({ files: {} })
  const library = createRepo()
  library.write({ 'lib.c': 'int one;\n' })
  library.git('add', '-A')
  library.git('commit', '-q', '-m', 'one')
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.dir, 'src/lib')
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'The library, from before the gate')
  const base = repo.git('rev-parse', 'HEAD')
  const inside = ['-C', join(repo.dir, 'src/lib'), '-c', 'core.hooksPath=/dev/null']
  repo.git(...inside, 'commit', '-q', '--allow-empty', '-m', 'two')
  repo.record()
  repo.git('add', 'src/lib')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(repo.git('ls-tree', 'HEAD', 'src/lib')).toMatch(/^160000 commit /)
  expect(await repo.landing(base)).toEqual({ net: [], each: [] })
})
