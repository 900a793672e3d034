// The package as users get it: packed, linted, typed for consumers, installed from the tarball into an empty
// repository, and run there.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'intentgate-package-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

function run(command, args, options = {}) {
  console.log(`$ ${command} ${args.join(' ')}`)
  const result = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (result.error) throw result.error
  if (result.status !== (options.expected ?? 0)) {
    console.error(`${result.stdout}${result.stderr}`)
    throw new Error(`${command} ${args[0]} ended with ${result.status}`)
  }
  return result.stdout
}

const [{ filename, files }] = JSON.parse(
  run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]),
)
const names = files.map(({ path }) => path)
const tarball = join(folder, filename)
for (const needed of [
  'dist/cli.js',
  'dist/hook.cjs',
  'dist/agent-main.cjs',
  'dist/git-hook.js',
  'dist/structure.js',
  'dist/grammars/manifest.json',
  'dist/grammars/python.wasm.br',
  'hooks/gate',
  'hooks/pre-commit',
  'hooks/pre-receive',
  '.orchestration/schema/policy.json',
  'docs/rules/trace-missing.md',
  'LICENSE',
  'README.md',
]) {
  if (!names.includes(needed)) throw new Error(`${needed} is missing from the package`)
}
const private_ = names.filter((name) =>
  /^(src|test|bench|\.ci)\/|agent_trace|hooks\/_|^dist\/compiled/.test(name),
)
if (private_.length > 0) throw new Error(`these do not belong into the package: ${private_.join(', ')}`)

run(process.execPath, ['node_modules/publint/src/cli.js', 'run', tarball, '--strict'])
run(process.execPath, ['node_modules/@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'esm-only'])

const repo = join(folder, 'repo')
run('git', ['init', '-q', '-b', 'main', repo])
writeFileSync(join(repo, 'package.json'), '{"name":"consumer","private":true}\n')
run('npm', ['install', '--no-audit', '--no-fund', '--save-dev', tarball], { cwd: repo })
const bin = resolve(repo, 'node_modules/.bin/intentgate')
run(bin, ['--version'], { cwd: repo })
run(bin, ['check'], { cwd: repo, expected: 2 })
run(bin, ['init', '--yes'], { cwd: repo })
run(bin, ['demo'], { cwd: repo })
writeFileSync(
  join(repo, 'use.mts'),
  "import { check, type Report } from 'intentgate'\nconst report: Promise<Report> = check('.', { what: { kind: 'staged' }, place: 'local' })\nvoid report\n",
)
run(
  process.execPath,
  [
    resolve('node_modules/typescript/bin/tsc'),
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    '',
    'use.mts',
  ],
  { cwd: repo },
)
console.log(`package ${filename}: ${names.length} files, installed and run`)
