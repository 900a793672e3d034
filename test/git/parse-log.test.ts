import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Change, type Entry, MODES, statusOf } from '../../src/core/change.ts'
import { GateError } from '../../src/core/error.ts'
import { encodePath } from '../../src/core/path.ts'
import { createLogParser, LOG_ARGUMENTS, type LoggedCommit, parseLog } from '../../src/git/parse-log.ts'
import { createRepo, type TestRepo } from '../support/repo.ts'
import { commit, listed, opened } from './comparing.ts'

function printed({ id, parents, message, changes }: LoggedCommit): Buffer {
  const raw = changes.map((change) =>
    Buffer.concat([Buffer.from(`${header(change)}\0`), encodePath(change.path), Buffer.from('\0')]),
  )
  const start = Buffer.from(`${id}\0${parents.join(' ')}\0${message}\0\0${raw.length === 0 ? '' : '\n'}`)
  return Buffer.concat([start, ...raw])
}

function header(change: Change): string {
  const [before, after] = [change.before, change.after].map(
    (entry) => entry ?? { mode: '000000', blob: '0'.repeat(40) },
  )
  return `:${before!.mode} ${after!.mode} ${before!.blob} ${after!.blob} ${statusOf(change)}`
}

const nonzero = fc.stringMatching(/^[1-9a-f][0-9a-f]{39}$/)
const entry: fc.Arbitrary<Entry> = fc.record({ mode: fc.constantFrom(...MODES), blob: nonzero })
const path = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('\0'))
const change: fc.Arbitrary<Change> = fc
  .record({ path, before: fc.option(entry), after: fc.option(entry) })
  .filter(({ before, after }) => before !== null || after !== null)
const text = fc
  .oneof(fc.string(), fc.constantFrom('\n:100644 x', `\n${'a'.repeat(40)}\n`, ':'))
  .filter((message) => !message.includes('\0'))
const logged: fc.Arbitrary<LoggedCommit> = fc.record({
  id: nonzero,
  parents: fc.array(nonzero, { maxLength: 3 }),
  message: text,
  changes: fc.array(change, { maxLength: 4 }),
})

test('what is printed is read again, whatever messages and paths hold', () => {
  fc.assert(
    fc.property(fc.array(logged, { maxLength: 5 }), (commits) => {
      expect([...parseLog(Buffer.concat(commits.map(printed)))]).toEqual(commits)
    }),
  )
})

test('cut into chunks anywhere, it is read as the same commits', () => {
  fc.assert(
    fc.property(
      fc.array(logged, { maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 90 })),
      (commits, cuts) => {
        const output = Buffer.concat(commits.map(printed))
        const parser = createLogParser()
        const read: LoggedCommit[] = []
        let at = 0
        for (const cut of cuts) {
          read.push(...parser.push(output.subarray(at, at + cut)))
          at += cut
        }
        read.push(...parser.push(output.subarray(at)), ...parser.end())
        expect(read).toEqual(commits)
      },
    ),
  )
})

test('an output cut within a commit is refused, not read as a shorter one', () => {
  fc.assert(
    fc.property(logged, fc.nat(), (one, seed) => {
      const head = printed({ ...one, changes: [] })
      expect(() => [...parseLog(head.subarray(0, 1 + (seed % (head.length - 1))))]).toThrow(GateError)
    }),
  )
})

describe('git prints what is read', () => {
  test('messages with colons, NUL look-alikes and no text at all; paths with newlines and bytes that are no text', async () => {
    const repo = createRepo()
    const odd = 'n\n:100644 l'
    commit(repo, { [odd]: 'x' }, `subject\n\n:100644 100644 ${'a'.repeat(40)} M\n${'b'.repeat(40)}`)
    repo.git('commit', '-q', '--allow-empty', '--allow-empty-message', '-m', '')
    const repository = await opened(repo)
    const { stdout } = await repository.git(['log', ...LOG_ARGUMENTS, '--reverse', 'HEAD', '--'])
    const [first, second, ...more] = [...parseLog(stdout)]
    expect(more).toEqual([])
    expect([first?.parents, listed(first?.changes ?? [])]).toEqual([[], [`A ${odd}`]])
    expect(first?.message).toContain(`\n${'b'.repeat(40)}`)
    expect(second).toMatchObject({ parents: [first?.id], message: '', changes: [] })
  })

  test('a submodule that moved, though .gitmodules and the settings say to ignore it', async () => {
    const repo = createRepo()
    repo.write({ '.gitmodules': '[submodule "m"]\n\tpath = m\n\turl = ./m\n\tignore = all\n' })
    repo.git('add', '.gitmodules')
    for (const digit of ['1', '2']) {
      repo.git('update-index', '--add', '--cacheinfo', `160000,${digit.repeat(40)},m`)
      repo.git('commit', '-q', '-m', digit)
    }
    repo.git('config', 'diff.ignoreSubmodules', 'all')
    repo.git('config', 'submodule.m.ignore', 'all')
    expect((await logOf(repo)).map(({ changes }) => listed(changes))).toEqual([
      ['M m'],
      ['A .gitmodules', 'A m'],
    ])
  })

  test('a signature, shown to a user who wants to see them', async () => {
    const repo = createRepo()
    const tree = repo.git('write-tree')
    const person = 'Test <test@example.invalid> 1 +0000'
    const signature = '-----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----'
    const text = `tree ${tree}\nauthor ${person}\ncommitter ${person}\ngpgsig ${signature}\n\nsigned\n`
    const made = repo.tryGit(['hash-object', '-t', 'commit', '-w', '--stdin'], { input: text }).out.trim()
    repo.git('update-ref', 'refs/heads/main', made)
    repo.write({ '.git/gpg': '#!/bin/sh\necho "[GNUPG:] GOODSIG x"\necho "signed by somebody" >&2\n' })
    chmodSync(join(repo.dir, '.git/gpg'), 0o755)
    repo.git('config', 'gpg.program', join(repo.dir, '.git/gpg'))
    repo.git('config', 'log.showSignature', 'true')
    expect(repo.git('log', '-1', '--format=%H')).toContain('signed by somebody')
    expect(await logOf(repo)).toMatchObject([{ id: made, message: 'signed\n', changes: [] }])
  })

  test('the settings of a user who likes the log otherwise change nothing', async () => {
    const repo = createRepo()
    commit(repo, { 'a/a': '1', 'b/b': '1' })
    commit(repo, { 'a/a': null, 'a/moved': '1', 'b/b': '2' })
    const plain = await logOf(repo)
    const liked = {
      'log.showRoot': 'false',
      'diff.renames': 'copies',
      'diff.relative': 'true',
      'color.ui': 'always',
      'log.diffMerges': 'off',
      'log.decorate': 'full',
      'log.follow': 'true',
      'format.pretty': 'fuller',
    }
    for (const [name, value] of Object.entries(liked)) repo.git('config', name, value)
    repo.git('notes', 'add', '-m', 'a note')
    expect(await logOf(repo, `${repo.dir}/b`)).toEqual(plain)
    expect(plain.map(({ changes }) => listed(changes))).toEqual([
      ['D a/a', 'A a/moved', 'M b/b'],
      ['A a/a', 'A b/b'],
    ])
  })
})

async function logOf(repo: TestRepo, folder = repo.dir): Promise<LoggedCommit[]> {
  const repository = await opened(repo, folder)
  return [...parseLog((await repository.git(['log', ...LOG_ARGUMENTS, 'HEAD', '--'])).stdout)]
}
