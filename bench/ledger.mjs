// A one-file commit beside a ledger of 1,000 and of 1,000,000 records: cost follows the change, not the ledger.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { alternate, claim, ms, must, table, times } from './support/measure.mjs'
import { createRepo, env, git, stageTraced } from './support/repos.mjs'

const RUNS = 15
const cli = resolve('dist/cli.js')

function install(dir) {
  mkdirSync(join(dir, 'node_modules'), { recursive: true })
  symlinkSync(resolve('.'), join(dir, 'node_modules/intentgate'))
  writeFileSync(join(dir, '.gitignore'), 'node_modules/\n')
  must(process.execPath, [cli, 'init', '--yes', '--hooks', 'direct'], { cwd: dir, env })
  git(dir, 'add', '-A')
  git(dir, '-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'install')
}

export function bench() {
  const sizes = [
    { label: '1,000 records in 2 shards', files: 100, records: 1000, shards: 2 },
    { label: '1,000,000 records in 2,000 shards', files: 100, records: 1_000_000, shards: 2000 },
  ].map((size) => ({ ...size, dir: createRepo('ledger', size) }))
  const variants = {}
  let version = Date.now() % 1e9
  for (const { label, dir, files } of sizes) {
    install(dir)
    const prepare = (i) => stageTraced(dir, { first: i + 2, count: 1, version: version++, files })
    variants[label] = { prepare, run: () => must('git', ['commit', '-qm', 'x'], { cwd: dir, env }) }
  }
  const medians = alternate(variants, RUNS)
  const [small, large] = Object.values(medians)
  table(
    'one-file commit, hooks included',
    ['ledger', 'median', '× small'],
    Object.entries(medians).map(([label, value]) => [label, ms(value), times(value / small)]),
  )
  claim('one-file commit, 1,000,000 records / 1,000 records', large / small, 1.3)
}
