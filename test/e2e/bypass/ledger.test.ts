import { createHash } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'
import {
  type ClaimedRecord,
  chained,
  claim,
  commitAll,
  commitByCommit,
  PASSED,
  pullRequest,
  type Refusal,
  refused,
  shardsOf,
  smuggle,
  staged,
  unhooked,
  writeShard,
} from './attack.ts'

const PATH = 'src/app.ts'
const ONE = edit(APP, { 3: 'export const item3 = 33\n' })
const TWO = edit(ONE, { 9: 'export const item9 = 99\n' })
const THREE = edit(TWO, { 15: 'export const item15 = 1515\n' })

/** Three traced writes on main, in one shard. */
function withLedger(): GatedRepo & { readonly shard: string } {
  const repo = gatedRepo()
  for (const text of [ONE, TWO, THREE]) repo.trace({ [PATH]: text })
  repo.git('add', '-A')
  expect(repo.commit().code).toBe(0)
  repo.git('tag', 'traced')
  return { ...repo, shard: shardsOf(repo)[0]! }
}

test('the ledger of the base only grows: no line is lost or altered, by whatever means', async () => {
  const repo = withLedger()
  const lines = repo.read(repo.shard).split(/(?<=\n)/)
  const [first = '', second = '', third = ''] = lines
  expect(lines.length).toBe(3)
  const attacks: Record<string, () => void> = {
    'the last line cut': () => repo.write({ [repo.shard]: first + second }),
    'a line dropped': () => repo.write({ [repo.shard]: first + third }),
    'a line altered': () =>
      repo.write({ [repo.shard]: first + second.replace('INT-001', 'INT-002') + third }),
    'white space in a line': () => repo.write({ [repo.shard]: first + second.replace(':', ': ') + third }),
    'the shard deleted': () => repo.write({ [repo.shard]: null }),
    'the shard emptied': () => repo.write({ [repo.shard]: '' }),
    'another name, not a ledger’s': () => repo.git('mv', repo.shard, `${repo.shard}.bak`),
    'compacted without a line': () => {
      repo.write({ [repo.shard]: null, '.orchestration/agent_trace/2026-11/compact.jsonl': first + second })
    },
  }
  for (const [how, attack] of Object.entries(attacks)) {
    attack()
    const said = await staged(repo)
    expect({ how, code: said.code, errors: said.errors }).toMatchObject({
      how,
      code: 1,
      errors: expect.arrayContaining([`ledger-rewritten ${repo.shard}`]),
    })
    smuggle(repo)
    expect((await pullRequest(repo, 'traced')).errors).toContain(`ledger-rewritten ${repo.shard}`)
    unhooked(repo, 'reset', '-q', '--hard', 'traced')
  }
  // A set: order and places do not matter, as long as every line is there.
  smuggle(repo, { [repo.shard]: null, '.orchestration/agent_trace/all.jsonl': third + first + second })
  expect(await pullRequest(repo, 'traced')).toEqual(PASSED)
})

test('a write dropped from the ledger before it is committed', async () => {
  const repo = gatedRepo()
  const [a, b, c] = [
    [APP, ONE],
    [ONE, TWO],
    [TWO, THREE],
  ].map(([before, after]) => claim({ path: PATH, before: before!, after: after! }))
  repo.write({ [PATH]: THREE })
  const shard = writeShard(repo, chained([a!, c!]))
  expect(commitAll(repo)).toEqual(refused(`hash-mismatch ${PATH}`))
  repo.write({ [shard]: chained([a!, b!]) + chained([a!, b!, c!]).split(/(?<=\n)/)[2]! })
  expect(commitAll(repo)).toEqual(PASSED)
})

/** What CI says of a record that is altered after it was made. */
async function saidOf(alter: (record: ClaimedRecord) => object, text = ONE): Promise<Refusal> {
  const repo = gatedRepo()
  repo.write({ [PATH]: text })
  writeShard(repo, chained([alter(claim({ path: PATH, before: APP, after: ONE }))]))
  smuggle(repo)
  const { code, errors } = await pullRequest(repo)
  return { code, errors: errors.map((error) => error.replace(/agent_trace.*/, '…')) }
}

const INVALID = 'ledger-invalid .orchestration/…'

test('a record that its own blobs contradict', async () => {
  const forged: Record<string, (record: ClaimedRecord) => object> = {
    content_hash: (record) =>
      withFile(record, (file) => ({
        ...file,
        after: { ...file.after, content_hash: `sha256:${'0'.repeat(64)}` },
      })),
    'added lines': (record) => withHunk(record, { added: 'A'.repeat(12) }),
    'removed lines': (record) => withHunk(record, { removed: 'A'.repeat(12) }),
    'more lines than it counts': (record) => withHunk(record, { added: 'A'.repeat(24) }),
    'a place beyond the end': (record) => withHunk(record, { at: [3, 1, 900, 1] }),
  }
  for (const [what, alter] of Object.entries(forged)) {
    const { code, errors } = await saidOf(alter)
    expect({ what, code, errors }).toMatchObject({ what, code: 1, errors: expect.arrayContaining([INVALID]) })
  }
  expect(await saidOf((record) => record)).toEqual(PASSED)
})

