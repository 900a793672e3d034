import { expect, test } from 'vitest'
import { GateError } from '../../src/core/error.ts'
import { runGit } from '../../src/git/run.ts'
import { runGitAtOnce } from '../../src/git/run-at-once.ts'
import type { RunOptions } from '../../src/git/types.ts'
import { createRepo } from '../support/repo.ts'

/** What became of it: the result, or the error's code and text. */
async function outcome(run: () => unknown): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    return error instanceof GateError ? [error.code, error.message] : error
  }
}

const LARGE = 'x'.repeat(3_000_000)

test.each<{ what: string; args: string[]; options?: RunOptions; cwd?: string; path?: string }>([
  { what: 'an answer', args: ['hash-object', '--stdin'], options: { input: 'a\n' } },
  { what: 'an answer of 3 MB', args: ['stripspace'], options: { input: LARGE } },
  { what: 'input that nobody reads', args: ['--version'], options: { input: LARGE } },
  { what: 'no input', args: ['hash-object', '--stdin'] },
  { what: 'a status that is an answer', args: ['check-ignore', 'a'], options: { allow: [1] } },
  { what: 'a variable', args: ['var', 'GIT_EDITOR'], options: { env: { GIT_EDITOR: 'none' } } },
  { what: 'a failure', args: ['cat-file', '-p', 'HEAD:nowhere'] },
  { what: 'an argument that is no text', args: ['ls-files', '\ud800'] },
  { what: 'an argument with a NUL', args: ['ls-files', 'a\0b'] },
  { what: 'a folder that is gone', args: ['status'], cwd: '/nowhere/at/all' },
  { what: 'no git', args: ['status'], path: '/nowhere' },
])('git says the same, whether it is waited for or not: $what', async ({ args, options, cwd, path }) => {
  const { dir } = createRepo()
  const place = { cwd: cwd ?? dir, env: { PATH: path ?? process.env.PATH ?? '', LC_ALL: 'C' } }
  const waited = await outcome(() => runGitAtOnce(place, args, options))
  const told = await outcome(() => runGit(place, args, options))
  // Which of the two calls could not start is node's own text.
  expect(JSON.stringify(waited).replaceAll('spawnSync', 'spawn')).toBe(JSON.stringify(told))
})
