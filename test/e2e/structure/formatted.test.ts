import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { format } from '../../support/formatter.ts'
import { type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'
import { claudeCode } from '../recorder/agent.ts'

/** As an agent writes it. */
const WRITTEN = `import { b } from 'b'
/** What a cart costs. */
export function total(items) {
    let sum = 0 // of all
    for (const item of items) { sum += item.price * item.count }
    return sum
}
export class Cart {
    add(item) { this.items.push(item); return this }
}
`
const NAME = 'src/cart.js'
const biome = `"${process.execPath}" "${resolve('node_modules/@biomejs/biome/bin/biome')}"`
const formatting = `${biome} format --write ${NAME} && git add ${NAME} || exit 1`
const NOTICE = `notice reformatted ${NAME}`

function formatAndStage(repo: GatedRepo, name = NAME): void {
  repo.write({ [name]: format(name, repo.read(name)) })
  repo.git('add', '-A')
}

function coverageOf(repo: GatedRepo, ...target: string[]): unknown {
  const { coverage } = JSON.parse(repo.check(...target, '--json').out)
  return coverage.map(({ path, how }: { path: string; how: string }) => `${path} ${how}`)
}

test('an agent writes, a formatter runs before the commit: it passes by structure, here and in CI', async () => {
  const repo = gatedRepo()
  repo.trace({ [NAME]: WRITTEN })
  formatAndStage(repo)
  expect(repo.read(NAME)).not.toBe(WRITTEN)
  expect(coverageOf(repo, '--staged')).toEqual([`${NAME} structure`])
  expect(repo.commit()).toMatchObject({ code: 0, err: expect.stringContaining(NOTICE) })
  expect(coverageOf(repo, '--commit', 'HEAD')).toEqual([`${NAME} structure`])
  expect(await repo.landing()).toEqual({ net: [NOTICE], each: [NOTICE] })
  const explained = repo.cli(['explain', `${NAME}:4`]).out
  expect(explained).toMatch(
    /with intentgate format[\s\S]*laid out anew, from what was written by:\n\s*ai .*with/,
  )
})

test('a formatter that runs in the pre-commit hook itself, before the gate, is no different', async () => {
  const repo = gatedRepo()
  repo.git('config', 'core.hooksPath', join(repo.dir, '.git/hooks'))
  const hook = join(repo.dir, '.git/hooks/pre-commit')
  const [shebang, ...rest] = readFileSync(hook, 'utf8').split('\n')
  writeFileSync(hook, [shebang, formatting, ...rest].join('\n'))
  chmodSync(hook, 0o755)
  repo.trace({ [NAME]: WRITTEN })
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: expect.stringContaining(NOTICE) })
  expect(repo.git('show', `HEAD:${NAME}`)).not.toContain(`from 'b'`)
  expect(await repo.landing()).toEqual({ net: [NOTICE], each: [NOTICE] })
})

test('a formatter that runs after the gate costs one more try', async () => {
  const repo = gatedRepo()
  const hook = join(repo.dir, '.git/hooks/pre-commit')
  writeFileSync(hook, `${readFileSync(hook, 'utf8')}\n${formatting}\n`)
  repo.trace({ [NAME]: WRITTEN })
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 1, err: expect.stringContaining('commit again') })
  expect(repo.commit()).toMatchObject({ code: 0, err: expect.stringContaining(NOTICE) })
  expect(await repo.landing()).toEqual({ net: [NOTICE], each: [NOTICE] })
})

test('work on what was formatted, formatted again, is traced through a squash onto a main that moved', async () => {
  const repo = gatedRepo({ files: { 'src/other.js': 'export const a = 1\n' } })
  repo.git('checkout', '-q', '-b', 'topic')
  repo.trace({ [NAME]: WRITTEN })
  formatAndStage(repo)
  repo.git('commit', '-qm', 'one')
  repo.trace({ [NAME]: repo.read(NAME).replace('let sum = 0;', "let sum = 0\n  let name = 'a'") })
  formatAndStage(repo)
  repo.git('commit', '-qm', 'two')
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/other.js': 'export const a = 2\n' })
  repo.git('merge', '-q', '--squash', 'topic')
  repo.git('branch', '-qD', 'topic')
  expect(repo.commit()).toMatchObject({ code: 0 })
  expect(await repo.landing()).toEqual({ net: [NOTICE], each: [NOTICE] })
})

test('a file that was never formatted is formatted along with what an agent changed in it', async () => {
  const repo = gatedRepo({ files: { [NAME]: WRITTEN } })
  repo.trace({ [NAME]: WRITTEN.replace('item.count', 'item.amount') })
  formatAndStage(repo)
  expect(repo.commit()).toMatchObject({ code: 0, err: expect.stringContaining(NOTICE) })
  expect(await repo.landing()).toEqual({ net: [NOTICE], each: [NOTICE] })
})

test('what was only formatted passes without a trace, and is traced for the intent that owns it', async () => {
  const repo = gatedRepo({ files: { [NAME]: WRITTEN } })
  formatAndStage(repo)
  expect(repo.commit()).toMatchObject({ code: 0, err: expect.stringContaining(NOTICE) })
  expect(await repo.landing()).toEqual({ net: [NOTICE], each: [NOTICE] })
  expect(repo.git('show', '--stat', 'HEAD')).toContain('agent_trace')
})

test('a part of what was traced is formatted and committed, the rest comes later', async () => {
  const repo = gatedRepo()
  repo.trace({ [NAME]: WRITTEN })
  repo.trace({ [NAME]: `${WRITTEN}export function later() { return   1 }\n` })
  const staged = format(NAME, WRITTEN)
  repo.write({ [NAME]: staged })
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: expect.stringContaining(NOTICE) })
  repo.write({ [NAME]: `${staged}export function later() { return   1 }\n` })
  formatAndStage(repo)
  expect(repo.commit()).toMatchObject({ code: 0 })
  expect((await repo.landing()).net).toEqual([NOTICE])
})

test('a formatter runs after every write of an agent, and nobody records it', async () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.write(NAME, WRITTEN)
  repo.write({ [NAME]: format(NAME, WRITTEN) })
  agent.write(NAME, `${repo.read(NAME)}export function later() { return   1 }\n`)
  formatAndStage(repo)
  expect(repo.commit()).toMatchObject({ code: 0, err: expect.stringContaining(NOTICE) })
  expect(await repo.landing()).toEqual({ net: [NOTICE], each: [NOTICE] })
})

test('what somebody wrote into a function before an agent wrote in it is not covered by the function', () => {
  const repo = gatedRepo({ files: { [NAME]: WRITTEN } })
  const agent = claudeCode(repo)
  agent.select('INT-001')
  repo.write({ [NAME]: WRITTEN.replace('return sum', 'send(items)\n    return sum') })
  agent.edit(NAME, 'item.price', 'item.cost')
  formatAndStage(repo)
  const { code, err } = repo.commit()
  expect(err).toContain(`hash-mismatch ${NAME}:8`)
  expect(code).toBe(1)
})

test('a policy that denies formatters has every line traced, and takes no record of layout for one', async () => {
  const repo = gatedRepo({ policy: 'formatters: deny\n' })
  repo.trace({ [NAME]: WRITTEN })
  formatAndStage(repo)
  expect(repo.commit()).toMatchObject({ code: 1, err: expect.stringContaining('hash-mismatch') })
  repo.record()
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
})
