import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { GateError } from '../../../src/core/error.ts'
import type { CommitSource } from '../../../src/git/commit-source.ts'
import { openScratch } from '../../../src/git/scratch-source.ts'
import { checkRange } from '../../../src/open-range.ts'
import { hasHttpBackend, serveGit } from '../../support/git-http.ts'
import { createRepo, temporaryFolder } from '../../support/repo.ts'
import { codeOf, fingerprint } from '../open.ts'
import { type Published, pullRequest } from './histories.ts'
import { gitIn, scratchOf } from './opened.ts'

const TOKEN = 'ghs_Opens+Every/Door='
const BASIC = Buffer.from(`x-access-token:${TOKEN}`).toString('base64')
const MISSING = '1234567890'.repeat(4)

let published: Published

beforeEach(async () => {
  published = await pullRequest()
})

async function errorOf(work: Promise<unknown>): Promise<GateError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof GateError) return error
  throw new Error(`no GateError: ${error}`)
}

async function verdictIn(source: CommitSource, { base, head } = published): Promise<string> {
  return (await checkRange(source.dir, { base, head, place: 'ci', env: source.env })).verdict
}

/** Asks everything that a source can be asked. */
async function askAll(source: CommitSource): Promise<void> {
  const merge = await source.tip('refs/pull/7/merge')
  expect(await source.parents(merge!)).toEqual([published.base, published.head])
  await source.complete(published.base, published.head, 1)
  expect(await verdictIn(source)).toBe('pass')
  expect(await source.deepen()).toBe('more')
  expect(await verdictIn(source)).toBe('pass')
}

function commandLines(): string {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
      } catch {
        return '' // it has ended
      }
    })
    .join('\n')
}

