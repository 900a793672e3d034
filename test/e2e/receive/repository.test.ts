import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'
import { createRepo, repoAt, temporaryFolder } from '../../support/repo.ts'
import { refused, smuggle } from '../bypass/attack.ts'
import { emptyServer, installHook, served } from './server.ts'

const ACCEPTED = { code: 0, errors: [], said: '' }
const EVIL = { 'src/app.ts': edit(APP, { 3: 'evil()\n' }) }

/** Every file below, with what it holds. */
function contents(dir: string): string[] {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name))
  return paths.map((path) => `${path} ${createHash('sha1').update(readFileSync(path)).digest('hex')}`).sort()
}

test('judging leaves nothing behind in the repository: a refused push as if it had never been', () => {
  const { repo, server, push } = served()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const item20 = 2020\n' }) })
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 9: '' }) })
  push('main')
  repo.git('checkout', '-q', 'topic')
  smuggle(repo, { 'src/evil.ts': 'evil()\n' })
  const before = contents(server.dir)
  expect(push('topic')).toMatchObject(refused('trace-missing src/evil.ts')) // a merge is redone for it
  expect(contents(server.dir)).toEqual(before)
})

test('SHA-256', () => {
  const { repo, push } = served({ objects: 'sha256' })
  repo.commitTraced({ 'src/new.ts': 'new()\n' })
  expect(push('main')).toEqual(ACCEPTED)
  smuggle(repo, EVIL)
  expect(push('main')).toMatchObject(refused('trace-missing src/app.ts'))
  expect(push('--delete', 'main').said).toContain('cannot be deleted')
})

test('a fork that has its objects from a pool', () => {
  const { repo, server } = served()
  const fork = repoAt(temporaryFolder())
  fork.git('init', '-q', '--bare', '-b', 'main')
  const pool = relative(join(fork.dir, 'objects'), join(server.dir, 'objects'))
  fork.write({ 'objects/info/alternates': `${pool}\n` })
  fork.git('update-ref', 'refs/heads/main', repo.git('rev-parse', 'main'))
  installHook(fork)
  repo.commitTraced({ 'src/new.ts': 'new()\n' })
  expect(repo.tryGit(['push', '-q', '--no-verify', fork.dir, 'main'])).toMatchObject({ code: 0, err: '' })
  smuggle(repo, EVIL)
  expect(repo.tryGit(['push', '--no-verify', fork.dir, 'main']).err).toContain('trace-missing src/app.ts')
})

test('pushes that are kept as packs, and small ones that are not', () => {
  const { repo, server, push } = served()
  server.git('config', 'receive.unpackLimit', '1')
  repo.commitTraced({ 'src/new.ts': 'new()\n' })
  expect(push('main')).toEqual(ACCEPTED)
  smuggle(repo, EVIL)
  expect(push('main')).toMatchObject(refused('trace-missing src/app.ts'))
})

test('the first push brings the base, unjudged, and that is said', () => {
  const one = emptyServer(gatedRepo())
  one.repo.git('checkout', '-q', '-b', 'topic')
  smuggle(one.repo, EVIL)
  expect(one.push('topic').said).toContain('the first push to an empty repository must bring refs/heads/main')
  const first = one.push('main', 'topic')
  expect(first).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^intentgate: bootstrap: .*nothing in this push was judged/),
  })
  expect(one.push('topic:main')).toMatchObject(refused('trace-missing src/app.ts'))
})

test('the first push is refused if later ones could not be held against it', () => {
  const one = emptyServer(gatedRepo())
  smuggle(one.repo, { '.orchestration/policy.yaml': 'mode: strict\n' })
  expect(one.push('main')).toMatchObject({ code: 1, said: expect.stringContaining('INVALID_FILE') })
  expect(one.push('main~1:refs/heads/main')).toMatchObject({
    code: 0,
    said: expect.stringContaining('bootstrap'),
  })
})

test('a base that is missing stops every push: nothing would be held against anything', () => {
  const { repo, server, push } = served()
  server.git('symbolic-ref', 'HEAD', 'refs/heads/elsewhere')
  for (const refs of [['main:elsewhere'], ['main:other'], ['--delete', 'main']])
    expect({ refs, ...push(...refs) }).toMatchObject({
      code: 1,
      said: expect.stringContaining('has no refs/heads/elsewhere'),
    })
  server.git('update-ref', '--no-deref', 'HEAD', repo.git('rev-parse', 'main'))
  expect(push('main:other').said).toContain('HEAD of this repository names no branch')
})

