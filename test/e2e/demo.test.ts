import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/repo.ts'

const cli = resolve('dist/cli.js')
const FOLDER = /\/\S*intentgate-demo-\w+/

test('the demo shows five commits and a pull request with the promised verdicts, and leaves nothing behind', () => {
  const home = temporaryFolder()
  // A person whose own settings would get in the way of every commit.
  const hostile = {
    HOME: home,
    GIT_CONFIG_GLOBAL: join(home, 'gitconfig'),
    GITHUB_ACTIONS: 'true',
    CI: 'true',
  }
  spawnSync('git', ['config', '--global', 'core.hooksPath', '/nowhere'], {
    env: { ...process.env, ...hostile },
  })
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'demo'], {
    cwd: home,
    env: { ...process.env, ...hostile },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.match(/✔ accepted, as promised$/gm)).toHaveLength(1)
  expect(
    stdout.match(/✘ rejected, as promised \((?:trace-missing|scope-violation|hash-mismatch)\)$/gm),
  ).toHaveLength(5)
  expect(stdout).toContain('$ git commit --no-verify -m "Say goodbye"')
  expect(stdout).toContain('All 6 came out as promised.')
  expect(stdout).toMatch(/ 4 │ fetch.*\n +╰─ ✘ intentgate: hash-mismatch: /)
  // A runner that reads this log finds no annotation in it.
  expect(stdout).not.toMatch(/^\s*::|##\[/m)
  expect(existsSync(FOLDER.exec(stdout)![0])).toBe(false)
})

test('Ctrl-C ends the demo with 130 and takes its folder away', async () => {
  const child = spawn(process.execPath, [cli, 'demo'], { env: process.env })
  let told = ''
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk
    if (told.includes('1. traced')) child.kill('SIGINT')
  })
  const code = await new Promise((done) => child.on('close', done))
  expect(code).toBe(130)
  expect(existsSync(FOLDER.exec(told)![0])).toBe(false)
})
