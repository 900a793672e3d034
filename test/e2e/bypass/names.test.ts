import { expect, test } from 'vitest'
import { ADOPTED, type GatedRepo, gatedRepo, INTENTS } from '../../support/gated-repo.ts'
import { commitByCommit, PASSED, pullRequest, unhooked } from './attack.ts'

const EVERYTHING = INTENTS.replace('"src/**"', '"**"')

/** Puts files into the index whatever the file system makes of their names, traced or not. */
function stage(repo: GatedRepo, ...paths: (string | Buffer)[]): void {
  const blob = repo.tryGit(['hash-object', '-w', '--stdin'], { input: 'evil()\n' }).out.trim()
  const lines = paths.map((path) =>
    Buffer.concat([Buffer.from(`100644 ${blob} 0\t`), Buffer.from(path), Buffer.of(0)]),
  )
  const { code, err } = repo.tryGit(
    ['-c', 'core.protectNTFS=false', '-c', 'core.protectHFS=false', 'update-index', '-z', '--index-info'],
    { input: Buffer.concat(lines) },
  )
  if (code !== 0) throw new Error(err)
}

function unsafeIn(repo: GatedRepo): string[] {
  const { code, out } = repo.check('--range', `${ADOPTED}..HEAD`, '--format', 'json')
  expect(code).toBe(1)
  const { violations }: { violations: { rule: string; path: string }[] } = JSON.parse(out)
  return violations.filter(({ rule }) => rule === 'unsafe-path').map(({ path }) => path)
}

test('names that people or file systems take for others', async () => {
  const names = [
    'src/\u202etxt.ts',
    'src/tag\u{e0041}.ts',
    'src/x\n::error::forged',
    'src/APP.ts',
    'src/cafe\u0301.ts',
    'src/.git ',
    'git~1',
    '.orchestration./policy.yaml',
    '.Orchestration/active_intents.yaml',
    '.git\u200cattributes',
    'src\\app.ts',
  ]
  const repo = gatedRepo({ intents: EVERYTHING, files: { 'src/caf\u00e9.ts': 'export {}\n' } })
  stage(repo, ...names)
  unhooked(repo, 'commit', '-q', '-m', 'names')
  const said = unsafeIn(repo)
  expect(names.filter((name) => !said.includes(name))).toEqual([])
})

test('a name that is not UTF-8 cannot be traced, and does not pass', async () => {
  const repo = gatedRepo({ intents: EVERYTHING })
  stage(repo, Buffer.from([0x73, 0x72, 0x63, 0x2f, 0xff]))
  expect(repo.commit().code).toBe(1)
  unhooked(repo, 'commit', '-q', '-m', 'names')
  expect(unsafeIn(repo)).toHaveLength(1)
})

test.each(['text', 'github', 'markdown', 'sarif', 'gitlab'])(
  'a file name forges no line of output: %s',
  (format) => {
    const repo = gatedRepo({ intents: EVERYTHING })
    stage(repo, 'src/x\n::error::forged', 'src/y\n##vso[task.complete]', 'src/\u001b[2Jz', 'src/| a | b\n# c')
    unhooked(repo, 'commit', '-q', '-m', 'names')
    const { code, out, err } = repo.check('--range', `${ADOPTED}..HEAD`, '--format', format)
    expect(code).toBe(1)
    expect(`${out}${err}`).not.toMatch(/^(?:::error::forged|##vso|# c)|\u001b|\u202e/m)
  },
)

test('a record for a name that only looks like the file', async () => {
  const repo = gatedRepo({ files: { 'src/caf\u00e9.ts': 'export {}\n' } })
  repo.trace({ 'src/./app.ts': 'traced()\n' })
  repo.write({ 'src/caf\u00e9.ts': 'evil()\n' })
  repo.git('add', '-A')
  unhooked(repo, 'commit', '-q', '-m', 'x')
  const { code, errors } = await pullRequest(repo)
  expect(code).toBe(1)
  expect(errors).toEqual(['trace-missing src/caf\u00e9.ts'])
  expect((await commitByCommit(repo)).code).toBe(1)
})

test('honest odd names pass', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/a b.ts': '1\n', 'src/日本.ts': '2\n', "src/it's": '3\n', 'src/:!x': '4\n' })
  expect(await pullRequest(repo)).toEqual(PASSED)
})
