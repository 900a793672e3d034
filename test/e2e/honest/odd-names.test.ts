import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gatedRepo } from '../../support/gated-repo.ts'

const EVERYTHING = `active_intents:
  - id: INT-001
    name: Work on everything
    status: IN_PROGRESS
    owned_scope: ["**"]
`

const NAMES = [
  'with space.ts',
  ' space at both ends ',
  'src/"quoted" and \'quoted\'.ts',
  'src/naïve-日本語.ts',
  '-leading-dash.ts',
  ':colon.ts',
  ':(glob)magic.ts',
  'src/*.ts',
  'src/back\\slash.ts',
  'src/$(dollar)`tick`.ts',
  '#hash.ts',
  '!bang.ts',
  '__proto__',
]

test('files with odd names are recorded, added, committed, changed and deleted', async () => {
  const repo = gatedRepo({ intents: EVERYTHING })
  const all = (text: string | null) => Object.fromEntries(NAMES.map((name) => [`./${name}`, text]))
  repo.commitTraced(all('one\ntwo\n'))
  repo.commitTraced(all('one\n2\n'))
  repo.commitTraced(all(null))
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('each of them may be named on the command line, and is taken literally', async () => {
  const repo = gatedRepo({ intents: EVERYTHING })
  for (const name of NAMES) {
    repo.write({ [`./${name}`]: 'one\n' })
    const said = repo.record('--', name)
    expect(said, name).toMatch(/: 1 file\n/)
    repo.git('--literal-pathspecs', 'add', '--', name)
  }
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test.each(['src/two\nlines.ts', 'src/a\ttab.ts'])(
  'a file named %j, from before the gate, is changed and deleted',
  async (name) => {
    const repo = gatedRepo({ intents: EVERYTHING, files: { [name]: 'one\ntwo\n' } })
    repo.commitTraced({ [name]: 'one\n2\n' })
    repo.commitTraced({ [name]: null })
    expect(await repo.landing()).toEqual({ net: [], each: [] })
  },
)

test('a name from before the gate that is not UTF-8 gets one that is, as the refusal says', () => {
  const repo = gatedRepo()
  const old = Buffer.concat([Buffer.from(join(repo.dir, 'src/bad')), Buffer.from([0xff]), Buffer.from('.ts')])
  writeFileSync(old, 'export {}\n')
  repo.git('add', '-A')
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'From before the gate')
  writeFileSync(old, 'export const a = 1\n')
  const { err } = repo.commit('-a')
  const [, entry, rename] = /\(exempt: (- .*)\); then (git mv .*)$/m.exec(err) ?? []
  repo.git('checkout', '-q', '.')
  repo.policy(`exempt:\n  ${entry}\n`)
  repo.git('add', '-A')
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'Exempt it')
  expect(spawnSync('bash', ['-c', rename!], { cwd: repo.dir }).status).toBe(0)
  repo.record('src/bad_.ts')
  expect(repo.commit('-a')).toMatchObject({ code: 0 })
})
