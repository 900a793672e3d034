import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Entry, stateKey } from '../../src/core/change.ts'
import type { History } from '../../src/core/evidence.ts'
import { loadHistory } from '../../src/git/history.ts'
import type { Repository } from '../../src/git/types.ts'
import { createRepo, repoAt, type TestRepo, temporaryFolder } from '../support/repo.ts'
import { codeOf, open } from './open.ts'

const FOLDER = '.orchestration/agent_trace/2026-11'
const SINGLE = '.orchestration/agent_trace.jsonl'
let clock = 1_800_000_000

function shard(n: number): string {
  return `${FOLDER}/01-${'0123456789abcdef'}-aaaaa${n}.jsonl`
}

function uuid(n: number): string {
  return `00000000-0000-8000-8000-${String(n).padStart(12, '0')}`
}

/** Commits at the next second, or at the given one. */
function commit(repo: TestRepo, files: Record<string, string | null>, seconds = clock++): string {
  repo.write(files)
  repo.git('add', '-A')
  const date = `${seconds} +0000`
  const env = { GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date }
  const { code, err } = repo.tryGit(['commit', '-q', '--allow-empty', '-m', 'x'], { env })
  if (code !== 0) throw new Error(err)
  return repo.git('rev-parse', 'HEAD')
}

function entry(repo: TestRepo, text: string): Entry {
  return { mode: '100644', blob: repo.tryGit(['hash-object', '--stdin'], { input: text }).out.trim() }
}

/** The states since the birth of a record, as a set. */
function since(history: History, id: string): Set<string> {
  const birth = history.births.get(id)
  if (birth === undefined) throw new Error(`no birth of ${id}`)
  return new Set(history.states.filter(({ order }) => order >= birth).map(({ entry }) => stateKey(entry)))
}

function keys(repo: TestRepo, ...texts: (string | null)[]): Set<string> {
  return new Set(texts.map((text) => stateKey(text === null ? null : entry(repo, text))))
}

/** How often git was asked, and for how much. */
function counting(repo: Repository): { repo: Repository; bytes: () => number } {
  let bytes = 0
  const stream: Repository['stream'] = (args, onOutput, options) =>
    repo.stream(
      args,
      (chunk) => {
        bytes += chunk.length
        return onOutput(chunk)
      },
      options,
    )
  return { repo: { ...repo, stream }, bytes: () => bytes }
}

