import { describe, expect, test } from 'vitest'
import { governed, writeTraced } from './governed.ts'

const HELLO = 'src/greet/hello.js'

test('a committed line: record, intent, its parents up to the purpose, commit', async () => {
  const repo = governed()
  await writeTraced(repo, HELLO, 'one\n')
  repo.git('commit', '-q', '-m', 'Say one')
  await writeTraced(repo, HELLO, 'one\ntwo\n')
  repo.git('commit', '-q', '-m', 'Say two')
  const { code, out } = await repo.cli('explain', `${HELLO}:2`)
  expect(code).toBe(0)
  expect(out).toContain('ai (test/model) with intentgate record')
  expect(out).toContain('for INT-001 "Greet visitors by name" (IN_PROGRESS, level 4)')
  expect(out).toContain('for INT-000 "Visitors feel at home" (IN_PROGRESS, level 1)')
  expect(out).toMatch(/record [0-9a-f-]{36} in \.orchestration\/agent_trace\/.*\.jsonl:\d/)
  expect(out).toContain(`commit ${repo.git('rev-parse', 'HEAD').slice(0, 10)} "Say two"`)
})

test('each line is explained by the record that wrote it', async () => {
  const repo = governed()
  await writeTraced(repo, HELLO, 'one\n')
  repo.git('commit', '-q', '-m', 'Say one')
  await writeTraced(repo, HELLO, 'zero\none\n')
  repo.git('commit', '-q', '-m', 'Say zero')
  expect((await repo.cli('explain', `${HELLO}:2`)).out).toContain('"Say one"')
  expect((await repo.cli('explain', `${HELLO}:1`)).out).toContain('"Say zero"')
})

test('of two records that wrote the same words, the one that came with the commit of the line is named', async () => {
  const repo = governed()
  await writeTraced(repo, HELLO, 'same\n')
  repo.git('commit', '-q', '-m', 'First')
  const [first] = /record [0-9a-f-]{36}/.exec((await repo.cli('explain', `${HELLO}:1`)).out)!
  await writeTraced(repo, HELLO, 'same\nother\nsame\n')
  repo.git('commit', '-q', '-m', 'Second')
  expect((await repo.cli('explain', `${HELLO}:1`)).out).toContain(first)
  expect((await repo.cli('explain', `${HELLO}:3`)).out).not.toContain(first)
})

test('a path is meant from the folder one stands in', async () => {
  const repo = governed()
  await writeTraced(repo, HELLO, 'one\n')
  repo.git('commit', '-q', '-m', 'Say one')
  expect((await repo.cliIn('/src/greet', {}, 'explain', 'hello.js:1')).out).toContain('"Say one"')
})

test('a file from before the gate is said to be just that', async () => {
  const { out } = await governed({ 'src/old.js': 'old\n' }).cli('explain', 'src/old.js:1')
  expect(out).toContain('no trace record adds this line')
  expect(out).toContain('"Declare the intents"')
})

test('a staged line that nobody traced: what was tried, and what makes it pass', async () => {
  const repo = governed()
  await writeTraced(repo, HELLO, 'one\n')
  repo.write({ [HELLO]: 'one\nslipped in\n' })
  repo.git('add', HELLO)
  const { code, out } = await repo.cli('explain', `${HELLO}:2`)
  expect(code).toBe(0)
  expect(out).toContain('added, and no record of this file adds such a line')
  expect(out).toContain('refused: hash-mismatch')
  expect(out).toContain('may be used')
  expect(out).toMatch(
    /chain {7}the recorded writes lead from nothing to [0-9a-f]{10}, and from there nothing leads to/,
  )
  expect(out).toContain('composition nor do any two recorded states, taken together as one write')
  expect(out).toContain('each        what is staged is one commit; only check --range has several')
  expect(out).toMatch(/lines {7}a line is added or removed that no usable record adds or removes/)
  expect(out).toContain('npx intentgate adopt --intent INT-001 src/greet/hello.js')
})

