import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type GatedRepo, gatedRepo } from '../support/gated-repo.ts'

// The pre-commit framework with a formatter of the project's own above the gate. Needs Debian's pre-commit and black.

const NAME = 'src/cart.py'
const WRITTEN = "def total( items ):\n  # of all\n  return sum([item['price'] for item in items])\n"
const NOTICE = `notice reformatted ${NAME}`

const said = (command: string) => spawnSync(command, ['--version']).stdout?.toString() ?? ''
const version = /(\d+)\.(\d+)/.exec(said('pre-commit'))
const canRun = version !== null && said('black') !== ''
/** Before 3.2 stages have names of their own. */
const OLD_STAGES = { 'pre-commit': 'commit', 'pre-merge-commit': 'merge-commit', 'pre-push': 'push' } as const
const isOld = Number(version?.[1]) * 100 + Number(version?.[2]) < 302

/** What `init` prints for `.pre-commit-config.yaml`, with black above its first job. */
function withBlack(repo: GatedRepo): string {
  const { out } = repo.cli(['init', '--yes'])
  const lines = out
    .split('\n')
    .filter((line) => /^ +(?:default_install|repos:|- repo|hooks:|- \{ id)/.test(line))
  const snippet = lines.map((line) => line.slice(4)).join('\n')
  const black = '- { id: black, name: black, language: system, entry: black -q, types: [python] }'
  const config = snippet.replace(/^( +)(?=- \{ id)/m, (indent) => `${indent}${black}\n${indent}`)
  if (!isOld) return config
  return config.replaceAll(/stages: \[([\w-]+)\]/g, (_, stage: string) => {
    const name = Object.hasOwn(OLD_STAGES, stage) ? OLD_STAGES[stage as keyof typeof OLD_STAGES] : stage
    return `stages: [${name}]`
  })
}

function withPreCommit(): GatedRepo {
  const repo = gatedRepo()
  for (const hook of readdirSync(join(repo.dir, '.git/hooks'))) rmSync(join(repo.dir, '.git/hooks', hook))
  repo.write({ '.pre-commit-config.yaml': 'repos: []\n' })
  repo.write({ '.pre-commit-config.yaml': withBlack(repo) })
  repo.git('add', '-A')
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'pre-commit')
  const { status, stdout, stderr } = spawnSync('pre-commit', ['install'], { cwd: repo.dir })
  if (status !== 0) throw new Error(`pre-commit install\n${stdout}${stderr}`)
  return repo
}

test.skipIf(!canRun)(
  'black by pre-commit, then the gate: stopped once, staged again, and it passes',
  async () => {
    const repo = withPreCommit()
    const base = repo.git('rev-parse', 'HEAD')
    repo.trace({ [NAME]: WRITTEN })
    repo.git('add', '-A')
    const stopped = repo.commit()
    expect(stopped.code).toBe(1)
    expect(stopped.err + stopped.out).toMatch(/black\.+Failed\n.*files were modified by this hook/s)
    repo.git('add', '-A')
    expect(repo.commit()).toMatchObject({ code: 0 })
    expect(repo.git('show', `HEAD:${NAME}`)).toContain('def total(items):')
    expect(await repo.landing(base)).toEqual({ net: [NOTICE], each: [NOTICE] })
  },
)

test.skipIf(!canRun)('what nobody recorded is refused by the gate in pre-commit’s run, with its line', () => {
  const repo = withPreCommit()
  repo.trace({ [NAME]: WRITTEN })
  repo.write({ [NAME]: WRITTEN.replace('price', 'cost') })
  repo.git('add', '-A')
  expect(repo.commit().code).toBe(1)
  repo.git('add', '-A')
  const { code, err, out } = repo.commit()
  expect(err + out).toMatch(new RegExp(`black\\.+Passed.*hash-mismatch ${NAME}:3`, 's'))
  expect(code).toBe(1)
})
