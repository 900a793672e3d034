import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { smuggle, unhooked } from '../e2e/bypass/attack.ts'
import { ADOPTED, gatedRepo } from '../support/gated-repo.ts'
import { type Answer, repoAt, type TestRepo, temporaryFolder } from '../support/repo.ts'

// Debian's gitolite3, without a network: its shell is what sshd would run, and GIT_SSH runs it at once.
const SHELL = '/usr/share/gitolite3/gitolite-shell'

interface Gitolite {
  readonly home: string
  /** As the user admin. */
  git(repo: TestRepo, ...args: string[]): Answer
}

function gitolite(): Gitolite {
  const home = temporaryFolder()
  const env = { HOME: home, USER: 'git', LOGNAME: 'git', GIT_CONFIG_GLOBAL: join(home, '.gitconfig') }
  const run = (...command: string[]) => {
    const [file = '', ...args] = command
    const { status, stdout, stderr } = spawnSync(file, args, { cwd: home, env: { ...process.env, ...env } })
    if (status !== 0) throw new Error(`${command.join(' ')} → ${status}\n${stdout}${stderr}`)
  }
  run('git', 'config', '--global', 'init.defaultBranch', 'main')
  run('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', join(home, 'admin'))
  run('gitolite', 'setup', '-pk', join(home, 'admin.pub'))
  write(
    join(home, '.gitolite/hooks/common/pre-receive'),
    `#!/bin/sh\nexec sh '${resolve('hooks/pre-receive')}'\n`,
  )
  run('gitolite', 'setup', '--hooks-only')
  const ssh = join(home, 'ssh')
  // Where sshd is, nothing of the pusher's environment arrives.
  const arrives = `PATH="$PATH" HOME='${home}' USER=git LOGNAME=git SSH_CONNECTION='::1 1 ::1 22'`
  write(ssh, `#!/bin/sh\nexec env -i ${arrives} SSH_ORIGINAL_COMMAND="$2" ${SHELL} admin\n`)
  return {
    home,
    git: (repo, ...args) => repo.tryGit(args, { env: { GIT_SSH: ssh, GIT_SSH_VARIANT: 'simple' } }),
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode: 0o755 })
}

test('gitolite: hooks/common judges every repository, beside gitolite’s own rules', (context) => {
  if (!existsSync(SHELL)) return context.skip('gitolite3 is not installed')
  const host = gitolite()
  const repo = gatedRepo()
  const push = (...refs: string[]) => host.git(repo, 'push', '--no-verify', ...refs)
  repo.git('remote', 'add', 'origin', 'git@host:testing')
  expect(push('origin', 'main')).toMatchObject({ code: 0, err: expect.stringContaining('bootstrap') })
  smuggle(repo, { 'src/app.ts': 'evil()\n' })
  const refused = push('origin', 'main')
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('remote: error trace-missing src/app.ts'),
  })
  unhooked(repo, 'reset', '-q', '--hard', ADOPTED)
  const traced = repo.commitTraced({ 'src/app.ts': 'traced()\n' })
  const accepted = push('origin', 'main')
  expect(accepted.code, accepted.err).toBe(0)
  expect(accepted.err).not.toContain('remote:')
  expect(repoAt(join(host.home, 'repositories/testing.git')).git('rev-parse', 'main')).toBe(traced)
  // The repository that steers gitolite has the hook too, and no gate.
  repo.git('clone', '-q', join(host.home, 'repositories/gitolite-admin.git'), 'admin')
  const admin = repoAt(join(repo.dir, 'admin'))
  admin.write({ 'conf/more.conf': '# nothing\n' })
  admin.git('add', '-A')
  admin.git('commit', '-q', '-m', 'More')
  const steered = host.git(admin, 'push', 'git@host:gitolite-admin', 'HEAD')
  expect(steered).toMatchObject({ code: 0, err: expect.stringContaining('has no .orchestration/ yet') })
})