test('a traced line of a refused file is named as traced', async () => {
  const repo = governed()
  await writeTraced(repo, HELLO, 'one\n')
  repo.write({ [HELLO]: 'one\nslipped in\n' })
  repo.git('add', HELLO)
  expect((await repo.cli('explain', `${HELLO}:1`)).out).toContain('recorded as added by:')
})

test('a line copied from a record that has been used up is named as such', async () => {
  const repo = governed()
  await writeTraced(repo, HELLO, 'one\n')
  repo.git('commit', '-q', '-m', 'Say one')
  repo.write({ [HELLO]: 'one\none\n' })
  repo.git('add', HELLO)
  const { out } = await repo.cli('explain', `${HELLO}:2`)
  expect(out).toContain('recorded, but by records that may not be used:')
  expect(out).toContain('spent: what it wrote already stands in the history of this file')
})

test('an untraced write before a traced one is named as what is missing', async () => {
  const repo = governed({ [HELLO]: 'one\n' })
  repo.write({ [HELLO]: 'one\nunseen\n' })
  repo.git('add', HELLO)
  repo.git('commit', '-q', '-m', 'unseen')
  await writeTraced(repo, HELLO, 'one\nunseen\nseen\n')
  repo.git('reset', '-q', '--soft', 'HEAD^')
  const { out } = await repo.cli('explain', HELLO)
  expect(out).toContain('what came before it is not traced')
})

test('a record out of scope is named with the reason it may not be used', async () => {
  const repo = governed()
  await writeTraced(repo, 'src/billing/invoice.js', 'total\n')
  const { out } = await repo.cli('explain', 'src/billing/invoice.js')
  expect(out).toContain('refused: scope-violation')
  expect(out).toContain(
    'scope-violation: Scope Violation: INT-001 is not authorized to edit src/billing/invoice.js',
  )
})

test('a covered staged path says by what, and for which intent', async () => {
  const repo = governed()
  await writeTraced(repo, HELLO, 'one\n')
  const { out } = await repo.cli('explain', HELLO)
  expect(out).toContain('covered, by chain')
  expect(out).toContain('INT-001 "Greet visitors by name"')
})

test('a line that the staged change leaves alone is looked up in HEAD, where it stood', async () => {
  const repo = governed()
  await writeTraced(repo, HELLO, 'one\n')
  repo.git('commit', '-q', '-m', 'Say one')
  repo.write({ [HELLO]: 'new\nnew\none\n' })
  repo.git('add', HELLO)
  const { out } = await repo.cli('explain', `${HELLO}:3`)
  expect(out).toContain('not changed by what is staged: it is line 1 of HEAD')
  expect(out).toContain('"Say one"')
})