test('a record whose before nobody has seen covers only the lines that it shows', async () => {
  const ghost = { blob: createHash('sha1').update('ghost').digest('hex'), mode: '100644' }
  const unseen = (record: ClaimedRecord) => withFile(record, (file) => ({ ...file, before: ghost }))
  expect((await saidOf(unseen, edit(ONE, { 9: 'evil()\n' }))).errors).toEqual([`hash-mismatch ${PATH}`])
  expect((await saidOf(unseen, edit(ONE, { 9: '' }))).errors).toEqual([`hash-mismatch ${PATH}`])
})

function withFile(record: ClaimedRecord, alter: (file: ClaimedRecord['files'][0]) => object): object {
  return { ...record, files: record.files.map(alter) }
}

function withHunk(record: ClaimedRecord, change: object): object {
  return withFile(record, (file) => ({ ...file, hunks: file.hunks.map((hunk) => ({ ...hunk, ...change })) }))
}

test('what two readers could read as two records', async () => {
  const line = chained([claim({ path: PATH, before: APP, after: ONE })])
  const tricks: Record<string, string> = {
    'a key given twice': line.replace('"intent_id":"INT-001"', '"intent_id":"INT-404","intent_id":"INT-001"'),
    'a key given twice, escaped': line.replace(
      '"intent_id":"INT-001"',
      '"intent\\u005fid":"INT-404","intent_id":"INT-001"',
    ),
    __proto__: line.replace('"tool":', '"__proto__":{"intent_id":"INT-001"},"tool":'),
    'glued lines': line.slice(0, -1) + line,
    'no newline': line.slice(0, -1),
    'a NUL': line.replace('"test"', '"te\0st"'),
    'a broken chain': line.replace('"previous":null', `"previous":"sha256:${'0'.repeat(64)}"`),
    'another content under the same id': line + line.replace('"name":"test"', '"name":"other"'),
  }
  const repo = gatedRepo()
  repo.write({ [PATH]: ONE })
  for (const [how, text] of Object.entries(tricks)) {
    const shard = writeShard(repo, text)
    const { code, errors } = await staged(repo)
    expect({ how, code, errors }).toMatchObject({
      how,
      code: 1,
      errors: expect.arrayContaining([`ledger-invalid ${shard}`]),
    })
    repo.git('rm', '-qf', shard)
  }
  writeShard(repo, line)
  expect(commitAll(repo)).toEqual(PASSED)
})

test('an escaped spelling of a path hides no record: it serves once, and is spent', async () => {
  const repo = gatedRepo({ policy: 'reverts: deny\nnew_intents: review\n' })
  const escaped = (text: string) => text.replaceAll('"src/app.ts"', '"\\u0073rc\\/app.ts"')
  repo.write({ [PATH]: ONE })
  writeShard(repo, escaped(chained([claim({ path: PATH, before: APP, after: ONE })])))
  expect(commitAll(repo)).toEqual(PASSED)
  expect(await pullRequest(repo)).toEqual(PASSED)
  repo.commitTraced({ [PATH]: APP })
  repo.write({ [PATH]: ONE })
  expect(commitAll(repo)).toEqual(refused(`revert ${PATH}`))
  smuggle(repo)
  expect(await pullRequest(repo, 'HEAD^')).toEqual(refused(`revert ${PATH}`))
})

// Not yet: only the files that differ are held against each other, so a copy in a new shard counts as new. Whoever can
// write it can as well forge a record (SECURITY.md); still, the ledger is a set, and a copy should change no verdict.
test('old records copied into a new shard are no new records', async () => {
  const repo = withLedger()
  repo.commitTraced({ [PATH]: APP })
  repo.write({ [PATH]: THREE })
  writeShard(repo, repo.read(repo.shard))
  smuggle(repo)
  const { out } = repo.check('--range', 'HEAD^..HEAD', '--format', 'json')
  expect(JSON.parse(out).violations).toMatchObject([{ rule: 'revert', path: PATH }])
})

test('a whole-file hash of another tool does not bring an old version back', async () => {
  const flat = (text: string) =>
    `${JSON.stringify({
      timestamp: '2026-11-30T12:00:00.000Z',
      intent_id: 'INT-001',
      file_path: PATH,
      content_sha256: createHash('sha256').update(text).digest('hex'),
      semantic_change: 'EVOLUTION',
      tool: 'other',
    })}\n`
  const repo = gatedRepo()
  smuggle(repo, { [PATH]: ONE, '.orchestration/agent_trace.jsonl': flat(ONE) })
  expect(await pullRequest(repo)).toEqual(PASSED)
  repo.commitTraced({ [PATH]: edit(ONE, { 3: 'strong()\n' }) })
  smuggle(repo, { [PATH]: edit(ONE, { 9: '' }) })
  smuggle(repo, { [PATH]: ONE })
  expect(await pullRequest(repo, 'HEAD^')).toEqual(refused(`hash-mismatch ${PATH}`))
  expect(await commitByCommit(repo, 'HEAD^')).toEqual(refused(`hash-mismatch ${PATH}`))
})

test('a ledger file that is a link or executable', async () => {
  const repo = gatedRepo()
  const shard = writeShard(repo, chained([claim({ path: PATH, before: APP, after: ONE })]))
  chmodSync(join(repo.dir, shard), 0o755)
  repo.write({ [PATH]: ONE })
  expect(commitAll(repo).code).toBe(1)
})
