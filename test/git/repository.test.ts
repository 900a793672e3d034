import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openRepository } from '../../src/git/repository.ts'
import { createRepo, repoAt, temporaryFolder } from '../support/repo.ts'
import { codeOf, open } from './open.ts'

describe('finding the repository', () => {
  test.each(['plain', 'a b', 'line\nbreak', 'end\n', 'quote"\'', 'ünï', 'a:b'])(
    'in a folder named %j',
    async (name) => {
      const dir = join(temporaryFolder(), name)
      mkdirSync(join(dir, 'sub/deep'), { recursive: true })
      repoAt(dir).git('init', '-q')
      const oid = repoAt(dir).tryGit(['hash-object', '-w', '--stdin'], { input: 'here' }).out.trim()
      const repo = await open(join(dir, 'sub/deep'))
      expect(await repo.content(oid)).toEqual(Buffer.from('here'))
      expect(repo).toMatchObject({
        top: dir,
        gitDir: join(dir, '.git'),
        commonDir: join(dir, '.git'),
        prefix: 'sub/deep/',
      })
      expect(repo.objectFormat).toBe('sha1')
    },
  )

  test('in a linked worktree: its own git directory and index, the common objects', async () => {
    const main = createRepo()
    main.write({ a: '1' })
    main.git('add', '.')
    main.git('commit', '-qm', 'one')
    const dir = join(temporaryFolder(), 'linked')
    main.git('worktree', 'add', '-q', dir)
    const linked = repoAt(dir)
    linked.write({ b: '2' })
    linked.git('add', 'b')
    const repo = await open(dir)
    expect(repo).toMatchObject({
      top: dir,
      commonDir: join(main.dir, '.git'),
      indexFile: join(repo.gitDir, 'index'),
    })
    expect(repo.gitDir).toBe(join(main.dir, '.git/worktrees/linked'))
    expect(await repo.info(':b')).toMatchObject({ type: 'blob' })
  })

  test('in a submodule', async () => {
    const inner = createRepo()
    inner.git('commit', '-q', '--allow-empty', '-m', 'one')
    const outer = createRepo()
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'sub')
    const repo = await open(join(outer.dir, 'sub'))
    expect(repo).toMatchObject({
      top: join(outer.dir, 'sub'),
      gitDir: join(outer.dir, '.git/modules/sub'),
      prefix: '',
    })
  })

  test('where core.worktree points elsewhere', async () => {
    const { dir, git } = createRepo()
    const elsewhere = temporaryFolder()
    git('config', 'core.worktree', elsewhere)
    const repo = await open(dir)
    expect(repo.top).toBe(elsewhere)
    expect((await repo.git(['rev-parse', '--show-toplevel'])).stdout.toString()).toBe(`${elsewhere}\n`)
  })

  test('in a SHA-256 repository', async () => {
    const { dir, git, write } = createRepo('--object-format=sha256')
    write({ a: 'x' })
    git('add', '.')
    git('commit', '-qm', 'one')
    const repo = await open(dir)
    expect(repo).toMatchObject({
      objectFormat: 'sha256',
      emptyTree: git('hash-object', '-t', 'tree', '/dev/null'),
    })
    expect((await repo.info('HEAD:a'))?.oid).toHaveLength(64)
  })

  test.each([
    ['.git/other', '.'],
    ['.git/other', 'sub'],
    ['sub/other', 'sub'],
  ])('GIT_INDEX_FILE=%s keeps naming the same file from %s', async (index, from) => {
    const { dir, git, tryGit, write } = createRepo()
    write({ 'sub/a': '1' })
    git('add', '.')
    write({ b: '2' })
    expect(tryGit(['add', 'b'], { env: { GIT_INDEX_FILE: index } }).code).toBe(0)
    const repo = await open(join(dir, from), { GIT_INDEX_FILE: index })
    expect(repo.indexFile).toBe(join(dir, index))
    expect([await repo.info(':sub/a'), (await repo.info(':b'))?.type]).toEqual([null, 'blob'])
  })

  test('a relative GIT_DIR, as a script may export it', async () => {
    const { dir, write } = createRepo()
    write({ 'sub/a': '1' })
    const repo = await open(join(dir, 'sub'), { GIT_DIR: '../.git', GIT_WORK_TREE: '..' })
    expect(repo).toMatchObject({ top: dir, gitDir: join(dir, '.git'), prefix: 'sub/' })
    expect((await repo.git(['status', '--porcelain'])).stdout.toString()).toBe('?? sub/\n')
  })

  test('objects in a quarantine are found', async () => {
    const { dir, tryGit } = createRepo()
    const quarantine = temporaryFolder()
    const env = {
      GIT_OBJECT_DIRECTORY: quarantine,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: join(dir, '.git/objects'),
    }
    const oid = tryGit(['hash-object', '-w', '--stdin'], { input: 'pushed', env }).out.trim()
    const repo = await open(dir, { ...env, GIT_QUARANTINE_PATH: quarantine })
    expect(await repo.content(oid)).toEqual(Buffer.from('pushed'))
  })
})

