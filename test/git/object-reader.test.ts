import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePath, encodePath } from '../../src/core/path.ts'
import { parseAnswer, type Question } from '../../src/git/batch-answers.ts'
import { openRepository } from '../../src/git/repository.ts'
import { createRepo, repoAt, type TestRepo, temporaryFolder } from '../support/repo.ts'
import { codeOf, open } from './open.ts'

function objectFile({ dir }: TestRepo, oid: string): string {
  return join(dir, '.git/objects', oid.slice(0, 2), oid.slice(2))
}

function committed(files: Record<string, string | Uint8Array>): TestRepo {
  const repo = createRepo()
  repo.write(files)
  repo.git('add', '.')
  repo.git('commit', '-qm', 'one')
  return repo
}

describe('reading objects', () => {
  test.each([
    'a b',
    ' lead',
    'trail ',
    'line\nbreak',
    'tab\t',
    '"quoted"',
    ':colon',
    '-dash',
    '*.ts',
    '\u00e9',
    'e\u0301',
    'x missing',
    '💀',
  ])('a file named %j is found by its name', async (name) => {
    const { dir } = committed({ [name]: `in ${name}` })
    const repo = await open(dir)
    const info = await repo.info(`HEAD:${name}`)
    expect(await repo.content(info?.oid ?? '')).toEqual(Buffer.from(`in ${name}`))
  })

  test('a name that is not UTF-8 is found, and not taken for its neighbour', async () => {
    const { dir, git, tryGit } = createRepo()
    const oid = tryGit(['hash-object', '-w', '--stdin'], { input: 'raw' }).out.trim()
    const name = Buffer.from([0x62, 0xff])
    const lines = Buffer.concat([Buffer.from(`100644 blob ${oid}\t`), name, Buffer.from('\0')])
    const repo = await open(dir)
    const tree = (await repo.git(['mktree', '-z'], { input: lines })).stdout.toString().trim()
    expect(git('cat-file', '-t', tree)).toBe('tree')
    expect(await repo.info(`${tree}:${decodePath(name)}`)).toMatchObject({ oid })
    expect(await repo.info(`${tree}:b\ufffd`)).toBeNull()
    expect(await repo.info(`${tree}:b\udcfe`)).toBeNull()
  })

  test.each(['HEAD:nowhere', '0'.repeat(40), 'HEAD:a\0b', 'HEAD:a\nb', 'HEAD:\ud800', '', 'HEAD:a missing'])(
    'what does not exist is null, and the next question is still answered: %j',
    async (spec) => {
      const repo = await open(committed({ a: '1', '\ufffd': '2' }).dir)
      const answers = await Promise.all([
        repo.info(spec),
        repo.info('HEAD:a'),
        repo.tree(spec),
        repo.info('HEAD'),
      ])
      expect(answers.map((answer) => answer !== null)).toEqual([false, true, false, true])
    },
  )

  test('a thousand questions at once are answered in order, contents among them', async () => {
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`f${i}`, `${i}\n`.repeat(i)]))
    const repo = await open(committed(files).dir)
    const oids = await Promise.all(
      Object.keys(files).map(async (name) => (await repo.info(`HEAD:${name}`))?.oid ?? ''),
    )
    const asked = [...oids, ...oids.toReversed(), ...oids]
    const texts = Object.values(files)
    const contents = await Promise.all(asked.map((oid) => repo.content(oid)))
    expect(contents.map(String)).toEqual([...texts, ...texts.toReversed(), ...texts])
  })

  test('a blob over the limit is "large", one at the limit is read, a binary one byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256))
    const repo = await open(committed({ big: bytes }).dir)
    const oid = (await repo.info('HEAD:big'))?.oid ?? ''
    expect([await repo.content(oid, 69_999), await repo.content(oid, 70_000)]).toEqual(['large', bytes])
  })

  test('a tree, a commit and an empty file: only the last one has content', async () => {
    const repo = await open(committed({ empty: '' }).dir)
    const [commit, tree, blob] = await Promise.all(
      ['HEAD', 'HEAD^{tree}', 'HEAD:empty'].map((spec) => repo.info(spec)),
    )
    expect([commit?.type, tree?.type, blob?.type]).toEqual(['commit', 'tree', 'blob'])
    expect(await Promise.all([commit, tree, blob].map((info) => repo.content(info?.oid ?? '')))).toEqual([
      'missing',
      'missing',
      Buffer.alloc(0),
    ])
  })

  test('a missing object is "missing"', async () => {
    const test = committed({ a: '1' })
    const oid = test.git('rev-parse', ':a')
    rmSync(objectFile(test, oid))
    const repo = await open(test.dir)
    expect([await repo.content(oid), await repo.info('HEAD:a')]).toEqual(['missing', null])
  })

  test('an object whose header cannot be read is "missing"', async () => {
    const test = committed({ a: 'corrupt me' })
    const oid = test.git('rev-parse', ':a')
    chmodSync(objectFile(test, oid), 0o644)
    writeFileSync(objectFile(test, oid), 'garbage')
    expect(await (await open(test.dir)).content(oid)).toBe('missing')
  })

  test('an object that ends early is an error in bounded time, and the reader goes on', async () => {
    const test = committed({ a: randomBytes(100_000), b: '2' })
    const oid = test.git('rev-parse', ':a')
    chmodSync(objectFile(test, oid), 0o644)
    truncateSync(objectFile(test, oid), 50_000)
    const repo = await open(test.dir)
    expect(await codeOf(Promise.all([repo.content(oid), repo.info('HEAD')]))).toBe('GIT_FAILED')
    expect(await repo.info('HEAD:b')).toMatchObject({ size: 1 })
  })

  test('an index that git refuses to read is an error in bounded time', async () => {
    const { dir } = committed({ a: '1' })
    truncateSync(join(dir, '.git/index'), 10)
    const repo = await open(dir)
    expect(await codeOf(Promise.all([repo.info(':a'), repo.info(':b')]))).toBe('INDEX_DAMAGED')
  })

  test('an id that several objects begin with is ambiguous, not missing', async () => {
    const { dir, tryGit } = createRepo()
    const texts = new Map<string, string>()
    let start = ''
    for (let i = 0; start === ''; i++) {
      const oid = createHash('sha1')
        .update(`blob ${`${i}`.length}\0${i}`)
        .digest('hex')
        .slice(0, 4)
      const twin = texts.get(oid)
      texts.set(oid, `${i}`)
      if (twin === undefined) continue
      for (const input of [twin, `${i}`]) tryGit(['hash-object', '-w', '--stdin'], { input })
      start = oid
    }
    const repo = await open(dir)
    expect(await codeOf(repo.info(start))).toBe('AMBIGUOUS_REVISION')
  })

  test('a partial clone does not fetch: what it lacks is "missing", what it has is read', async () => {
    const origin = committed({ a: '1', 'dir/b': '2' })
    origin.git('config', 'uploadpack.allowFilter', 'true')
    origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
    const clone = repoAt(temporaryFolder())
    clone.git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${origin.dir}`, '.')
    const oids = [origin.git('rev-parse', ':a'), origin.git('rev-parse', ':dir/b')]
    const repo = await open(clone.dir)
    const asked = await Promise.all([
      repo.info('HEAD'),
      repo.content(oids[0]!),
      repo.content(oids[1]!),
      repo.tree('HEAD'),
    ])
    expect(asked.map((answer) => (answer === 'missing' ? answer : answer !== null))).toEqual([
      true,
      'missing',
      'missing',
      true,
    ])
    expect(clone.git('rev-list', '--objects', '--all', '--missing=print').match(/^\?/gm)).toHaveLength(2)
  })
})

test('an object over the limit is told by its size, and what is asked after it is answered', async () => {
  const test = createRepo()
  const large = Buffer.alloc(300_000, 'a')
  test.write({ large, small: 'small\n' })
  test.git('add', '-A')
  const repo = await openRepository(test.dir)
  try {
    const [big, small, whole] = await Promise.all([
      repo.content(test.git('rev-parse', ':large'), 299_999),
      repo.content(test.git('rev-parse', ':small')),
      repo.content(test.git('rev-parse', ':large'), 300_000),
    ])
    expect([big, Buffer.from(small as Uint8Array).toString(), (whole as Uint8Array).length]).toEqual([
      'large',
      'small\n',
      300_000,
    ])
  } finally {
    await repo.close()
  }
})

describe('answers of cat-file', () => {
  const question = fc.record({
    spec: fc.oneof(
      fc.constantFrom('a'.repeat(40), 'HEAD:x missing\n', 'a'),
      fc.string({ unit: 'binary', maxLength: 12 }),
    ),
    command: fc.constantFrom<Question['command']>('info', 'contents'),
    found: fc.boolean(),
    bytes: fc.uint8Array({ maxLength: 60 }),
    limit: fc.constantFrom(0, 20, 60),
  })

  test('however the output is cut into chunks, every question gets its own answer', () => {
    fc.assert(
      fc.property(
        fc.array(question, { maxLength: 6 }),
        fc.integer({ min: 1, max: 20 }),
        (questions, step) => {
          const asked = questions.map((one) => ({ ...one, spec: encodePath(one.spec) }))
          const output = Buffer.concat(
            asked.flatMap(({ spec, command, found, bytes }) => {
              if (!found) return [Buffer.from(spec), Buffer.from(' missing\n')]
              const header = Buffer.from(`${'a'.repeat(40)} blob ${bytes.length}\n`)
              return command === 'info' ? [header] : [header, Buffer.from(bytes), Buffer.from('\n')]
            }),
          )
          let at = 0
          let length = 0
          for (const one of asked) {
            // What was over the limit is still on its way.
            length = Math.max(length, at)
            let parsed = parseAnswer(output.subarray(0, length), at, one)
            while (typeof parsed === 'number') {
              expect(parsed).toBeGreaterThan(length)
              expect(parsed).toBeLessThanOrEqual(output.length)
              length = Math.min(Math.max(parsed, length + step), output.length)
              parsed = parseAnswer(output.subarray(0, length), at, one)
            }
            at = parsed.next
            if (one.found) {
              const isKept = one.command === 'contents' && one.bytes.length <= one.limit
              const bytes = Buffer.from(isKept ? one.bytes : [])
              expect(parsed.answer).toEqual({
                info: { oid: 'a'.repeat(40), type: 'blob', size: one.bytes.length },
                bytes,
              })
            } else expect(parsed.answer).toBe('missing')
          }
          expect(at).toBe(output.length)
        },
      ),
    )
  })

  test('anything else is refused', () => {
    const ask = (text: string) =>
      parseAnswer(Buffer.from(text), 0, { spec: Buffer.from('x'), command: 'info', limit: 0 })
    expect(() => ask('hello\n')).toThrow(expect.objectContaining({ code: 'GIT_OUTPUT' }))
    expect(() => ask('y'.repeat(200))).toThrow(expect.objectContaining({ code: 'GIT_OUTPUT' }))
  })
})
