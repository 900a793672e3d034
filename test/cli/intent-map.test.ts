import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { buildParser } from '../structure/built-parser.ts'
import { governed, intents, writeTraced } from './governed.ts'

const root = { path: buildParser().root }
vi.mock('../../src/cli/package-root.ts', async (original) => ({
  ...(await original<object>()),
  packageRoot: () => root.path,
  parserEntry: () => join(root.path, 'dist/structure.js'),
}))

const MAP = '.orchestration/intent_map.md'

test('map writes which files were written for which intent, and --check agrees until that changes', async () => {
  const repo = governed()
  await writeTraced(repo, 'src/greet/hello.js', 'one\n')
  expect((await repo.cli('map', '--check')).code).toBe(1)
  expect((await repo.cli('map')).code).toBe(0)
  expect(repo.read(MAP)).toContain('`src/greet/hello.js` — ai')
  expect(await repo.cli('map', '--check')).toEqual({ code: 0, out: '', err: '' })
  expect((await repo.cli('map')).out).toContain('up to date')
  await writeTraced(repo, 'src/greet/bye.js', 'bye\n')
  const { code, err } = await repo.cli('map', '--check')
  expect(code).toBe(1)
  expect(err).toContain('npx intentgate map')
  expect(repo.read(MAP)).not.toContain('bye.js')
})

test('the map says where in a file', async () => {
  const repo = governed({ 'src/greet/hello.js': 'export function greet() {\n  return 1\n}\n' })
  await writeTraced(
    repo,
    'src/greet/hello.js',
    'export function greet() {\n  return 1\n}\n\nconst name = "x"\n',
  )
  await repo.cli('map')
  expect(repo.read(MAP)).toContain('- `src/greet/hello.js` — ai\n  - `const name`\n')
})

test('without a parser no map is written', async () => {
  const repo = governed()
  await writeTraced(repo, 'src/greet/hello.js', 'one\n')
  const { path } = root
  root.path = join(repo.dir, 'nowhere')
  const { code, err } = await repo.cli('map')
  root.path = path
  expect(code).toBe(2)
  expect(err).toContain('the parser cannot be loaded')
})

test('the gate takes the map that the command writes', async () => {
  const repo = governed()
  await writeTraced(repo, 'src/greet/hello.js', 'export const hello = "one"\n\nfunction one() {}\n')
  await repo.cli('map')
  expect(repo.read(MAP)).toContain('  - `function one`')
  repo.git('add', MAP)
  expect(await repo.cli('check')).toMatchObject({
    code: 0,
    out: expect.not.stringContaining('intent-map-stale'),
  })
})

test('intent list shows every intent; intent show one of them, with the intents it serves', async () => {
  const repo = governed()
  const { out } = await repo.cli('intent', 'list')
  expect(out).toMatch(/INT-001 {2}IN_PROGRESS {2}Greet visitors by name\n +src\/greet\/\*\*/)
  expect(out).toContain('INT-002  PLANNED')
  const shown = (await repo.cli('intent', 'show', 'INT-001')).out
  expect(shown).toContain('INT-000 "Visitors feel at home"')
})

test('intent list marks the one that is selected: by the session that asks, else in this working tree', async () => {
  const repo = governed()
  const marked = async (env: NodeJS.ProcessEnv = {}) => {
    const { out } = await repo.cliIn('', env, 'intent', 'list')
    const { selected } = JSON.parse((await repo.cliIn('', env, 'intent', 'list', '--json')).out)
    return [out.match(/^\* \S+/gm), out.includes('none is selected'), selected]
  }
  expect(await marked()).toEqual([null, true, null])
  expect(existsSync(join(repo.dir, '.git/intentgate'))).toBe(false)
  await repo.cli('intent', 'select', 'INT-001')
  expect(await marked()).toEqual([['* INT-001'], false, 'INT-001'])
  const session = { CLAUDE_CODE_SESSION_ID: 'other' }
  await repo.cliIn('', session, 'intent', 'select', 'INT-000')
  await repo.cli('intent', 'select', 'INT-001')
  expect(await marked(session)).toEqual([['* INT-000'], false, 'INT-000'])
  expect(await marked()).toEqual([['* INT-001'], false, 'INT-001'])
  repo.write({ '.orchestration/active_intents.yaml': intents.replaceAll('IN_PROGRESS', 'BLOCKED') })
  expect(await marked()).toEqual([null, true, null])
})

test('intent list --json and intent show --json are for programs', async () => {
  const repo = governed()
  const { intents } = JSON.parse((await repo.cli('intent', 'list', '--json')).out)
  expect(intents.map(({ id }: { id: string }) => id)).toEqual(['INT-000', 'INT-001', 'INT-002'])
  const { intent } = JSON.parse((await repo.cli('intent', 'show', 'INT-001', '--json')).out)
  expect(intent).toMatchObject({ id: 'INT-001', parent: 'INT-000', owned_scope: ['src/greet/**'] })
})

test.each([
  { args: [], message: 'what to do with intents is missing', remedy: 'intent list' },
  { args: ['delete', 'INT-001'], message: 'intent delete INT-001 is not a command', remedy: 'intent list' },
  { args: ['show', 'INT-01'], message: 'INT-01 is not declared', remedy: 'did you mean INT-001?' },
  { args: ['show'], message: 'ID is missing', remedy: 'say which ID' },
])('intent $args is a usage error', async ({ args, message, remedy }) => {
  const { code, err } = await governed().cli('intent', ...args)
  expect(code).toBe(2)
  expect(err).toContain(message)
  expect(err).toContain(remedy)
})