describe('where nothing can be judged, the reason is told', () => {
  test('no repository', async () => {
    expect(await codeOf(openRepository(temporaryFolder()))).toBe('NOT_A_REPOSITORY')
  })

  test('no such folder', async () => {
    expect(await codeOf(openRepository(join(temporaryFolder(), 'gone')))).toBe('NOT_A_REPOSITORY')
  })

  test('inside .git', async () => {
    expect(await codeOf(openRepository(join(createRepo().dir, '.git')))).toBe('NOT_A_REPOSITORY')
  })

  test('a bare repository has nothing staged, and its commits can be read', async () => {
    const { dir } = createRepo('--bare')
    expect(await codeOf(openRepository(dir))).toBe('BARE_REPOSITORY')
    const repo = await openRepository(dir, 'commits')
    onTestFinished(() => repo.close())
    expect(repo).toMatchObject({ bare: true, top: realpathSync(dir), gitDir: realpathSync(dir) })
    expect(await repo.info('HEAD')).toBeNull()
  })

  test('a repository of another user', async () => {
    const { dir } = createRepo()
    expect(await codeOf(open(dir, { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }))).toBe('UNTRUSTED_REPOSITORY')
  })

  test('no git', async () => {
    expect(await codeOf(open(createRepo().dir, { PATH: temporaryFolder() }))).toBe('GIT_MISSING')
  })
})

describe('running git', () => {
  test('a status that is no answer is an error with the first words of stderr', async () => {
    const repo = await open(createRepo().dir)
    await expect(repo.git(['rev-parse', '--verify', 'nowhere'])).rejects.toMatchObject({
      code: 'GIT_FAILED',
      message: expect.stringContaining('git rev-parse failed (status 128)\nfatal: Needed a single revision'),
    })
  })

  test('an allowed status is an answer', async () => {
    const repo = await open(createRepo().dir)
    expect(await repo.git(['config', '--get', 'no.such'], { allow: [1] })).toMatchObject({ status: 1 })
    expect(await codeOf(repo.git(['config', '--get', 'no.such'], { allow: [2] }))).toBe('GIT_FAILED')
  })

  test('death by a signal is a failure, even where every status is allowed', async () => {
    const repo = await open(createRepo().dir)
    const allow = Array.from({ length: 256 }, (_, status) => status)
    await expect(repo.git(['-c', 'alias.die=!kill -9 $PPID', 'die'], { allow })).rejects.toMatchObject({
      code: 'GIT_FAILED',
      message: expect.stringContaining('killed by SIGKILL'),
    })
  })

  test('a megabyte of stderr stays out of stdout and out of the message', async () => {
    const repo = await open(createRepo().dir)
    const flood = 'alias.flood=!head -c 1000000 /dev/zero | tr "\\0" x >&2; echo out; exit 3'
    const result = await repo.git(['-c', flood, 'flood'], { allow: [3] })
    expect([result.stdout.toString(), result.stderr.length]).toEqual(['out\n', 64 * 1024])
    await expect(repo.git(['-c', flood, 'flood'])).rejects.toSatisfy(
      (error: Error) => error.message.length < 2200,
    )
  })

  test('input that git does not read is no error', async () => {
    const repo = await open(createRepo().dir)
    expect((await repo.git(['version'], { input: Buffer.alloc(10_000_000) })).status).toBe(0)
  })

  test('output has no limit', async () => {
    const repo = await open(createRepo().dir)
    const big = await repo.git(['-c', 'alias.big=!head -c 30000000 /dev/zero', 'big'])
    expect(big.stdout.length).toBe(30_000_000)
  })

  test.each(['nul\0', '\ud800', 'bad\udcff'])(
    'an argument that would reach git as another one is refused: %j',
    async (arg) => {
      const repo = await open(createRepo().dir)
      expect(await codeOf(repo.git(['ls-files', '--', arg]))).toBe('GIT_FAILED')
    },
  )

  test('reading ends where the reader has enough, and an error of the reader comes through', async () => {
    const repo = await open(createRepo().dir)
    const endless = ['-c', 'alias.endless=!yes', 'endless']
    await repo.stream(endless, () => 'enough')
    const broken = repo.stream(endless, () => {
      throw new TypeError('reader')
    })
    await expect(broken).rejects.toThrow('reader')
  })

  test('names are literal: a pathspec is a file', async () => {
    const { dir, write } = createRepo()
    write({ '*.ts': '', 'a.ts': '' })
    const repo = await open(dir)
    const { stdout } = await repo.git(['ls-files', '-z', '--others', '--', '*.ts'])
    expect(stdout.toString()).toBe('*.ts\0')
  })

  test('a replaced object is not what it is replaced by', async () => {
    const { dir, git, write } = createRepo()
    write({ a: 'real', b: 'fake' })
    git('add', '.')
    git('commit', '-qm', 'one')
    git('replace', git('rev-parse', ':a'), git('rev-parse', ':b'))
    const repo = await open(dir)
    expect(await repo.content(git('rev-parse', ':a'))).toEqual(Buffer.from('real'))
  })
})

