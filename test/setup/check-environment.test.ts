import { expect, test } from 'vitest'
import { gitWords } from '../../src/git/words.ts'
import { checkEnvironment, checkVersion } from '../../src/setup/check-environment.ts'
import { createRepo } from '../support/repo.ts'

test.each([
  ['git version 2.38.0', '2.38', 'ok'],
  ['git version 2.39.5 (Apple Git-154)', '2.38', 'ok'],
  ['git version 3.0.0', '2.38', 'ok'],
  ['git version 2.37.9', '2.38', 'failure'],
  ['git version 1.99.0', '2.38', 'failure'],
  ['v20.19.0', '20.19', 'ok'],
  ['v20.9.0', '20.19', 'failure'],
  ['v18.20.4', '20.19', 'failure'],
])('%s against %s: %s', (found, least, status) => {
  const check = checkVersion({ id: 'git', found, least, why: 'it is old' })
  expect(check.status).toBe(status)
  expect(check.remedy).toBe(status === 'ok' ? undefined : `install git ${least} or newer`)
})

test('hooks that git runs from its configuration are named', async () => {
  const repo = createRepo()
  repo.git('config', 'hook.lint.command', 'true')
  const checks = await checkEnvironment(gitWords(repo.dir), {})
  expect(checks.find(({ id }) => id === 'configured-hooks')?.detail).toContain('hook.lint.command')
})