describe('the past of a path', () => {
  test('is every state since the commit that brought the record, and the one that held then', async () => {
    const test = createRepo()
    commit(test, { f: 'one' })
    commit(test, { f: 'two' })
    commit(test, { other: '1', [shard(1)]: uuid(1) })
    commit(test, { f: 'three', [shard(2)]: uuid(2) })
    commit(test, { f: null })
    const head = commit(test, { f: 'four' })
    const records = [
      { id: uuid(1), file: shard(1) },
      { id: uuid(2), file: shard(2) },
    ]
    const history = await loadHistory(await open(test.dir), head, 'f', records)
    expect(since(history, uuid(1))).toEqual(keys(test, 'two', 'three', null, 'four'))
    expect(since(history, uuid(2))).toEqual(keys(test, 'three', null, 'four'))
  })

  test('says what the commits that brought records did to it, a merge once per parent', async () => {
    const test = createRepo()
    commit(test, { f: 'one' })
    commit(test, { f: 'two', [shard(1)]: uuid(1) })
    commit(test, { f: 'no record', g: '1' })
    commit(test, { [shard(2)]: uuid(2) })
    test.git('checkout', '-qb', 'side')
    commit(test, { f: 'of the side' })
    test.git('checkout', '-q', 'main')
    commit(test, { f: 'of main' })
    test.tryGit(['merge', '-q', '--no-commit', 'side'])
    const merge = commit(test, { f: 'both', [shard(3)]: uuid(3) })
    const records = [1, 2, 3].map((n) => ({ id: uuid(n), file: shard(n) }))
    const { birthChanges, births } = await loadHistory(await open(test.dir), merge, 'f', records)
    const [first, third] = [births.get(uuid(1)), births.get(uuid(3))]
    expect(birthChanges.toSorted((a, b) => a.order - b.order)).toEqual([
      { order: first, before: entry(test, 'one'), after: entry(test, 'two') },
      { order: third, before: entry(test, 'of main'), after: entry(test, 'both') },
      { order: third, before: entry(test, 'of the side'), after: entry(test, 'both') },
    ])
  })

  test('before the first commit, and without records, is empty', async () => {
    const test = createRepo()
    const repo = await open(test.dir)
    const nothing = { states: [], birthChanges: [], births: new Map() }
    expect(await loadHistory(repo, null, 'f', [{ id: uuid(1), file: shard(1) }])).toEqual(nothing)
    expect(await loadHistory(repo, commit(test, { f: '1' }), 'f', [])).toEqual(nothing)
  })

  test('a mode change, a link and a submodule are states', async () => {
    const test = createRepo()
    commit(test, { f: 'x', [shard(1)]: uuid(1) })
    test.git('config', '-f', '.gitmodules', 'submodule.f.path', 'f')
    test.git('config', '-f', '.gitmodules', 'submodule.f.ignore', 'all')
    const submodule = { old: 'a'.repeat(40), new: 'b'.repeat(40) }
    const states = [
      ['100755', entry(test, 'x').blob],
      ['120000', entry(test, 'x').blob],
      ['160000', submodule.old],
      ['160000', submodule.new],
    ]
    for (const [mode, oid] of states) {
      test.git('update-index', '--cacheinfo', `${mode},${oid},f`)
      test.git('commit', '-qm', `${mode}`)
    }
    const history = await loadHistory(await open(test.dir), test.git('rev-parse', 'HEAD'), 'f', [
      { id: uuid(1), file: shard(1) },
    ])
    expect(history.states.slice(-4).map(({ entry }) => [entry?.mode, entry?.blob])).toEqual(states)
  })

  test('on a side branch counts, though the merge kept nothing of it', async () => {
    const test = createRepo()
    commit(test, { f: 'base' })
    test.git('checkout', '-qb', 'side')
    commit(test, { f: 'tried', [shard(1)]: uuid(1) })
    commit(test, { f: 'base' })
    test.git('checkout', '-q', 'main')
    commit(test, { g: '1' })
    test.git('merge', '-q', '--no-ff', '-m', 'merge', 'side')
    const history = await loadHistory(await open(test.dir), test.git('rev-parse', 'HEAD'), 'f', [
      { id: uuid(1), file: shard(1) },
    ])
    expect(since(history, uuid(1))).toEqual(keys(test, 'tried', 'base'))
  })

  test('holds what a merge after the birth took over from a commit before it', async () => {
    const test = createRepo()
    commit(test, { f: 'base' })
    test.git('checkout', '-qb', 'side')
    commit(test, { f: 'of the side' })
    test.git('checkout', '-q', 'main')
    commit(test, { [shard(1)]: uuid(1) })
    test.git('merge', '-q', '--no-ff', '-m', 'merge', 'side')
    const after = commit(test, { f: 'later' })
    const history = await loadHistory(await open(test.dir), after, 'f', [{ id: uuid(1), file: shard(1) }])
    expect(since(history, uuid(1))).toEqual(keys(test, 'base', 'of the side', 'later'))
  })

  test('on a side branch without a record counts, though nothing of it was merged', async () => {
    const test = createRepo()
    commit(test, { f: 'base', [shard(1)]: uuid(1) })
    test.git('checkout', '-qb', 'side')
    commit(test, { f: 'tried' })
    commit(test, { f: 'base', g: 'merged' })
    test.git('checkout', '-q', 'main')
    commit(test, { h: '1' })
    test.git('merge', '-q', '--no-ff', '-m', 'merge', 'side')
    const history = await loadHistory(await open(test.dir), test.git('rev-parse', 'HEAD'), 'f', [
      { id: uuid(1), file: shard(1) },
    ])
    expect(since(history, uuid(1))).toEqual(keys(test, 'base', 'tried'))
  })

  test('holds what a merge after the birth kept from a commit before it', async () => {
    const test = createRepo()
    commit(test, { f: 'base' })
    commit(test, { g: '1' })
    test.git('checkout', '-qb', 'side')
    test.git('checkout', '-q', 'main')
    commit(test, { f: 'of main' })
    test.git('checkout', '-q', 'side')
    commit(test, { [shard(1)]: uuid(1) })
    test.git('checkout', '-q', 'main')
    test.git('merge', '-q', '--no-ff', '-m', 'merge', 'side')
    const after = commit(test, { f: 'later' })
    const history = await loadHistory(await open(test.dir), after, 'f', [{ id: uuid(1), file: shard(1) }])
    expect(since(history, uuid(1))).toEqual(keys(test, 'base', 'of main', 'later'))
  })

  test('a record born in a merge commit itself is found', async () => {
    const test = createRepo()
    commit(test, { f: 'base' })
    test.git('checkout', '-qb', 'side')
    commit(test, { f: 'side' })
    test.git('checkout', '-q', 'main')
    commit(test, { g: '1' })
    test.git('merge', '-q', '--no-ff', '--no-commit', 'side')
    test.write({ f: 'resolved', [shard(1)]: uuid(1) })
    test.git('add', '.')
    test.git('commit', '-qm', 'merge')
    const history = await loadHistory(await open(test.dir), test.git('rev-parse', 'HEAD'), 'f', [
      { id: uuid(1), file: shard(1) },
    ])
    expect(since(history, uuid(1))).toEqual(keys(test, 'resolved'))
  })

  test('is ordered by the graph: a commit with the date of a liar does not come before the record', async () => {
    const test = createRepo()
    commit(test, { f: 'one' })
    commit(test, { [shard(1)]: uuid(1), f: 'two' })
    commit(test, { f: 'three' }, 1_000_000_000)
    commit(test, { f: 'two' }, 1_000_000_001)
    test.git('checkout', '-qb', 'side', 'HEAD~2')
    commit(test, { g: '1' })
    test.git('merge', '-q', '--no-ff', '-m', 'merge', 'main')
    const head = commit(test, { f: 'four' })
    const history = await loadHistory(await open(test.dir), head, 'f', [{ id: uuid(1), file: shard(1) }])
    expect(since(history, uuid(1))).toEqual(keys(test, 'two', 'three', 'four'))
    expect(history.states.at(-1)?.entry).toEqual(entry(test, 'four'))
  })

  test('records born on two branches each have their own past', async () => {
    const test = createRepo()
    commit(test, { f: '0' })
    test.git('checkout', '-qb', 'side')
    commit(test, { f: 'side', [shard(1)]: uuid(1) })
    test.git('checkout', '-q', 'main')
    commit(test, { g: 'main', [shard(2)]: uuid(2) })
    test.git('merge', '-q', '--no-ff', '-m', 'merge', 'side')
    const head = commit(test, { f: 'end' })
    const history = await loadHistory(await open(test.dir), head, 'f', [
      { id: uuid(1), file: shard(1) },
      { id: uuid(2), file: shard(2) },
    ])
    expect(history.births.size).toBe(2)
    expect(since(history, uuid(1)).has(stateKey(entry(test, 'side')))).toBe(true)
    expect(since(history, uuid(2)).has(stateKey(entry(test, '0')))).toBe(true)
  })

  test('what came long before the records is not read', async () => {
    const test = createRepo()
    for (let i = 0; i < 20; i++)
      commit(test, {
        f: `old ${i}`,
        [`${FOLDER}/01-${'b'.repeat(16)}-o${String(i).padStart(5, '0')}.jsonl`]: 'x',
      })
    commit(test, { [shard(1)]: uuid(1) })
    const head = commit(test, { f: 'new' })
    const { repo, bytes } = counting(await open(test.dir))
    const history = await loadHistory(repo, head, 'f', [{ id: uuid(1), file: shard(1) }])
    expect([history.states.length, bytes() < 1500]).toEqual([2, true])
  })

  test('attributes, settings and a SHA-256 repository change nothing', async () => {
    const test = createRepo('--object-format=sha256')
    test.write({ '.gitattributes': '* -diff\n*.jsonl binary\n' })
    for (const [name, value] of Object.entries({
      'log.showRoot': 'false',
      'log.showSignature': 'true',
      'log.diffMerges': 'off',
      'log.follow': 'true',
      'diff.relative': 'true',
      'diff.renames': 'copies',
      'diff.ignoreSubmodules': 'all',
      'color.ui': 'always',
      'format.pretty': 'fuller',
      'log.decorate': 'full',
      'diff.noprefix': 'true',
      'diff.external': 'false',
    }))
      test.git('config', name, value)
    commit(test, { f: 'before', [`${FOLDER}/compacted-1.jsonl`]: '\0' })
    commit(test, { f: 'one', [SINGLE]: `${uuid(1)}\n`, [`${FOLDER}/compacted-1.jsonl`]: `${uuid(2)}\0\n` })
    const head = commit(test, { f: 'two' })
    const history = await loadHistory(await open(test.dir), head, 'f', [
      { id: uuid(1), file: SINGLE },
      { id: uuid(2), file: `${FOLDER}/compacted-1.jsonl` },
    ])
    const states = [entry(test, 'one'), entry(test, 'two')].map(stateKey)
    expect(since(history, uuid(1))).toEqual(new Set(states))
    expect(since(history, uuid(2))).toEqual(new Set(states))
  })
})

