import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo } from '../support/gated-repo.ts'
import { temporaryFolder } from '../support/repo.ts'

/** A `node` on PATH that notes each start: the hook event and which bundle came to run. */
function countingNode(): { env: Record<string, string>; starts(): string[] } {
  const dir = temporaryFolder()
  const log = join(dir, 'starts')
  writeFileSync(log, '')
  writeFileSync(
    join(dir, 'node'),
    `#!/bin/sh\nprintf '%s\\n' "$2" >>'${log}'\nexec '${process.execPath}' "$@"\n`,
  )
  chmodSync(join(dir, 'node'), 0o755)
  return {
    env: { PATH: `${dir}:${process.env.PATH}` },
    starts: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
  }
}

function commitCounting(repo: GatedRepo, args: readonly string[]): { code: number; starts: string[] } {
  const node = countingNode()
  const { code } = repo.tryGit(['commit', '-m', 'work', ...args], { env: node.env })
  return { code, starts: node.starts() }
}

/** A first governed commit, after which the configuration is settled. */
function settled(): GatedRepo {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'one\n' }) })
  return repo
}

test.for([
  ['commit', []],
  ['commit -a', ['-a']],
] as const)('an ordinary traced commit starts node once, in pre-commit: %s', ([, args], { expect }) => {
  const repo = settled()
  repo.trace({ 'src/app.ts': edit(repo.read('src/app.ts'), { 9: 'two\n' }) })
  repo.git('add', 'src')
  expect(commitCounting(repo, args)).toEqual({ code: 0, starts: ['pre-commit'] })
})

test('--no-verify starts it in prepare-commit-msg instead', () => {
  const repo = settled()
  repo.trace({ 'src/app.ts': edit(repo.read('src/app.ts'), { 9: 'two\n' }) }, '--stage')
  repo.git('add', 'src')
  expect(commitCounting(repo, ['-n'])).toEqual({ code: 0, starts: ['prepare-commit-msg'] })
})

test('commit <path> starts it again after the commit, to repair the index', () => {
  const repo = settled()
  repo.trace({ 'src/app.ts': edit(repo.read('src/app.ts'), { 9: 'two\n' }) })
  expect(commitCounting(repo, ['--', 'src/app.ts'])).toEqual({
    code: 0,
    starts: ['pre-commit', 'post-commit'],
  })
  expect(repo.git('status', '--porcelain')).toBe('')
})

test('an index that another hook wrote meanwhile is judged again, and refused', () => {
  const repo = settled()
  const hook = join(repo.dir, '.git/hooks/pre-commit')
  writeFileSync(hook, `${readFileSync(hook, 'utf8')}\necho smuggled >>src/app.ts\ngit add src/app.ts\n`)
  repo.trace({ 'src/app.ts': edit(repo.read('src/app.ts'), { 9: 'two\n' }) })
  repo.git('add', 'src')
  const { code, starts } = commitCounting(repo, [])
  expect({ code, starts }).toEqual({ code: 1, starts: ['pre-commit', 'prepare-commit-msg'] })
})

test('the pass of one commit does not serve another: after reset --soft the squash is judged', () => {
  const repo = settled()
  repo.write({ 'src/app.ts': edit(repo.read('src/app.ts'), { 12: 'untraced\n' }) })
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qam', 'past the gate')
  repo.trace({ 'src/app.ts': edit(repo.read('src/app.ts'), { 9: 'two\n' }) })
  repo.git('add', 'src')
  expect(commitCounting(repo, []).code).toBe(0)
  repo.git('reset', '-q', '--soft', 'HEAD~2')
  expect(commitCounting(repo, ['-n'])).toEqual({ code: 1, starts: ['prepare-commit-msg'] })
})
