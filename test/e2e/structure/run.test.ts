import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'

/** A command that rewrites files: every ` = ` becomes `=`, whatever that is called. */
function tightening(...files: string[]): string[] {
  const script = `const fs = require('fs'); for (const f of ${JSON.stringify(files)})
    fs.writeFileSync(f, fs.readFileSync(f, 'utf8').replaceAll(' = ', '='))`
  return [process.execPath, '-e', script]
}

function calls(repo: GatedRepo): string[] {
  const shards = repo
    .git('ls-files', '--others', '--cached', '.orchestration/agent_trace/*.jsonl')
    .split('\n')
  const lines = shards.filter(Boolean).flatMap((shard) => repo.read(shard).trimEnd().split('\n'))
  return lines.map((line) => {
    const { tool, files } = JSON.parse(line)
    return `${tool.call} ${files.map(({ path }: { path: string }) => path).join(' ')}`
  })
}

test('what a formatter changes is traced as its own, and the commit passes object id by object id', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  const answer = repo.cli(['run', '--', ...tightening('src/app.ts')])
  expect(answer).toMatchObject({ code: 0, err: 'intentgate: recorded 1 file\n' })
  expect(calls(repo)).toEqual(['record src/app.ts', 'run src/app.ts'])
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('old files that nobody touched may be formatted too', async () => {
  const repo = gatedRepo()
  expect(repo.cli(['run', '--', ...tightening('src/app.ts')]).code).toBe(0)
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('an edit that was there before is not claimed, and neither is what the command made of it', () => {
  const repo = gatedRepo({ files: { 'src/b.ts': 'export const b = 1\n' } })
  repo.write({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  const answer = repo.cli(['run', '--', ...tightening('src/app.ts', 'src/b.ts')])
  expect(answer.code).toBe(0)
  expect(answer.err).toContain('1 file had changed before, without a record')
  expect(calls(repo)).toEqual(['run src/b.ts'])
  expect(repo.commit('-a')).toMatchObject({
    code: 1,
    err: expect.stringContaining('trace-missing src/app.ts'),
  })
})

test('its exit code is the command’s, and what it changed before it failed is recorded', () => {
  const repo = gatedRepo()
  const failing = tightening('src/app.ts').map((arg) =>
    arg.startsWith('const') ? `${arg}; process.exit(3)` : arg,
  )
  expect(repo.cli(['run', '--', ...failing])).toMatchObject({ code: 3, err: 'intentgate: recorded 1 file\n' })
  expect(repo.cli(['run', '--', process.execPath, '-e', 'process.kill(process.pid)']).code).toBe(143)
})

test('what the command prints is shown, and nothing else goes to stdout', () => {
  const answer = gatedRepo().cli([
    'run',
    '--',
    process.execPath,
    '-e',
    'console.log("seen"); console.error("too")',
  ])
  expect(answer).toEqual({ code: 0, out: 'seen\n', err: 'too\n' })
})

test('a file of no intent is left out and said, and the exit code stays the command’s', () => {
  const repo = gatedRepo()
  const answer = repo.cli(['run', '--', process.execPath, '-e', 'fs.writeFileSync("notes.txt", "x")'])
  expect(answer.code).toBe(0)
  expect(answer.err).toContain('notes.txt: no intent in progress owns it')
})

test.each([
  [['run'], 'no command to run'],
  [['run', '--'], 'no command to run'],
  [['run', '--intent', 'INT-9', '--', 'true'], 'INT-9 is not declared'],
  [['run', '--', 'no-such-command-anywhere'], 'cannot be started'],
])('%j says what is wrong and runs nothing', (args, message) => {
  const answer = gatedRepo().cli(args)
  expect(answer).toMatchObject({ code: 2, err: expect.stringContaining(message) })
})

test('two that run at once, as lint-staged has it, record one change once', async () => {
  const repo = gatedRepo({ files: { 'src/b.ts': 'export const b = 1\n' } })
  const slow = (file: string) => [
    ...tightening(file).map(
      (arg) => `${arg}${arg.startsWith('const') ? '; setTimeout(() => {}, 1500)' : ''}`,
    ),
  ]
  const started = ['src/app.ts', 'src/b.ts'].map((file) =>
    spawn(process.execPath, [resolve('dist/cli.js'), 'run', '--', ...slow(file)], { cwd: repo.dir }),
  )
  await Promise.all(started.map((child) => once(child, 'close')))
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