describe('records in files that grow or move', () => {
  test('in the single file: the commit that wrote the line, on whichever branch', async () => {
    const test = createRepo()
    const line = (n: number) => `{"id":"${uuid(n)}"}\n`
    commit(test, { f: '0', [SINGLE]: line(0) })
    let text = line(0)
    for (let i = 1; i < 6; i++) {
      text += line(i)
      commit(test, { f: `${i}`, [SINGLE]: text })
    }
    test.git('checkout', '-qb', 'side')
    commit(test, { f: 'side', [SINGLE]: text + line(6) })
    commit(test, { f: 'side end' })
    test.git('checkout', '-q', 'main')
    commit(test, { g: '1' })
    test.git('merge', '-q', '--no-ff', '-m', 'merge', 'side')
    const head = commit(test, { f: 'end', [SINGLE]: text + line(6) + line(7) })
    const records = [0, 1, 3, 5, 6, 7].map((n) => ({ id: uuid(n), file: SINGLE }))
    const history = await loadHistory(await open(test.dir), head, 'f', records)
    const after = ['side', 'side end', 'end']
    expect(since(history, uuid(0))).toEqual(keys(test, '0', '1', '2', '3', '4', '5', ...after))
    expect(since(history, uuid(3))).toEqual(keys(test, '3', '4', '5', ...after))
    expect(since(history, uuid(5))).toEqual(keys(test, '5', ...after))
    expect(since(history, uuid(7))).toEqual(keys(test, 'end'))
    expect([
      since(history, uuid(6)).has(stateKey(entry(test, 'side'))),
      since(history, uuid(6)).has(stateKey(entry(test, '4'))),
    ]).toEqual([true, false])
  })

  test('compacted: not the commit that moved the line, but the first that wrote it', async () => {
    const test = createRepo()
    commit(test, { f: 'one', [shard(1)]: `${uuid(1)}\n` })
    commit(test, { f: 'two', [SINGLE]: `${uuid(2)}\n` })
    commit(test, { f: 'three' })
    const compacted = `${FOLDER}/compacted-0123456789abcdef.jsonl`
    const head = commit(test, { [shard(1)]: null, [SINGLE]: null, [compacted]: `${uuid(1)}\n${uuid(2)}\n` })
    const records = [uuid(1), uuid(2)].map((id) => ({ id, file: compacted }))
    const history = await loadHistory(await open(test.dir), head, 'f', records)
    expect(since(history, uuid(1))).toEqual(keys(test, 'one', 'two', 'three'))
    expect(since(history, uuid(2))).toEqual(keys(test, 'two', 'three'))
  })

  test('copied into a second file: as old as the first', async () => {
    const test = createRepo()
    commit(test, { f: 'one', [shard(1)]: uuid(1) })
    const head = commit(test, { f: 'two', [shard(2)]: uuid(1) })
    for (const files of [
      [shard(1), shard(2)],
      [shard(2), shard(1)],
    ]) {
      const records = files.map((file) => ({ id: uuid(1), file }))
      const history = await loadHistory(await open(test.dir), head, 'f', records)
      expect(since(history, uuid(1))).toEqual(keys(test, 'one', 'two'))
    }
  })

  test.each([SINGLE, `${FOLDER}/compacted-1.jsonl`])(
    'an id that does not stand in the text of %s is as old as the ledger',
    async (file) => {
      const test = createRepo()
      commit(test, { f: 'before' })
      commit(test, { f: 'one', [file]: 'flat dialect\n' })
      const head = commit(test, { f: 'two', [file]: 'flat dialect\nmore\n' })
      const history = await loadHistory(await open(test.dir), head, 'f', [{ id: 'made (up).*', file }])
      expect(since(history, 'made (up).*')).toEqual(keys(test, 'one', 'two'))
    },
  )

  test('a shard that no commit added is an error', async () => {
    const test = createRepo()
    const head = commit(test, { f: '1' })
    const repo = await open(test.dir)
    for (const file of [shard(1), SINGLE, `${FOLDER}/compacted-1.jsonl`]) {
      expect(await codeOf(loadHistory(repo, head, 'f', [{ id: uuid(1), file }]))).toBe('GIT_OUTPUT')
    }
  })

  test('more records than a command line holds', async () => {
    const test = createRepo()
    const shards = Array.from(
      { length: 300 },
      (_, i) => `${FOLDER}/01-${'c'.repeat(16)}-${String(i).padStart(6, '0')}.jsonl`,
    )
    commit(test, { f: 'one', ...Object.fromEntries(shards.map((file, i) => [file, uuid(i)])) })
    const head = commit(test, { f: 'two' })
    const records = shards.map((file, i) => ({ id: uuid(i), file }))
    const many = Array.from({ length: 5000 }, (_, i) => ({
      id: `${uuid(i)}${'-'.repeat(60)}`,
      file: `${FOLDER}/compacted-1.jsonl`,
    }))
    const history = await loadHistory(await open(test.dir), head, 'f', [...records, ...many])
    expect(history.births.size).toBe(5300)
  })
})

