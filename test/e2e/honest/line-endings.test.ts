import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

const crlf = (text: string) => text.replaceAll('\n', '\r\n')
const EDITED = edit(APP, { 3: 'export const item3 = 33\n' })

test.each(['true', 'input'])(
  'core.autocrlf=%s: files with CRLF are recorded as git stores them',
  async (value) => {
    const repo = gatedRepo()
    repo.git('config', 'core.autocrlf', value)
    repo.git('config', 'core.safecrlf', 'false')
    repo.trace({ 'src/app.ts': crlf(EDITED), 'src/new.ts': 'export const a = 1\r\nexport const b = 2\r\n' })
    repo.git('add', '-A')
    expect(repo.commit()).toMatchObject({ code: 0, err: '' })
    expect(repo.tryGit(['show', 'HEAD:src/app.ts']).out).toBe(EDITED)
    repo.commitTraced({ 'src/app.ts': crlf(edit(EDITED, { 9: '' })) })
    expect(repo.git('status', '--porcelain')).toBe('')
    expect(await repo.landing()).toEqual({ net: [], each: [] })
  },
)

test('a file that git stores with CRLF', async () => {
  const repo = gatedRepo({ files: { 'src/dos.txt': crlf(APP) } })
  repo.commitTraced({ 'src/dos.txt': crlf(EDITED) })
  expect(repo.tryGit(['show', 'HEAD:src/dos.txt']).out).toBe(crlf(EDITED))
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('all lines of a file change from CRLF to LF', async () => {
  const repo = gatedRepo({ files: { 'src/dos.txt': crlf(APP) } })
  repo.commitTraced({ 'src/dos.txt': APP })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a file without a newline at its end, and one that gets it', async () => {
  const repo = gatedRepo({ files: { 'src/bare.txt': 'one\ntwo' } })
  repo.commitTraced({ 'src/bare.txt': 'one\ntwo\nthree' })
  repo.commitTraced({ 'src/bare.txt': 'one\ntwo\nthree\n' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
