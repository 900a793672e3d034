import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'
import {
  chained,
  claim,
  commitAll,
  commitByCommit,
  PASSED,
  pullRequest,
  refused,
  smuggle,
  staged,
  writeShard,
} from './attack.ts'

const TRACED = edit(APP, {
  3: 'export function sum() {\n',
  4: '  return 1 + 2\n',
  5: '}\n',
  6: '// 漢字かな\n',
})
const MISMATCH = refused('hash-mismatch src/app.ts')

test('whatever is changed after the trace is refused, and what was traced passes', async () => {
  const tampered: Record<string, string> = {
    'one token': TRACED.replace('1 + 2', '1 - 2'),
    'one brace': TRACED.replace('}\n', '}}\n'),
    indentation: TRACED.replace('  return', '    return'),
    'a tab for spaces': TRACED.replace('  return', '\treturn'),
    'white space at an end': TRACED.replace('1 + 2\n', '1 + 2 \n'),
    'no final newline': TRACED.slice(0, -1),
    'one more final newline': `${TRACED}\n`,
    CRLF: TRACED.replaceAll('\n', '\r\n'),
    'one CRLF': TRACED.replace('1 + 2\n', '1 + 2\r\n'),
    'one CJK character': TRACED.replace('漢', '汉'),
    'a CJK line more': TRACED.replace('// 漢字かな\n', '// 漢字かな\n// 漢字\n'),
    'a byte order mark': `\ufeff${TRACED}`,
    'a traced line twice': TRACED.replace('  return 1 + 2\n', '  return 1 + 2\n  return 1 + 2\n'),
    'two traced lines swapped': TRACED.replace('  return 1 + 2\n}\n', '}\n  return 1 + 2\n'),
    'an old line taken away': TRACED.replace('export const item20 = 20\n', ''),
    'an old line said twice': TRACED.replace('item20 = 20\n', 'item20 = 20\nexport const item20 = 20\n'),
    'an empty line': TRACED.replace('}\n', '}\n\n'),
    'a comment': TRACED.replace('}\n', '} // nobody looks here\n'),
    emptied: '',
  }
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': TRACED })
  for (const [how, text] of Object.entries(tampered)) {
    repo.write({ 'src/app.ts': text })
    expect({ how, ...(await staged(repo)) }).toEqual({ how, ...MISMATCH })
  }
  expect(commitAll(repo)).toEqual(MISMATCH)
  smuggle(repo)
  expect(await pullRequest(repo)).toEqual(MISMATCH)
  expect(await commitByCommit(repo)).toEqual(MISMATCH)
  repo.git('reset', '-q', '--soft', 'adopted')
  repo.write({ 'src/app.ts': TRACED })
  expect(commitAll(repo)).toEqual(PASSED)
  expect(await pullRequest(repo)).toEqual(PASSED)
})

test('an edit that nobody traced, of a file nobody traced', async () => {
  const repo = gatedRepo()
  const untraced = refused('trace-missing src/app.ts', 'trace-missing src/new.ts')
  repo.write({ 'src/app.ts': edit(APP, { 3: 'evil()\n' }), 'src/new.ts': 'evil()\n' })
  expect(commitAll(repo)).toEqual(untraced)
  expect(commitAll(repo, '-n')).toEqual(untraced)
  smuggle(repo)
  expect(await pullRequest(repo)).toEqual(untraced)
  expect(await commitByCommit(repo)).toEqual(untraced)
  repo.git('reset', '-q', '--soft', 'adopted')
  repo.record()
  expect(commitAll(repo)).toEqual(PASSED)
})

test('traced lines do not cover a copy of themselves, in their file or in another', async () => {
  const repo = gatedRepo({ files: { 'src/other.ts': 'export const other = 1\n' } })
  const copy = "export const once = eval('1')\n"
  repo.trace({ 'src/app.ts': `${APP}${copy}` })
  repo.write({ 'src/app.ts': `${copy}${APP}${copy}` })
  expect(commitAll(repo)).toEqual(MISMATCH)
  repo.write({ 'src/app.ts': `${APP}${copy}`, 'src/other.ts': `export const other = 1\n${copy}` })
  expect(commitAll(repo)).toEqual(refused('trace-missing src/other.ts'))
  repo.git('checkout', '-q', 'HEAD', '--', 'src/other.ts')
  expect(commitAll(repo)).toEqual(PASSED)
})

