// `check --range --each` over 1,000 commits × 5 files, beside what git itself needs to list them and read their blobs.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { alternate, claim, ms, must, table, times } from './support/measure.mjs'
import { env, fileName, fileText, git, intentsYaml, shard, shardName, temporary } from './support/repos.mjs'

const COMMITS = 1000
const FILES = 5
const RUNS = 5
const cli = resolve('dist/cli.js')

function createHistory() {
  const dir = temporary('range')
  git(dir, 'init', '-q', '-b', 'main')
  const parts = []
  const put = (path, text) =>
    parts.push(`M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
  const commit = (n) =>
    parts.push(
      `commit refs/heads/main\ncommitter Bench <bench@example.invalid> ${1767225600 + n} +0000\ndata 5\nstep\n\n`,
    )
  const versions = new Map()
  commit(0)
  put('.orchestration/active_intents.yaml', intentsYaml)
  for (let i = 0; i < 500; i++) put(fileName(i), fileText(i))
  for (let n = 1; n <= COMMITS; n++) {
    commit(n)
    const entries = Array.from({ length: FILES }, (_, k) => {
      const index = (n * 7 + k) % 500
      const from = fileText(index, versions.get(index) ?? 0)
      versions.set(index, n)
      return { index, from, to: fileText(index, n), session: 'e'.repeat(16) }
    })
    for (const { index, to } of entries) put(fileName(index), to)
    put(shardName(n), shard(entries))
  }
  must('git', ['fast-import', '--quiet'], { cwd: dir, env, input: parts.join('') })
  git(dir, 'reset', '-q', '--hard')
  git(dir, 'repack', '-adq')
  return dir
}

/** One `git log --raw -z` of the range, and one `cat-file --batch` of every blob it names. */
function readWithGit(dir, range) {
  const raw = must('git', ['log', '--raw', '-z', '--no-abbrev', '--no-renames', '--format=%H', range], {
    cwd: dir,
    env,
  })
  const ids = [...raw.matchAll(/:\d{6} \d{6} ([0-9a-f]{40}) ([0-9a-f]{40}) /g)].flatMap(
    ([, before, after]) => [before, after],
  )
  const blobs = [...new Set(ids)].filter((id) => !/^0+$/.test(id))
  must('git', ['cat-file', '--batch'], { cwd: dir, env, input: `${blobs.join('\n')}\n` })
}

/** Peak resident memory of one check, in MB, as the process itself says at its end. */
function peakMemory(dir, args) {
  const script = `process.argv.splice(1, 0, 'cli'); process.on('exit', () => process.stdout.write('peak ' + process.resourceUsage().maxRSS)); await import(${JSON.stringify(pathToFileURL(cli).href)})`
  const result = must(process.execPath, ['--input-type=module', '-e', script, '--', ...args], {
    cwd: dir,
    env,
  })
  return Number(/peak (\d+)/.exec(result)?.[1]) / 1024
}

export function bench() {
  const dir = createHistory()
  const base = git(dir, 'rev-list', '--max-parents=0', 'HEAD').trim()
  const range = `${base}..HEAD`
  const args = ['check', '--range', range, '--each']
  const medians = alternate(
    {
      'git log --raw -z + cat-file --batch': { run: () => readWithGit(dir, range) },
      'check --range --each': { run: () => must(process.execPath, [cli, ...args], { cwd: dir, env }) },
    },
    RUNS,
  )
  const [anchor, ours] = Object.values(medians)
  const peak = peakMemory(dir, args)
  table(
    `${COMMITS} commits × ${FILES} files`,
    ['what', 'median', '× git'],
    [
      ['git log + cat-file', ms(anchor), times(1)],
      ['check --range --each', ms(ours), times(ours / anchor)],
      ['peak memory', `${peak.toFixed(0)} MB`, ''],
    ],
  )
  claim('check --range --each / git log + cat-file', ours / anchor, 3)
  claim('peak memory / 300 MB', peak / 300, 1)
}