describe('the scratch store', () => {
  test('takes what git must write, can be read, and disappears', async () => {
    const { dir, tryGit } = createRepo()
    const repo = await openRepository(dir)
    const written = await repo.scratch(['hash-object', '-w', '--stdin'], { input: 'draft' })
    const oid = written.stdout.toString().trim()
    const tree = await repo.scratch(['mktree'], { input: `100644 blob ${oid}\tf\n` })
    expect(await repo.content(oid)).toEqual(Buffer.from('draft'))
    expect(await repo.tree(tree.stdout.toString().trim())).not.toBeNull()
    expect(tryGit(['cat-file', '-e', oid]).code).not.toBe(0)
    const where = await repo.scratch(['rev-parse', '--git-path', 'objects'])
    const folder = where.stdout.toString().trim()
    expect(existsSync(join(folder, oid.slice(0, 2)))).toBe(true)
    await repo.close()
    expect(existsSync(folder)).toBe(false)
  })

  test('written to after reading began, it is seen', async () => {
    const repo = await open(createRepo().dir)
    const before = await repo.info('HEAD')
    const { stdout } = await repo.scratch(['hash-object', '-w', '--stdin'], { input: 'late' })
    expect([before, await repo.content(stdout.toString().trim())]).toEqual([null, Buffer.from('late')])
  })

  test('is gone when the process ends without a close', async () => {
    const known = new Set(process.listeners('exit'))
    const repo = await openRepository(createRepo().dir)
    const where = await repo.scratch(['rev-parse', '--git-path', 'objects'])
    const folder = where.stdout.toString().trim()
    const [onExit] = process.listeners('exit').filter((listener) => !known.has(listener))
    expect(existsSync(folder)).toBe(true)
    onExit?.(0)
    expect(existsSync(folder)).toBe(false)
    await repo.close()
  })

  test('closed before its first question, it starts no git for one that comes too late', async () => {
    const dir = createRepo().dir
    const repo = await openRepository(dir)
    await repo.close()
    await expect(repo.info('HEAD')).rejects.toMatchObject({ code: 'GIT_FAILED' })
    await expect(repo.contents(['0'.repeat(40)])).rejects.toMatchObject({ code: 'GIT_FAILED' })
  })

  test('a second close does nothing, and a closed repository does not answer', async () => {
    const repo = await openRepository(createRepo().dir)
    await repo.info('HEAD')
    await repo.close()
    await repo.close()
    expect(await codeOf(repo.info('HEAD'))).toBe('GIT_FAILED')
  })
})