describe('a line that is not staged yet is explained as it stands in the working tree', () => {
  const TITLE = 'not staged yet; if it were, with its records'
  const start = async () => {
    const repo = governed()
    await writeTraced(repo, HELLO, 'one\n')
    repo.git('commit', '-q', '-m', 'Say one')
    return repo
  }

  test('traced: by the record that adds it, though that is not staged either', async () => {
    const repo = await start()
    repo.write({ [HELLO]: 'new\none\n' })
    await repo.cli('record', '--intent', 'INT-001', '--by', 'ai', '--model', 'test/model')
    const before = repo.git('status', '--porcelain')
    const { code, out, err } = await repo.cli('explain', `${HELLO}:1`)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(TITLE)
    expect(out).toContain('recorded as added by:\n    ai (test/model)')
    expect(out).toContain('covered, by chain')
    expect(repo.git('status', '--porcelain')).toBe(before)
  })

  test('not traced: what would make it pass', async () => {
    const repo = await start()
    repo.write({ [HELLO]: 'one\nslipped in\n' })
    const { out } = await repo.cli('explain', `${HELLO}:2`)
    expect(out).toContain(TITLE)
    expect(out).toContain('added, and no record of this file adds such a line')
    expect(out).toContain('refused: ')
  })

  test('a line below it is looked up in HEAD where it stood', async () => {
    const repo = await start()
    repo.write({ [HELLO]: 'new\nnew\none\n' })
    const { out } = await repo.cli('explain', `${HELLO}:3`)
    expect(out).toContain('not changed by what is not staged yet: it is line 1 of HEAD')
    expect(out).toContain('"Say one"')
  })

  test('also above what is staged: lines count in the file that one sees', async () => {
    const repo = await start()
    await writeTraced(repo, HELLO, 'one\ntwo\n')
    repo.write({ [HELLO]: 'zero\none\ntwo\n' })
    const { out } = await repo.cli('explain', `${HELLO}:3`)
    expect(out).toContain(TITLE)
    expect(out).toContain('recorded as added by:')
    expect((await repo.cli('explain', HELLO)).out).toContain('\nstaged\n')
  })

  test('of a file that git does not know, in a folder below, with or without a line', async () => {
    const repo = await start()
    repo.write({ 'src/greet/new.js': 'fresh\n' })
    for (const place of ['new.js:1', 'new.js']) {
      const { code, out } = await repo.cliIn('/src/greet', {}, 'explain', place)
      expect([code, out]).toEqual([0, expect.stringContaining(TITLE)])
      expect(out).toContain('refused: trace-missing')
    }
    expect((await repo.cliIn('/src/greet', {}, 'explain', 'new.js:2')).err).toContain('has no line 2')
  })

  test('one that git ignores can never be staged, and is said to be unknown', async () => {
    const repo = await start()
    repo.write({ '.gitignore': '*.log\n', 'src/greet/x.log': 'x\n' })
    const { code, err } = await repo.cli('explain', 'src/greet/x.log:1')
    expect([code, err]).toEqual([2, expect.stringContaining('is neither staged nor in HEAD')])
  })
})

test('a file whose name ends in a number is a file', async () => {
  const repo = governed({ 'notes:12': 'x\n' })
  const { code, out } = await repo.cli('explain', 'notes:12')
  expect(code).toBe(0)
  expect(out).toMatch(/^"notes:12"\n/)
})

test.each([
  { args: [], message: 'PATH is missing' },
  { args: ['nowhere.ts'], message: 'nowhere.ts is neither staged nor in HEAD' },
  { args: ['.orchestration'], message: 'is neither staged nor in HEAD' },
  { args: ['../outside.ts'], message: 'is not a file of this repository' },
  { args: ['README:0'], message: 'lines count from 1' },
  { args: ['README:9'], message: 'README has no line 9' },
])('explain $args is a usage error', async ({ args, message }) => {
  const { code, err } = await governed({ README: 'x\n' }).cli('explain', ...args)
  expect(code).toBe(2)
  expect(err).toContain(message)
})

test('in a merge that was resolved, each line says where it comes from', async () => {
  const repo = governed({ [HELLO]: 'top\none\ntwo\nthree\nfour\nfive\n' })
  repo.git('checkout', '-q', '-b', 'side')
  repo.write({ [HELLO]: 'top\none\nside\nthree\nfour\nfive\ntheirs\n' })
  repo.git('commit', '-q', '-am', 'Side')
  repo.git('checkout', '-q', 'main')
  repo.write({ [HELLO]: 'top\none\nmain\nthree\nfour\nfive\n' })
  repo.git('commit', '-q', '-am', 'Main')
  expect(repo.tryGit(['merge', 'side']).code).toBe(1)
  repo.write({ [HELLO]: 'top\none\nboth\nthree\nfour\nfive\ntheirs\n' })
  repo.git('add', HELLO)
  const answers = [1, 3, 7].map((line) => repo.cli('explain', `${HELLO}:${line}`))
  const [kept, resolved, theirs] = await Promise.all(answers)
  expect([kept!.code, resolved!.code, theirs!.code]).toEqual([0, 0, 0])
  expect(kept!.out).toContain('it is line 1 of HEAD')
  expect(resolved!.out).toContain('added, and no record of this file adds such a line')
  expect(theirs!.out).toContain('it comes from what is merged')
})
