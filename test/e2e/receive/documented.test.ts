import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ADOPTED, APP, edit, gatedRepo } from '../../support/gated-repo.ts'
import { type Answer, repoAt, type TestRepo, temporaryFolder } from '../../support/repo.ts'
import { smuggle } from '../bypass/attack.ts'

/** The block of a shell script in a page of docs/ci, without its indentation. */
function script(page: string, start: RegExp, end: RegExp): string {
  const lines = readFileSync(`docs/ci/${page}`, 'utf8').split('\n')
  const first = lines.findIndex((line) => start.test(line)) + 1
  const last = lines.findIndex((line, at) => at > first && end.test(line))
  const indent = /^ */.exec(lines[first]!)![0].length
  return lines
    .slice(first, last)
    .map((line) => line.slice(indent))
    .join('\n')
}

const SCRIPTS = {
  'azure.md': script('azure.md', /- bash: \|/, /displayName:/),
  'jenkins.md': script('jenkins.md', /sh '''/, /^ *'''/),
  'gitea-forgejo.md': script('gitea-forgejo.md', /run: \|/, /^```/),
}

interface Forge {
  readonly origin: TestRepo
  readonly clone: TestRepo
  readonly head: string
}

/** A pull request of number 7 to main, and a clone that stands on it. */
function forge(change: 'traced' | 'untraced', ...depth: string[]): Forge {
  const repo = gatedRepo()
  const origin = repoAt(temporaryFolder())
  origin.git('clone', '-q', '--bare', repo.dir, '.')
  repo.git('checkout', '-q', '-b', 'topic', ADOPTED)
  const files = { 'src/app.ts': edit(APP, { 3: 'work()\n' }) }
  const head = change === 'traced' ? repo.commitTraced(files) : smuggle(repo, files)
  repo.git('push', '-q', '--no-verify', origin.dir, 'topic', 'topic:refs/pull/7/head')
  const clone = repoAt(temporaryFolder())
  clone.git('clone', '-q', '--no-single-branch', '-b', 'topic', ...depth, `file://${origin.dir}`, '.')
  return { origin, clone, head }
}

/** Where a registry would be asked, the package is linked; all else runs as it is written. */
function run(
  page: keyof typeof SCRIPTS,
  { origin, clone, head }: Forge,
): Answer & { readonly sarif: string } {
  const bin = temporaryFolder()
  const npm = `#!/bin/sh\nmkdir node_modules && ln -s '${resolve('.')}' node_modules/intentgate\n`
  writeFileSync(join(bin, 'npm'), npm, { mode: 0o755 })
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH}`,
    SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/main',
    SYSTEM_PULLREQUEST_SOURCECOMMITID: head,
    BUILD_ARTIFACTSTAGINGDIRECTORY: clone.dir,
    CHANGE_TARGET: 'main',
    ...{ URL: `file://${origin.dir}`, BASE: 'main', HEAD: head, NUMBER: '7', TOKEN: 'secret' },
  }
  const shell = page === 'jenkins.md' ? 'sh' : 'bash'
  const { status, stdout, stderr } = spawnSync(shell, ['-c', SCRIPTS[page]], { cwd: clone.dir, env })
  const file = join(clone.dir, 'intentgate.sarif')
  const sarif = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return { code: status ?? -1, out: stdout.toString(), err: stderr.toString(), sarif }
}

const PAGES = ['azure.md', 'jenkins.md', 'gitea-forgejo.md'] as const

test.each(PAGES)(
  'docs/ci/%s: a traced pull request passes, an untraced one is refused with its findings',
  (page) => {
    const passed = run(page, forge('traced'))
    expect(passed.code, passed.err).toBe(0)
    const refused = run(page, forge('untraced'))
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('error trace-missing src/app.ts') })
    if (page !== 'gitea-forgejo.md') expect(refused.sarif).toContain('"ruleId": "trace-missing"')
  },
)

test.each(['azure.md', 'jenkins.md'] as const)('docs/ci/%s: a shallow clone is no pass', (page) => {
  const { code, err } = run(page, forge('traced', '--depth=1'))
  expect(code).toBe(3)
  expect(err).toContain('shallow')
})