describe('where the past is cut off', () => {
  function cloneOf(test: TestRepo, ...args: string[]): TestRepo {
    const clone = repoAt(join(temporaryFolder(), 'clone'))
    test.git('clone', '-q', '--no-checkout', ...args, `file://${test.dir}`, clone.dir)
    return clone
  }

  test('a record from beyond the edge of a shallow clone is SHALLOW; one from this side has its past', async () => {
    const test = createRepo()
    commit(test, { f: 'one', [shard(1)]: uuid(1) })
    commit(test, { f: 'two' })
    commit(test, { f: 'three', [shard(2)]: uuid(2) })
    const head = commit(test, { f: 'four' })
    const repo = await open(cloneOf(test, '--depth=3').dir)
    expect(await codeOf(loadHistory(repo, head, 'f', [{ id: uuid(1), file: shard(1) }]))).toBe('SHALLOW')
    const history = await loadHistory(repo, head, 'f', [{ id: uuid(2), file: shard(2) }])
    expect(since(history, uuid(2))).toEqual(keys(test, 'three', 'four'))
  })

  test("a partial clone without blobs knows its shards' past", async () => {
    const test = createRepo()
    test.git('config', 'uploadpack.allowFilter', 'true')
    commit(test, { f: 'one', [shard(1)]: uuid(1) })
    const head = commit(test, { f: 'two' })
    const repo = await open(cloneOf(test, '--filter=blob:none').dir)
    const history = await loadHistory(repo, head, 'f', [{ id: uuid(1), file: shard(1) }])
    expect(since(history, uuid(1))).toEqual(keys(test, 'one', 'two'))
    expect(
      await codeOf(loadHistory(repo, head, 'f', [{ id: uuid(1), file: `${FOLDER}/compacted-1.jsonl` }])),
    ).not.toBe('no error')
  })
})