test('a traced line that moved away serves one new file, not two', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': `${APP}export const stays = 1\nexport const moves = 1\n` })
  const moved = 'export const moves = 1\n'
  repo.write({ 'src/app.ts': `${APP}export const stays = 1\n`, 'src/one.ts': moved, 'src/two.ts': moved })
  expect(commitAll(repo)).toEqual(refused('trace-missing src/two.ts'))
  smuggle(repo)
  expect(await pullRequest(repo)).toEqual(refused('trace-missing src/two.ts'))
  repo.git('reset', '-q', '--soft', 'adopted')
  repo.git('rm', '-q', '-f', '--', 'src/two.ts')
  expect(commitAll(repo)).toEqual(PASSED)
})

test('lines of a scratch file, recorded and thrown away, pay for no insertion into an old file', async () => {
  const repo = gatedRepo({ files: { 'src/old.ts': 'export {}\n' } })
  repo.trace({ 'src/scratch.ts': 'first()\nsteal()\nlast()\n' })
  repo.write({ 'src/scratch.ts': null, 'src/old.ts': 'steal()\nexport {}\n' })
  expect(commitAll(repo)).toEqual(refused('trace-missing src/old.ts'))
  smuggle(repo)
  expect(await pullRequest(repo)).toEqual(refused('trace-missing src/old.ts'))
})

test('an untraced edit between two traced writes', async () => {
  const repo = gatedRepo()
  const one = edit(APP, { 3: 'export const item3 = 33\n' })
  const byHand = edit(one, { 9: 'evil()\n' })
  const two = edit(byHand, { 15: 'export const item15 = 1515\n' })
  repo.write({ 'src/app.ts': two })
  const path = 'src/app.ts'
  const writes = [claim({ path, before: APP, after: one }), claim({ path, before: byHand, after: two })]
  const shard = writeShard(repo, chained(writes))
  expect(commitAll(repo)).toEqual(MISMATCH)
  smuggle(repo)
  expect(await pullRequest(repo)).toEqual(MISMATCH)
  repo.git('reset', '-q', '--soft', 'adopted')
  repo.write({ [shard]: chained([writes[0]!, claim({ path, before: one, after: byHand }), writes[1]!]) })
  expect(commitAll(repo)).toEqual(PASSED)
})

test('an old version is not brought back by its old records, under policy reverts: deny', async () => {
  const repo = gatedRepo({ policy: 'reverts: deny\nnew_intents: review\n' })
  const [one, two] = [edit(APP, { 3: 'weak()\n' }), edit(APP, { 3: 'strong()\n' })]
  repo.commitTraced({ 'src/app.ts': one })
  repo.commitTraced({ 'src/app.ts': two })
  repo.write({ 'src/app.ts': one })
  expect(commitAll(repo)).toEqual(refused('revert src/app.ts'))
  smuggle(repo)
  expect(await pullRequest(repo, 'HEAD^')).toEqual(refused('revert src/app.ts'))
  repo.git('reset', '-q', '--soft', 'HEAD^')
  repo.record()
  expect(commitAll(repo)).toEqual(PASSED)
})

test('spent lines are not mixed into a version that never was', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'weak()\n', 9: 'fallback()\n' }) })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'strong()\n', 9: 'guard()\n' }) })
  repo.write({ 'src/app.ts': edit(APP, { 3: 'strong()\nweak()\n', 9: 'guard()\n' }) })
  expect(commitAll(repo)).toEqual(MISMATCH)
  smuggle(repo)
  expect(await pullRequest(repo, 'HEAD^')).toEqual(MISMATCH)
})