describe.skipIf(!hasHttpBackend)('over HTTP (needs git-http-backend)', () => {
  test('the token opens the server, and stands in no file, no command line and no variable of a judgement', async () => {
    const seen: string[] = []
    const onRequest = () => void (existsSync('/proc') && seen.push(commandLines()))
    const server = await serveGit(published.root, { token: TOKEN, onRequest })
    const source = await scratchOf({ url: server.url('project.git'), token: TOKEN })
    await askAll(source)
    expect(new Set(server.requests.map(({ authorization }) => authorization))).toEqual(
      new Set([`basic ${BASIC}`]),
    )
    const files = readdirSync(source.dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    expect(files.length).toBeGreaterThan(3)
    for (const text of [...files, ...seen, JSON.stringify(source.env)]) {
      expect(text).not.toContain(TOKEN)
      expect(text).not.toContain(BASIC)
    }
    if (existsSync('/proc')) expect(seen.join()).toContain('git-remote-http')
  })

  test.each([
    ['no token', ''],
    ['another token', 'ghs_Opens+Nothing'],
  ])('%s: refused, with the way out and without the token', async (_, token) => {
    const server = await serveGit(published.root, { token: TOKEN })
    const url = server.url('project.git')
    const source = await scratchOf({ url, token, objectFormat: 'sha1' })
    const works = [
      openScratch({ folder: temporaryFolder(), url, token }),
      source.tip('refs/heads/main'),
      source.parents(published.head),
      source.complete(published.base, published.head, 1),
      source.deepen(),
    ]
    for (const error of await Promise.all(works.map(errorOf))) {
      expect(error).toMatchObject({ code: 'FETCH_FAILED', exit: 3 })
      expect(error.remedy).toContain('contents: read')
      expect(error.message).toContain(url)
      if (token !== '') expect(error.message).not.toContain(token)
    }
  })

  test('a server that quotes the token does not get it into the message, not even half of it', async () => {
    const server = await serveGit(published.root, {
      instead: (request, response) => {
        const quoted = `${'.'.repeat(1985)}${TOKEN} ${request.headers.authorization}`
        response.writeHead(403, { 'content-type': 'text/plain' }).end(quoted)
      },
    })
    const error = await errorOf(scratchOf({ url: server.url('project.git'), token: TOKEN }))
    expect(error.message).toContain('...')
    expect(error.message).not.toContain(TOKEN.slice(0, 6))
    expect(error.message).not.toContain(BASIC.slice(0, 6))
  })

  test.each([301, 302, 307, 308])('a redirection (%s) leads the token nowhere', async (status) => {
    const other = await serveGit(published.root)
    const server = await serveGit(published.root, {
      instead: (request, response) => {
        response.writeHead(status, { location: other.url((request.url ?? '').slice(1)) }).end()
      },
    })
    const error = await errorOf(scratchOf({ url: server.url('project.git'), token: TOKEN }))
    expect(error.code).toBe('FETCH_FAILED')
    expect(error.remedy).toContain('redirect')
    expect(other.requests).toEqual([])
  })

  test('a server that filters nothing', async () => {
    published.server.git('config', 'uploadpack.allowFilter', 'false')
    const server = await serveGit(published.root)
    await askAll(await scratchOf({ url: server.url('project.git') }))
  })

  test('a server of the old protocol that gives any commit by its id', async () => {
    published.server.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
    const server = await serveGit(published.root, { protocol: 0 })
    await askAll(await scratchOf({ url: server.url('project.git') }))
  })

  test('a server of the old protocol that gives nothing by its id: by the refs that hold it', async () => {
    const server = await serveGit(published.root, { protocol: 0 })
    const source = await scratchOf({ url: server.url('project.git'), via: ['refs/pull/7/head'] })
    // No ref stands at any of these two.
    const [base, head] = ['main~1', 'refs/pull/7/head~1'].map((rev) => published.server.git('rev-parse', rev))
    await source.complete(base!, head!, 1)
    await source.complete(published.base, published.head, 1)
    expect(await verdictIn(source)).toBe('pass')
    expect(await source.deepen()).toBe('nothing')
  })

  test('where no ref holds the commit it says so', async () => {
    published.server.git('update-ref', '-d', 'refs/pull/7/head')
    published.server.git('update-ref', '-d', 'refs/pull/7/merge')
    const server = await serveGit(published.root, { protocol: 0 })
    const source = await scratchOf({ url: server.url('project.git') })
    expect(await codeOf(source.complete(published.base, published.head, 1))).toBe('UNKNOWN_REVISION')
  })

  test.each([
    ['says nothing', { silence: 1, command: 60 }],
    ['says nothing, and git is patient', { silence: 600, command: 2 }],
  ])(
    'a server that %s is given up, and no process stays behind',
    async (_, patience) => {
      const server = await serveGit(published.root, { instead: () => undefined })
      const url = server.url('project.git')
      const error = await errorOf(scratchOf({ url, token: TOKEN, patience }))
      expect(error).toMatchObject({ code: 'FETCH_FAILED', exit: 3 })
      if (existsSync('/proc')) expect(commandLines()).not.toContain(url)
    },
    20_000,
  )
})

describe('whatever the transport', () => {
  test('nobody listens: refused', async () => {
    const error = await errorOf(scratchOf({ url: 'http://127.0.0.1:9/project.git' }))
    expect(error.code).toBe('FETCH_FAILED')
  })

  test.each([
    'ssh://git@127.0.0.1/project.git',
    'git@127.0.0.1:project.git',
    'git://127.0.0.1/project.git',
    'ext::sh -c "touch /tmp/x"',
    '--upload-pack=touch',
    '/tmp/project.git',
    '',
  ])('the address %s is not followed', async (url) => {
    expect(await codeOf(scratchOf({ url }))).toBe('USAGE')
  })

  test('a folder that is not there is named', async () => {
    const folder = join(temporaryFolder(), 'none')
    const error = await errorOf(scratchOf({ ...published, folder }))
    expect(error.code).toBe('FILE_SYSTEM')
    expect(error.message).toContain(folder)
  })

  test('a server without any commit knows none', async () => {
    const url = `file://${createRepo('--bare').dir}`
    const source = await scratchOf({ url })
    expect(await source.tip('refs/heads/main')).toBe(null)
    expect(await codeOf(source.complete(published.base, published.head, 1))).toBe('UNKNOWN_REVISION')
    expect(await source.deepen()).toBe('more')
  })

  test('an address that holds a password is refused, and not repeated', async () => {
    const error = await errorOf(scratchOf({ url: `https://user:${TOKEN}@127.0.0.1/project.git` }))
    expect(error.code).toBe('USAGE')
    expect(`${error.message}${error.remedy}`).not.toContain(TOKEN)
  })

  test.each([
    ['base', MISSING, 0],
    ['head', MISSING, 1],
    ['base', '0'.repeat(40), 0],
    ['head', 'refs/heads/main', 1],
    ['base', '--upload-pack=touch', 0],
  ])('a %s that is %s is said to be unknown', async (_, name, at) => {
    const source = await scratchOf(published)
    const ends: [string, string] = [published.base, published.head]
    ends[at] = name
    const error = await errorOf(source.complete(...ends, 1))
    expect(['UNKNOWN_REVISION', 'NULL_REVISION', 'INVALID_REVISION']).toContain(error.code)
    expect(error.message).toContain(name)
    // And the source can still be used.
    await askAll(source)
  })

  test('refs: exactly the one that is named, an annotated tag by its commit', async () => {
    const { server, base, head } = published
    server.git('update-ref', 'refs/heads/x/refs/heads/none', head)
    server.git('tag', '-a', '-m', 'tag', 'v1', base)
    const source = await scratchOf(published)
    expect(await source.tip('refs/heads/main')).toBe(base)
    expect(await source.tip('refs/tags/v1')).toBe(base)
    expect(await source.tip('refs/heads/none')).toBe(null)
    expect(await source.parents(MISSING)).toBe(null)
    for (const name of ['refs/heads/*', 'main', '--all', 'refs/heads/a b', 'refs/heads/a\nb'])
      expect(await codeOf(source.tip(name))).toBe('INVALID_REVISION')
  })

  test('parents are told before and after anything else was fetched, and never what a shallow edge hides', async () => {
    const { base, head, server } = published
    const merge = server.git('rev-parse', 'refs/pull/7/merge')
    const parentOf = (id: string) => server.git('rev-parse', `${id}^`)
    const source = await scratchOf(published)
    const told = async () => Promise.all([merge, base, head].map((id) => source.parents(id)))
    const expected = [[base, head], [parentOf(base)], [parentOf(head)]]
    const later = await scratchOf(published)
    await later.complete(base, head, 1)
    expect(await later.parents(merge)).toEqual([base, head])
    expect(await verdictIn(later)).toBe('pass')
    expect([await source.parents(merge), await source.parents(base), await source.parents(head)]).toEqual(
      expected,
    )
    await source.complete(base, head, 1)
    expect(await told()).toEqual(expected)
    expect(await verdictIn(source)).toBe('pass')
    await source.deepen()
    expect(await source.parents(merge)).toEqual([base, head])
    expect(await verdictIn(source)).toBe('pass')
  })

  test('everything is fetched when it is asked for: history, blobs, branches and tags', async () => {
    published.server.git('tag', 'old', 'main~30')
    const source = await scratchOf(published)
    await source.complete(published.base, published.head, 1)
    await source.deepen()
    gitIn(source, 'fsck', '--full', '--strict')
    expect(gitIn(source, 'rev-parse', '--is-shallow-repository', 'old', 'origin/main')).toEqual([
      'false',
      published.server.git('rev-parse', 'main~30'),
      published.base,
    ])
  })

  test('what is fetched is a bare repository that knows no server, and it is gone when closed', async () => {
    const folder = temporaryFolder()
    const source = await openScratch({ folder, url: published.url, token: '' })
    await source.complete(published.base, published.head, 1)
    expect(readdirSync(folder)).toHaveLength(1)
    expect(readdirSync(source.dir)).not.toContain('hooks')
    expect(readFileSync(join(source.dir, 'config'), 'utf8')).not.toMatch(/remote|promisor|partial|url/i)
    const before = fingerprint(source.dir)
    expect(await verdictIn(source)).toBe('pass')
    expect(fingerprint(source.dir)).toEqual(before)
    await source.close()
    expect(readdirSync(folder)).toEqual([])
  })

  test('no setting, hook or variable of this machine takes part', async () => {
    const home = temporaryFolder()
    const template = join(home, 'template')
    writeFileSync(
      join(home, '.gitconfig'),
      `[url "file:///nowhere/"]\n\tinsteadOf = file://\n[init]\n\ttemplateDir = ${template}\n[core]\n\tfsmonitor = touch ${home}/ran\n[fetch]\n\tprune = true\n\trecurseSubmodules = true\n`,
    )
    const env = {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: home,
      GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
      GIT_DIR: home,
      GIT_OBJECT_DIRECTORY: home,
      GIT_TEMPLATE_DIR: template,
      GIT_DEFAULT_HASH: 'sha256',
      GIT_TRACE: join(home, 'trace'),
      GIT_SSH_COMMAND: `touch ${home}/ran`,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'remote.origin.url',
      GIT_CONFIG_VALUE_0: 'file:///nowhere',
    }
    await askAll(await scratchOf({ ...published, env }))
    expect(readdirSync(home)).toEqual(['.gitconfig'])
  })
})
