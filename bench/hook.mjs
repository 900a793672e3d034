// What all our hooks add to one `git commit` of ten traced files, beside `node -e 0` and what others add.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { claim, inRounds, median, ms, must, table, times } from './support/measure.mjs'
import { createRepo, env, git, stageTraced, temporary } from './support/repos.mjs'
import { nodes, tool } from './support/tools.mjs'

const RUNS = 21
const EMPTY = 'four empty hooks'
const cli = resolve('dist/cli.js')

function install(dir, layout) {
  mkdirSync(join(dir, 'node_modules'), { recursive: true })
  symlinkSync(resolve('.'), join(dir, 'node_modules/intentgate'))
  writeFileSync(join(dir, '.gitignore'), 'node_modules/\n')
  if (layout === 'husky')
    writeFileSync(join(dir, 'package.json'), '{"private":true,"devDependencies":{"intentgate":"*"}}\n')
  must(process.execPath, [cli, 'init', '--yes', '--hooks', layout], { cwd: dir, env })
  git(dir, 'add', '-A')
  git(dir, '-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'install')
}

function hookFolder(name, script) {
  const dir = temporary(name)
  writeFileSync(join(dir, 'pre-commit'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(dir, 'pre-commit'), 0o755)
  return dir
}

/** Hook folders of others, `null` where npm cannot bring them. */
function others(husky) {
  const lefthook = tool('lefthook', '2.2.1')
  const lintStaged = tool('lint-staged', '16.4.0')
  const config = join(temporary('lint-staged'), 'none.json')
  writeFileSync(config, '{"*.none":"true"}\n')
  return {
    'husky, empty hook': husky,
    'lefthook 2.2.1, empty job':
      lefthook && hookFolder('lefthook', `exec node ${lefthook}/bin/index.js run pre-commit >/dev/null 2>&1`),
    'lefthook 2.2.1, binary called directly':
      lefthook &&
      hookFolder(
        'lefthook-binary',
        `exec ${lefthook}/../lefthook-linux-x64/bin/lefthook run pre-commit >/dev/null 2>&1`,
      ),
    'lint-staged 16, nothing to do':
      lintStaged &&
      hookFolder('lint-staged', `exec node ${lintStaged}/bin/lint-staged.js --quiet --config ${config}`),
  }
}

/** What git itself pays for having hooks: it starts each, and reads its index again after pre-commit. */
function emptyHooks() {
  const dir = temporary('empty-hooks')
  for (const name of ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit']) {
    writeFileSync(join(dir, name), '#!/bin/sh\nexit 0\n')
    chmodSync(join(dir, name), 0o755)
  }
  return dir
}

function emptyHusky() {
  const dir = temporary('husky')
  git(dir, 'init', '-q')
  must(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import h from ${JSON.stringify(resolve('node_modules/husky/index.js'))}; h()`,
    ],
    { cwd: dir, env },
  )
  writeFileSync(join(dir, '.husky/pre-commit'), 'true\n')
  return join(dir, '.husky/_')
}

function commitWith(dir, hooksPath, path) {
  return {
    cwd: dir,
    env: { ...env, PATH: `${path}:${env.PATH}` },
    args: ['-c', `core.hooksPath=${hooksPath}`, 'commit', '-qm', 'x'],
  }
}

export async function bench() {
  const huskyRepo = temporary('husky-layout')
  git(huskyRepo, 'init', '-q', '-b', 'main')
  install(huskyRepo, 'husky')
  const husky = join(huskyRepo, '.husky/_')
  const sizes = [
    { label: '100 files, 1,000 records', files: 100, records: 1000, shards: 4 },
    { label: '50,000 files, 100,000 records', files: 50_000, records: 100_000, shards: 200 },
  ]
  const repos = sizes.map((size) => ({ ...size, dir: createRepo('hook', size) }))
  for (const { dir } of repos) {
    install(dir, 'direct')
    writeFileSync(join(dir, 'lefthook.yml'), 'pre-commit:\n  jobs:\n    - run: "true"\n')
  }
  for (const node of nodes()) measureNode(node, repos, husky)
}

/** Both repositories in the same rounds: they are compared with each other. Times by name, for each. */
function alternateAll(repos, variantsOf) {
  const keyed = repos.map((repo) =>
    Object.entries(variantsOf(repo)).map(([name, one]) => [`${repo.label}: ${name}`, one]),
  )
  const rounds = inRounds(Object.fromEntries(keyed.flat()), RUNS)
  return repos.map(({ label }, at) =>
    Object.fromEntries(keyed[at].map(([key]) => [key.slice(label.length + 2), rounds[key]])),
  )
}

function measureNode({ label, path }, repos, husky) {
  const rivals = Object.entries({ [EMPTY]: emptyHooks(), ...others(emptyHusky()) })
  const foldersOf = (repo) => [
    ['no hooks', '/dev/null'],
    ['ours, direct', join(repo.dir, '.git/hooks')],
    ['ours, husky', husky],
    ...rivals.filter(([, folder]) => folder !== null),
  ]
  const variantsOf = (repo) => {
    let version = Date.now() % 1e9
    const variants = Object.fromEntries(
      foldersOf(repo).map(([name, folder]) => {
        const { args, ...options } = commitWith(repo.dir, folder, path)
        return [
          name,
          {
            prepare: (i) =>
              stageTraced(repo.dir, {
                first: (i + 2) * 10,
                count: 10,
                version: version++,
                files: repo.files,
              }),
            run: () => must('git', args, options),
          },
        ]
      }),
    )
    variants['node -e 0'] = {
      run: () => must('node', ['-e', '0'], { env: { ...env, PATH: `${path}:${env.PATH}` } }),
    }
    return variants
  }
  const added = alternateAll(repos, variantsOf).map((rounds, at) => ({
    ...{ repo: repos[at], rounds },
    names: foldersOf(repos[at])
      .map(([name]) => name)
      .slice(1),
  }))
  // Round by round: what makes one round slow makes all of it slow.
  const over = ({ rounds }, name, anchor = 'no hooks') =>
    median(rounds[name].map((time, at) => time - rounds[anchor][at]))
  for (const entry of added) {
    const { repo, rounds, names } = entry
    const node = median(rounds['node -e 0'])
    table(
      `${label}: ${repo.label}. node -e 0 = ${ms(node)}, git commit without hooks = ${ms(median(rounds['no hooks']))}`,
      ['hooks', 'added to git commit', '× node -e 0'],
      names.map((name) => [name, ms(over(entry, name)), times(over(entry, name) / node)]),
    )
  }
  for (const [name, folder] of rivals)
    if (folder === null) console.log(`left out: ${name} (npm cannot bring it here)`)
  for (const entry of added) {
    // ADR 19: where git itself pays for having hooks, we answer for what comes on top.
    const isLarge = entry.repo.files > 1000
    const what = isLarge
      ? `${label}, ${entry.repo.label}, above empty hooks`
      : `${label}, ${entry.repo.label}`
    for (const [layout, bound] of [
      ['direct', 1.8],
      ['husky', 2.2],
    ])
      claim(
        `${what}: ${layout} layout / node -e 0`,
        over(entry, `ours, ${layout}`, isLarge ? EMPTY : 'no hooks') / median(entry.rounds['node -e 0']),
        bound,
      )
  }
  const [small, large] = added
  claim(
    `${label}: direct layout, large / small repository`,
    over(large, 'ours, direct') / over(small, 'ours, direct'),
    1.3,
  )
  const lefthook = 'lefthook 2.2.1, binary called directly'
  if (large.rounds[lefthook] !== undefined)
    claim(
      `${label}: direct layout / lefthook in the large repository`,
      over(large, 'ours, direct') / over(large, lefthook),
      1,
    )
}
