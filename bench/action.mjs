// The Action beside the git commands it needs: those are noted in one run of it, and then run again without it, one after the other.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { noteGitCommands } from './support/git-commands.mjs'
import { claim, median, ms, must, table, times } from './support/measure.mjs'
import { createRepo, env, fileName, fileText, git, shard, shardName, temporary } from './support/repos.mjs'
import { nodes } from './support/tools.mjs'

const CHANGED = 5
const LARGEST = 1_200_000
const RUNS = 7
const index = resolve('action/dist/index.js')

/** A whole clone that also serves what it holds. main stands one commit after `start`, where pull requests leave it. */
function createClone(files) {
  const dir = createRepo('action', { files, records: 1000, shards: 4 })
  git(dir, 'tag', 'start')
  writeFileSync(join(dir, fileName(files - 1)), fileText(files - 1, 1))
  git(dir, 'commit', '-qam', 'main goes on')
  git(dir, 'update-ref', 'refs/remotes/origin/main', 'main')
  git(dir, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
  git(dir, 'config', 'uploadpack.allowFilter', 'true')
  return { dir, files }
}

/** `count` commits of five files each, every one with its shard; if `last` is untraced, the last one without. Its event's file. */
function openPullRequest({ dir, files }, { branch, count, last }) {
  const parts = []
  const put = (path, text) =>
    parts.push(`M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
  const versions = new Map()
  for (let n = 1; n <= count; n++) {
    const parent = n === 1 ? 'from refs/tags/start^0\n' : '\n'
    parts.push(
      `commit refs/heads/${branch}\ncommitter Bench <bench@example.invalid> ${1767225700 + n} +0000\ndata 5\nstep\n${parent}`,
    )
    const entries = Array.from({ length: CHANGED }, (_, k) => {
      const index = (n * 7 + k) % (files - 1)
      const before = fileText(index, versions.get(index) ?? 0)
      versions.set(index, n)
      return { index, from: before, to: fileText(index, n), session: 'e'.repeat(16) }
    })
    for (const { index, to } of entries) put(fileName(index), to)
    if (n < count || last === 'traced') put(shardName(n, '2026-03'), shard(entries))
  }
  must('git', ['fast-import', '--quiet'], { cwd: dir, env, input: parts.join('') })
  git(dir, 'repack', '-adq')
  return { dir, event: eventOf(dir, branch, count), expected: last === 'traced' ? 0 : 1 }
}

function eventOf(dir, branch, count) {
  const file = join(temporary('action-event'), 'event.json')
  const head = { sha: git(dir, 'rev-parse', branch).trim() }
  const pull_request = { head, base: { ref: 'main' }, user: { login: 'octocat' }, commits: count }
  const repository = { default_branch: 'main', clone_url: `file://${dir}` }
  writeFileSync(file, JSON.stringify({ action: 'opened', number: 7, pull_request, repository }))
  return file
}

const ANNOTATION = '::error '

/**
 * One step of a job, in a process of its own; `path` comes first on PATH. Milliseconds from its start until its first annotation can be
 * read, as a runner reads it: from a pipe, while the step goes on; null = it has none. Throws where it does not end as it should.
 */
async function runStep({ event, expected }, { workspace, folder, path }) {
  const variables = {
    ...{ PATH: `${path}:${env.PATH}`, HOME: folder, TMPDIR: join(folder, 'tmp'), RUNNER_TEMP: folder },
    ...{ GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: event },
    ...{ GITHUB_REPOSITORY: 'octo-org/octo-repo', GITHUB_WORKSPACE: workspace },
    ...{ GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') },
  }
  const start = performance.now()
  const child = spawn('node', [index], { cwd: folder, env: variables, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  let first = null
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk
    if (said.stdout.includes(ANNOTATION)) first ??= performance.now() - start
  })
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk
  })
  const [status] = await once(child, 'close')
  if (status !== expected || said.stdout.includes('::error file=') !== (expected === 1))
    throw new Error(`the Action exits ${status}\n${said.stdout}${said.stderr}`)
  return first
}

function stepOf(pull, where) {
  const prepare = () => {
    rmSync(where.folder, { recursive: true, force: true })
    mkdirSync(join(where.folder, 'tmp'), { recursive: true })
    for (const name of ['output', 'summary']) writeFileSync(join(where.folder, name), '')
  }
  return { prepare, run: () => runStep(pull, where) }
}

/** As `alternate`, for what is waited for. What a run returns is kept as a time of its own, named `first`. */
async function inTurn(variants, runs) {
  const all = { first: [] }
  for (let i = -1; i < runs; i++) {
    for (const [name, { prepare, run }] of Object.entries(variants)) {
      prepare?.()
      const start = performance.now()
      const first = await run()
      if (i < 0) continue
      all[name] = [...(all[name] ?? []), performance.now() - start]
      if (first != null) all.first.push(first)
    }
  }
  return Object.fromEntries(Object.entries(all).map(([name, some]) => [name, median(some)]))
}

/** The medians, of a bare start too, and how many git commands were noted. */
async function measure(path, pull) {
  const where = { workspace: pull.dir, folder: join(temporary('action-step'), 'step'), path }
  const ours = stepOf(pull, where)
  const git = await noteGitCommands(join(where.folder, 'tmp'), async (bin) => {
    ours.prepare()
    await runStep(pull, { ...where, path: `${bin}:${path}` })
  })
  const bare = { env: { ...env, PATH: `${path}:${env.PATH}` } }
  const start = { run: () => void must('node', ['-e', '0'], bare) }
  return { ...(await inTurn({ start, git, ours }, RUNS)), commands: git.count }
}

/** Without a workspace: a repository of its own, which fetches from a folder of this machine. */
async function measureFetching(path, pull) {
  const where = { workspace: '', folder: join(temporary('action-step'), 'step'), path }
  return (await inTurn({ fetching: stepOf(pull, where) }, 3)).fetching
}

export async function bench() {
  const [large, small] = [createClone(50_000), createClone(100)]
  const many = openPullRequest(large, { branch: 'many', count: 500, last: 'traced' })
  const few = { count: 3, last: 'untraced' }
  const pulls = {
    '500 commits × 5 files, 50,000 files': many,
    'untraced, 3 commits, 50,000 files': openPullRequest(large, { branch: 'few', ...few }),
    'untraced, 3 commits, 100 files': openPullRequest(small, { branch: 'few', ...few }),
  }
  for (const node of nodes()) await measureNode(node, pulls, many)
  const chunks = resolve('action/dist/chunks')
  const scripts = [index, ...readdirSync(chunks).map((name) => join(chunks, name))]
  const bytes = scripts.reduce((sum, file) => sum + statSync(file).size, 0)
  claim('action/dist without its parsers / 1.2 MB', bytes / LARGEST, 1)
}

async function measureNode({ label, path }, pulls, many) {
  const measured = []
  for (const [what, pull] of Object.entries(pulls))
    measured.push({ what, pull, ...(await measure(path, pull)) })
  const isRed = ({ pull }) => pull.expected === 1
  table(
    `${label}, from the workspace`,
    ['pull request', 'node -e 0', 'git commands', 'one by one', 'first annotation', 'end', 'end × git'],
    measured.map(({ what, start, git, commands, ours, first, ...one }) => [
      ...[what, ms(start), commands, ms(git), isRed(one) ? ms(first) : '', ms(ours), times(ours / git)],
    ]),
  )
  console.log(
    `${label}, the first of them fetched from file:// and judged: ${ms(await measureFetching(path, many))}`,
  )
  for (const { what, start, git, ours, first, ...one } of measured) {
    if (isRed(one))
      claim(`${label}, ${what}: first annotation / node -e 0 and the git commands`, first / (start + git), 2)
    else claim(`${label}, ${what}: the Action / its git commands`, ours / git, 2)
  }
}
