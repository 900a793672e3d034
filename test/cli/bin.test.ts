import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createRepo, temporaryFolder } from '../support/repo.ts'

const cli = resolve('dist/cli.js')

test('the built command says the version of the package', () => {
  const { stdout } = spawnSync(process.execPath, [cli, '--version'], { encoding: 'utf8' })
  expect(stdout).toBe(`${JSON.parse(readFileSync('package.json', 'utf8')).version}\n`)
})

test('a reader that closes the pipe early changes nothing about the exit code', async () => {
  const repo = createRepo()
  repo.write({ '.orchestration/active_intents.yaml': 'active_intents: []\n' })
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'adopt')
  repo.write({ 'a.ts': 'a\n' })
  repo.git('add', '-A')
  const child = spawn(process.execPath, [cli, 'check', '--json'], { cwd: repo.dir, env: process.env })
  child.stdout.destroy()
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const code = await new Promise((done) => child.on('close', done))
  expect({ code, said }).toEqual({ code: 1, said: '' })
})

test('a long report reaches a pipe whole before the process ends', () => {
  const repo = createRepo()
  repo.write({ '.orchestration/active_intents.yaml': 'active_intents: []\n' })
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'adopt')
  repo.write(
    Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`folder/a-rather-long-name-${at}.ts`, `${at}\n`]),
    ),
  )
  repo.git('add', '-A')
  const { code, out } = repo.run('check', '--json')
  expect(code).toBe(1)
  expect(out.length).toBeGreaterThan(200_000)
  expect(JSON.parse(out).violations).toHaveLength(500)
})

test('a folder that is gone is a usage error, not a verdict', () => {
  const folder = temporaryFolder()
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', 'rmdir "$PWD" && exec "$0" "$1" check', process.execPath, cli],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  rmSync(folder, { recursive: true, force: true })
  expect(status).toBe(2)
  expect(stderr).toContain('the current folder is no longer there')
})
