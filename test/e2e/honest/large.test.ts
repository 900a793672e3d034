import { expect, test } from 'vitest'
import { gatedRepo } from '../../support/gated-repo.ts'

const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('')

test('one commit of five hundred files', async () => {
  const repo = gatedRepo()
  const files = Array.from(
    { length: 500 },
    (_, at) => [`src/many/${at}.ts`, `export const n = ${at}\n`] as const,
  )
  repo.commitTraced(Object.fromEntries(files))
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a file of 30,000 lines is added, changed in one line, and replaced', async () => {
  const repo = gatedRepo()
  const long = lines(30_000, 'line')
  repo.commitTraced({ 'src/long.txt': long })
  repo.commitTraced({ 'src/long.txt': long.replace('line 15000\n', 'another line\n') })
  repo.commitTraced({ 'src/long.txt': lines(25_000, 'other') })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a file over 8 MiB, and one long line', async () => {
  const repo = gatedRepo()
  repo.commitTraced({
    'src/big.txt': lines(800_000, 'a long line'),
    'src/minified.js': 'x'.repeat(3_000_000),
  })
  repo.commitTraced({ 'src/big.txt': lines(800_001, 'a long line') })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a line that looks like a secret does not stand in the ledger, and its commit passes', async () => {
  const repo = gatedRepo()
  const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  repo.commitTraced({ 'src/config.ts': `export const token = '${token}'\nexport const other = 1\n` })
  repo.commitTraced({ 'src/config.ts': 'export const other = 1\n' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a dozen writes to one file in one commit', async () => {
  const repo = gatedRepo()
  for (let at = 0; at < 12; at++)
    repo.trace({ 'src/app.ts': `${repo.read('src/app.ts')}export const more${at} = 1\n` })
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
