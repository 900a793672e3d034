import { expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'

type Files = Record<string, string | Uint8Array | null>

/** `topic` is being merged into `main`, and git could not do it by itself. */
function conflicting(main: Files, topic: Files, files: Record<string, string | Uint8Array> = {}): GatedRepo {
  const repo = gatedRepo({ files })
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced(topic)
  repo.git('checkout', '-q', 'main')
  repo.commitTraced(main)
  const { code, out } = repo.tryGit(['merge', 'topic'])
  expect(code, out).toBe(1)
  return repo
}

async function expectLands(repo: GatedRepo): Promise<void> {
  const merged = repo.commit('--no-edit')
  expect(merged.code, merged.err).toBe(0)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
}

test.each(['keep', 'delete'])(
  'one side deleted what the other one edited: %s it, no record needed',
  async (choice) => {
    const repo = conflicting({ 'src/app.ts': null }, { 'src/app.ts': edit(APP, { 3: '' }) })
    if (choice === 'keep') repo.git('add', 'src/app.ts')
    else repo.git('rm', '-q', 'src/app.ts')
    await expectLands(repo)
  },
)

test.each(['ours', 'theirs'])('both sides added a file of one name: %s, no record needed', async (side) => {
  const repo = conflicting(
    { 'src/new.ts': 'export const main = 1\n' },
    { 'src/new.ts': 'export const topic = 1\n' },
  )
  repo.git('checkout', '-q', `--${side}`, '--', 'src/new.ts')
  repo.git('add', 'src/new.ts')
  await expectLands(repo)
})

test.each(['ours', 'theirs'])('a binary file that both sides changed: %s, no record needed', async (side) => {
  const binary = (end: number) => Buffer.from([0, 1, 2, end])
  const repo = conflicting({ 'src/logo': binary(4) }, { 'src/logo': binary(5) }, { 'src/logo': binary(3) })
  repo.git('checkout', '-q', `--${side}`, '--', 'src/logo')
  repo.git('add', 'src/logo')
  await expectLands(repo)
})

test('two conflicts in one file, each resolved by another side', async () => {
  const repo = conflicting(
    { 'src/app.ts': edit(APP, { 3: 'export const main3 = 3\n', 20: 'export const main20 = 20\n' }) },
    { 'src/app.ts': edit(APP, { 3: 'export const topic3 = 3\n', 20: 'export const topic20 = 20\n' }) },
  )
  repo.write({
    'src/app.ts': edit(APP, { 3: 'export const main3 = 3\n', 20: 'export const topic20 = 20\n' }),
  })
  repo.git('add', 'src/app.ts')
  const merged = repo.commit('--no-edit')
  expect(merged.code, merged.err).toBe(0)
  // The lines that were not chosen were recorded on this branch, and did not arrive.
  expect(await repo.landing()).toEqual({ net: ['notice partial src/app.ts'], each: [] })
})

test('a merge that is finished with more recorded work in it (--no-commit)', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: '' }) })
  expect(repo.tryGit(['merge', '--no-commit', 'topic']).code).toBe(0)
  repo.trace({ 'src/app.ts': edit(repo.read('src/app.ts'), { 9: '' }), 'src/new.ts': 'export {}\n' })
  repo.git('add', '-A')
  await expectLands(repo)
})

test('a merge that is given up, and made again', async () => {
  const repo = conflicting(
    { 'src/app.ts': edit(APP, { 3: 'export const main3 = 3\n' }) },
    { 'src/app.ts': edit(APP, { 3: 'export const topic3 = 3\n' }) },
  )
  repo.trace({ 'src/app.ts': edit(APP, { 3: 'export const draft3 = 3\n' }) })
  repo.git('merge', '--abort')
  expect(repo.tryGit(['merge', 'topic']).code).toBe(1)
  repo.trace({ 'src/app.ts': edit(APP, { 3: 'export const both3 = 3\n' }) })
  repo.git('add', 'src/app.ts')
  await expectLands(repo)
})

test.each(['ours', 'theirs'])('merge -X %s settles the conflict by itself', async (side) => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const topic3 = 3\n' }) })
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const main3 = 3\n' }) })
  const merged = repo.tryGit(['merge', '--no-edit', '-X', side, 'topic'])
  expect(merged.code, merged.err).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('two branches that both reformatted a file meet', async () => {
  const repo = conflicting(
    { 'src/app.ts': APP.replaceAll(' = ', '=') },
    { 'src/app.ts': APP.replaceAll('const', 'let') },
  )
  repo.write({ 'src/app.ts': APP.replaceAll(' = ', '=').replaceAll('const', 'let') })
  repo.record()
  repo.git('add', 'src/app.ts')
  await expectLands(repo)
})
