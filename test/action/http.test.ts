import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { smuggle } from '../e2e/bypass/attack.ts'
import { gatedRepo } from '../support/gated-repo.ts'
import { hasHttpBackend, serveGit } from '../support/git-http.ts'
import { runActionBeside } from '../support/runner.ts'
import { openPullRequest, outcomeOf, PASSED } from './forge.ts'

const TOKEN = 'ghs_0123456789abcdefghijABCDEFGHIJ012345'

test.skipIf(!hasHttpBackend)(
  'over HTTP it judges with the token, and without it nothing (needs git-http-backend)',
  async () => {
    const repo = gatedRepo()
    repo.git('checkout', '-q', '-b', 'topic')
    repo.commitTraced({ 'src/new.ts': 'fresh()\n' })
    const { forge, step } = openPullRequest(repo)
    const { dir } = forge.bare
    const server = await serveGit(dirname(dir), { token: TOKEN })
    const repository = { clone_url: server.url(basename(dir)) }
    const payloadOf = () =>
      forge.event('pull_request.opened', {
        pull_request: { head: { sha: repo.git('rev-parse', 'topic') } },
        repository,
      })
    const run = (token: string) => runActionBeside({ ...step, payload: payloadOf(), inputs: { token } })
    expect(outcomeOf(await run(TOKEN))).toEqual(PASSED)
    expect(server.requests.length).toBeGreaterThan(0)

    for (const token of ['', 'of-another']) {
      const refused = await run(token)
      expect(outcomeOf(refused)).toEqual({ code: 3, said: ['FETCH_FAILED'] })
      expect(refused.outputs.verdict).toBe('fail')
      if (token !== '') expect(refused.out + refused.err + refused.summary).not.toContain(token)
    }

    smuggle(repo, { 'src/evil.ts': 'evil()\n' })
    forge.push('topic')
    expect(outcomeOf(await run(TOKEN))).toEqual({ code: 1, said: ['error trace-missing src/evil.ts'] })
  },
)