test('a project without the gate is let through in one line, or refused where the server requires it', () => {
  const plain = createRepo()
  const one = emptyServer({ ...gatedRepo(), ...plain })
  const commit = (text: string) => {
    plain.write({ 'a.txt': text })
    plain.git('add', '-A')
    plain.git('commit', '-q', '-m', 'x')
  }
  commit('one\n')
  one.server.git('config', 'intentgate.require', 'true')
  expect(one.push('main')).toMatchObject({
    code: 1,
    said: expect.stringContaining('this server requires it'),
  })
  one.server.git('config', 'intentgate.require', 'false')
  expect(one.push('main')).toMatchObject({
    code: 0,
    said: expect.stringContaining('has no .orchestration/ yet'),
  })
  commit('two\n')
  expect(one.push('main')).toMatchObject({
    code: 0,
    said: 'intentgate: refs/heads/main has no .orchestration/ yet; nothing was judged',
  })
  commit('three\n')
  one.server.git('config', 'intentgate.require', 'true')
  expect(one.push('main')).toMatchObject({
    code: 1,
    said: expect.stringContaining('this server requires it'),
  })
  plain.run('init', '--yes', '--hooks', 'direct')
  plain.git('add', '-A')
  plain.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'Adopt')
  expect(one.push('main')).toMatchObject({ code: 0, said: expect.stringContaining('bootstrap') })
  smuggle(one.repo, { 'a.txt': 'evil\n' })
  expect(one.push('main')).toMatchObject(refused('trace-missing a.txt'))
})

test('GitLab shows every line in the browser', () => {
  const { repo, server, push } = served()
  installHook(server, 'export GL_ID=user-1 GL_PROTOCOL=web\n')
  smuggle(repo, EVIL)
  const lines = push('main').said.split('\n')
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.filter((line) => !/^GL-HOOK-ERR: ./.test(line))).toEqual([])
})

test('a ref name, a path and a policy speak for nobody else', () => {
  const { repo, push } = served()
  repo.git('checkout', '-q', '-b', 'x\u202e-error')
  smuggle(repo, { 'src/a\nremote: accepted': 'x\n', '.orchestration/policy.yaml': 'mode: "\\e[2J"\n' })
  const { code, said } = push('HEAD')
  expect(code).toBe(1)
  expect(said).not.toMatch(/[\u202e\u001b]|^remote: accepted/m)
})

test.each([
  ['no line at all', ''],
  ['a line without an end', `${'0'.repeat(40)} ${'1'.repeat(40)} refs/heads/x`],
  ['something else', 'hello\n'],
  ['a ref that git would not take', `${'0'.repeat(40)} ${'1'.repeat(40)} HEAD\n`],
])('stdin that is not what git writes is no pass: %s', (_, input) => {
  const { server } = served()
  const answer = spawnSync(join(server.dir, 'hooks/pre-receive'), { cwd: server.dir, input })
  expect(answer.status).toBe(3)
  expect(answer.stderr.toString()).toContain('GIT_OUTPUT')
})

test('a server without node, or without the package, takes nothing', () => {
  const { repo, server, push, tip } = served()
  const before = tip('main')
  repo.commitTraced({ 'src/new.ts': 'new()\n' })
  const bin = temporaryFolder()
  for (const name of ['git', 'sh']) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`])
      .stdout.toString()
      .trim()
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${found} "$@"\n`, { mode: 0o755 })
  }
  installHook(server, `PATH='${bin}'\n`)
  expect(push('main')).toMatchObject({ code: 1, said: expect.stringContaining('node is not on the PATH') })
  const link = join(server.dir, 'hooks/pre-receive')
  rmSync(link)
  spawnSync('ln', ['-s', resolve('hooks/pre-receive'), link])
  expect(push('main')).toMatchObject({ code: 1, said: expect.stringContaining('by its full path') })
  expect(tip('main')).toBe(before)
})

test('a namespace, in which refs have other names than the hook sees, is not guessed at', () => {
  const { server } = served()
  const env = { ...process.env, GIT_NAMESPACE: 'team' }
  const input = `${'0'.repeat(40)} ${server.git('rev-parse', 'main')} refs/heads/x\n`
  const { status, stderr } = spawnSync(join(server.dir, 'hooks/pre-receive'), { cwd: server.dir, env, input })
  expect({ status, said: stderr.toString() }).toMatchObject({
    status: 2,
    said: expect.stringContaining('namespace (team)'),
  })
})
