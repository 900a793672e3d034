// Repositories of a given size, made by `git fast-import`: 50,000 files take seconds, not minutes.
import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from './measure.mjs'

export const env = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  LC_ALL: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@example.invalid',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@example.invalid',
}

export function temporary(name) {
  const dir = mkdtempSync(join(tmpdir(), `intentgate-bench-${name}-`))
  if (!process.env.KEEP) process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
  return dir
}

export const git = (dir, ...args) => must('git', args, { cwd: dir, env })
export const blobOf = (text) =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')

export const fileName = (i) =>
  `src/f${String(Math.floor(i / 200)).padStart(4, '0')}/file${String(i).padStart(6, '0')}.ts`
export const fileText = (i, version = 0) =>
  Array.from(
    { length: 40 },
    (_, line) => `export const value${line} = ${i} * ${line} + ${line === 7 ? version : 0}\n`,
  ).join('')

const digest = (line) => createHash('sha256').update(line).digest().subarray(0, 9).toString('base64url')

/** A canonical record of one file's step from one version to the next. */
export function record({ index, from, to, session, previous, intent = 'INT-001' }) {
  const path = fileName(index)
  const states = [
    [path, from === null ? null : '100644', from === null ? null : blobOf(from), '100644', blobOf(to)],
  ]
  const hex = createHash('sha256')
    .update(JSON.stringify([session, `call-${index}-${blobOf(to)}`, states]))
    .digest('hex')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  const hash = `sha256:${createHash('sha256').update(to).digest('hex')}`
  const line = to.split('\n')[7]
  const old = from?.split('\n')[7]
  const hunks =
    from === null ? [] : [{ at: [8, 1, 8, 1], removed: digest(`${old}\n`), added: digest(`${line}\n`) }]
  return JSON.stringify({
    version: '0.1.0',
    id,
    timestamp: '2026-01-01T00:00:00.000Z',
    intent_id: intent,
    tool: { name: 'bench', call: 'Write' },
    files: [
      {
        path,
        operation: from === null ? 'create' : 'modify',
        before: from === null ? { blob: null } : { blob: blobOf(from), mode: '100644' },
        after: { blob: blobOf(to), content_hash: hash, mode: '100644' },
        hunks,
        conversations: [{ contributor: { type: 'ai' }, ranges: [{ start_line: 8, end_line: 8 }] }],
      },
    ],
    session,
    previous,
  })
}

export const shardName = (n, month = '2026-01') =>
  `.orchestration/agent_trace/${month}/01-${String(n).padStart(16, '0')}-aaaaaa.jsonl`

/** Records of one shard, hash-linked. */
export function shard(entries) {
  let previous = null
  const lines = entries.map((entry) => {
    const line = record({ ...entry, previous })
    previous = `sha256:${createHash('sha256').update(line).digest('hex')}`
    return line
  })
  return `${lines.join('\n')}\n`
}

export const intentsYaml = `active_intents:
  - id: INT-001
    name: "Bench"
    status: IN_PROGRESS
    owned_scope: ["src/**"]
`

/** `files` files and a ledger of `records` records in `shards` shards, as one commit on main, checked out. */
export function createRepo(name, { files, records, shards }) {
  const dir = temporary(name)
  git(dir, 'init', '-q', '-b', 'main')
  // Through a file: a million records are longer than the longest string.
  const stream = join(dir, '.git', 'bench-stream')
  const out = openSync(stream, 'w')
  writeSync(
    out,
    'commit refs/heads/main\ncommitter Bench <bench@example.invalid> 1767225600 +0000\ndata 4\nbase\n',
  )
  const add = (path, text) =>
    writeSync(out, `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
  for (let i = 0; i < files; i++) add(fileName(i), fileText(i))
  add('.orchestration/active_intents.yaml', intentsYaml)
  add('.orchestration/policy.yaml', 'mode: enforce\n')
  add('.gitattributes', '.orchestration/agent_trace/** -text linguist-generated=true\n')
  const perShard = Math.ceil(records / shards)
  for (let n = 0; n < shards; n++) {
    const entries = Array.from({ length: perShard }, (_, k) => {
      const index = (n * perShard + k) % files
      return {
        index,
        from: fileText(index, -1 - n),
        to: fileText(index, -2 - n),
        session: String(n).padStart(16, '0'),
      }
    })
    add(shardName(n), shard(entries))
  }
  closeSync(out)
  const input = openSync(stream, 'r')
  must('git', ['fast-import', '--quiet'], { cwd: dir, env, stdio: [input, 'pipe', 'pipe'] })
  closeSync(input)
  rmSync(stream)
  git(dir, 'reset', '-q', '--hard')
  return dir
}

let serial = Date.now() % 1e9
/** Changes `count` files, traces them in a shard of their own, and stages all of it: what a person then commits. */
export function stageTraced(dir, { first, count, version, files }) {
  const entries = []
  for (let k = 0; k < count; k++) {
    const index = (first + k) % files
    const from = git(dir, 'show', `:${fileName(index)}`)
    const to = fileText(index, version)
    writeFileSync(join(dir, fileName(index)), to)
    entries.push({ index, from, to, session: 'f'.repeat(16) })
  }
  const name = shardName(900_000 + serial++, '2026-02')
  mkdirSync(join(dir, '.orchestration/agent_trace/2026-02'), { recursive: true })
  writeFileSync(join(dir, name), shard(entries))
  git(dir, 'add', '--', name, ...entries.map(({ index }) => fileName(index)))
  return name
}
