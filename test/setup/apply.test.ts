import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GateError } from '../../src/core/error.ts'
import { applyAll } from '../../src/setup/apply.ts'
import { type Change, change, fileChange } from '../../src/setup/change.ts'
import { temporaryFolder } from '../support/repo.ts'

/** Every file, folder and link below, with what it holds and its mode. */
function everything(top: string, folder = ''): string[] {
  return readdirSync(join(top, folder))
    .sort()
    .flatMap((name) => {
      const path = join(folder, name)
      const stats = lstatSync(join(top, path))
      if (stats.isDirectory()) return [`${path}/`, ...everything(top, path)]
      return [`${path} ${(stats.mode & 0o7777).toString(8)} ${readFileSync(join(top, path), 'latin1')}`]
    })
}

const broken: Change = change('edit', { what: 'broken', places: [] }, () => {
  throw Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'open', path: '/x' })
})

describe('where a step fails, what came before it is taken back', () => {
  const start = () => {
    const top = temporaryFolder()
    writeFileSync(join(top, 'there'), 'old\n')
    chmodSync(join(top, 'there'), 0o750)
    writeFileSync(join(top, 'goes'), 'old\n')
    writeFileSync(join(top, 'real'), 'old\n')
    symlinkSync('real', join(top, 'link'))
    mkdirSync(join(top, 'folder/inner'), { recursive: true })
    writeFileSync(join(top, 'folder/inner/a'), 'old\n')
    const write = (what: string, after: string | null) => fileChange({ file: join(top, what), what, after })
    const folder = change('set', { what: 'folder', places: [join(top, 'folder')] }, () => {
      rmSync(join(top, 'folder/inner'), { recursive: true })
      writeFileSync(join(top, 'folder/b'), 'new\n')
    })
    return { top, write, folder, before: everything(top) }
  }

  test('files that were made, changed and removed, links and folders', async () => {
    const { top, write, folder, before } = start()
    const steps = [
      write('there', 'new\n'),
      write('made/deep/file', 'new\n'),
      write('made/other', 'new\n'),
      write('goes', null),
      write('link', 'new\n'),
      folder,
    ]
    const failure = await applyAll([...steps, broken]).catch((error: GateError) => error)
    expect(failure).toBeInstanceOf(GateError)
    expect(failure).toMatchObject({
      exit: 2,
      message: expect.stringMatching(/^cannot write \/x: .*; nothing was changed$/),
    })
    expect(everything(top)).toEqual(before)
    await applyAll(steps)
    expect(everything(top)).toEqual([
      'folder/',
      'folder/b 644 new\n',
      'link 777 new\n',
      'made/',
      'made/deep/',
      'made/deep/file 644 new\n',
      'made/other 644 new\n',
      'real 644 new\n',
      'there 750 new\n',
    ])
  })

  test('what somebody else put there meanwhile stays', async () => {
    const { top, write } = start()
    const other = change('edit', { what: 'other', places: [] }, () =>
      writeFileSync(join(top, 'made/theirs'), 'x'),
    )
    await expect(applyAll([write('made/file', 'new\n'), other, broken])).rejects.toThrow(GateError)
    expect(readdirSync(join(top, 'made'))).toEqual(['theirs'])
  })

  test('what cannot be taken back is named', async () => {
    const { top, write } = start()
    const blocked = change('edit', { what: 'blocked', places: [] }, () => {
      rmSync(join(top, 'folder'), { recursive: true })
      writeFileSync(join(top, 'folder'), 'in the way')
      throw Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'open', path: '/x' })
    })
    const failure = await applyAll([write('folder/inner/a', 'new\n'), blocked]).catch((error: Error) => error)
    expect(failure).toMatchObject({
      message: expect.stringContaining(`could not be put back as it was: ${join(top, 'folder/inner/a')}`),
    })
  })

  test('a failure of our own is rolled back, too, and not renamed', async () => {
    const { top, write, before } = start()
    const bug = change('edit', { what: 'bug', places: [] }, () => {
      throw new TypeError('a bug')
    })
    await expect(applyAll([write('made/file', 'new\n'), bug])).rejects.toThrow(TypeError)
    expect(everything(top)).toEqual(before)
  })
})

test('a link is written through, even where it leads to nothing yet', async () => {
  const top = temporaryFolder()
  symlinkSync('later', join(top, 'link'))
  await applyAll([fileChange({ file: join(top, 'link'), what: 'link', after: 'new\n' })])
  expect(everything(top)).toEqual(['later 644 new\n', 'link 777 new\n'])
})

test('a file is never half written: it is put in place whole, and no draft is left', async () => {
  const top = temporaryFolder()
  writeFileSync(join(top, 'a'), 'old\n')
  const { ino } = statSync(join(top, 'a'))
  await applyAll([fileChange({ file: join(top, 'a'), what: 'a', after: 'new\n' })])
  expect(statSync(join(top, 'a')).ino).not.toBe(ino)
  expect(readdirSync(top)).toEqual(['a'])
  writeFileSync(join(top, 'file'), '')
  const within = fileChange({ file: join(top, 'file/b'), what: 'file/b', after: 'x' })
  await expect(applyAll([within])).rejects.toThrow(/file.*; nothing was changed/)
  expect(existsSync(join(top, 'file'))).toBe(true)
  expect(readdirSync(top)).toEqual(['a', 'file'])
})
