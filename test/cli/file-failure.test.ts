import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { explainFailure } from '../../src/cli/failure.ts'
import { runGitHook } from '../../src/cli/git-hook/run.ts'
import { fakeIo } from '../support/io.ts'
import { temporaryFolder } from '../support/repo.ts'
import { governed } from './governed.ts'

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

function errno(code: string, syscall: string, path?: string): Error {
  return Object.assign(new Error(code), { code, syscall, ...(path !== undefined && { path }) })
}

test.each([
  { code: 'EACCES', syscall: 'mkdir', says: 'cannot write /x/y: permission denied' },
  { code: 'EPERM', syscall: 'scandir', says: 'cannot read /x/y: permission denied' },
  { code: 'EROFS', syscall: 'open', says: 'cannot write /x/y: the file system is read-only' },
  { code: 'ENOSPC', syscall: 'rename', says: 'cannot write /x/y: the disk is full' },
])('$code from $syscall is said in plain words, exit 2', ({ code, syscall, says }) => {
  const io = fakeIo('/')
  expect(explainFailure(errno(code, syscall, '/x/y'), [], io)).toBe(2)
  expect(io.seen.err).toContain(says)
  expect(io.seen.err).toMatch(/fix: \S/)
  expect(io.seen.err).not.toContain('bug')
})

test('the file system itself: a folder where a file is read, a file where a folder is written', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  const io = fakeIo('/')
  expect(
    explainFailure(
      thrownBy(() => readFileSync(folder)),
      [],
      io,
    ),
  ).toBe(2)
  expect(
    explainFailure(
      thrownBy(() => mkdirSync(join(folder, 'file/deeper'))),
      [],
      io,
    ),
  ).toBe(2)
  expect(io.seen.err).toContain('it is a folder')
  expect(io.seen.err).toContain('not a folder')
})

test.each([errno('ENOENT', 'open', '/x'), errno('EACCES', 'spawn git', 'git'), errno('ENOSPC', '')])(
  '%s is told apart from what only looks like it',
  (error) => {
    const isForeseen = 'code' in error && error.code === 'ENOSPC'
    expect(explainFailure(error, [], fakeIo('/'))).toBe(isForeseen ? 2 : 70)
  },
)

test('a command and a git hook whose own files are barred end with 2 and a remedy', async () => {
  const repo = governed()
  rmSync(join(repo.dir, '.orchestration/active_intents.yaml'))
  mkdirSync(join(repo.dir, '.orchestration/active_intents.yaml'))
  const { code, err } = await repo.cli('record')
  expect(code).toBe(2)
  expect(err).toContain('it is a folder')
  mkdirSync(join(repo.dir, '.git/intentgate/open'), { recursive: true })
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(repo.dir)
  try {
    expect(await runGitHook('pre-commit', [])).toBe(2)
    expect(said.mock.calls.join('')).toContain('it is a folder')
  } finally {
    said.mockRestore()
    cwd.mockRestore()
  }
})
