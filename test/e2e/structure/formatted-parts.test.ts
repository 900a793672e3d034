import { expect, test } from 'vitest'
import { format } from '../../support/formatter.ts'
import { type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'
import { claudeCode } from '../recorder/agent.ts'

const NAME = 'src/cart.js'
const NOTICE = `notice reformatted ${NAME}`
const unit = (name: string, body: string) => `export function ${name}(items) {
    // ${name}
    ${body}
}
`
const TOTAL = unit('total', 'return items.reduce( (sum, item) => sum + item.price, 0 )')
const COUNT = unit('count', 'return items.filter( item => item.price > 0 ).length')
const FIRST = unit('first', "return items[ 0 ] ?? 'none'")

function formatAndStage(repo: GatedRepo): void {
  repo.write({ [NAME]: format(NAME, repo.read(NAME)) })
  repo.git('add', '-A')
}

const PASSED = { code: 0, err: expect.stringContaining(NOTICE) }

test('git add -p: one function as the formatter left it now, the rest in the next commit', async () => {
  const repo = gatedRepo({ files: { [NAME]: FIRST } })
  repo.trace({ [NAME]: `${TOTAL}${FIRST}${COUNT}` })
  repo.write({ [NAME]: `${format(NAME, TOTAL)}${FIRST}${format(NAME, COUNT)}` })
  repo.git('add', '.orchestration')
  expect(repo.tryGit(['add', '-p', NAME], { input: 's\ny\nn\n' }).code).toBe(0)
  expect(repo.commit()).toMatchObject(PASSED)
  expect(repo.git('show', `HEAD:${NAME}`)).not.toContain('count')
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject(PASSED)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect((await repo.landing()).net).toEqual([NOTICE])
})

test('git add -p: a half of what the formatter made of one function', async () => {
  const repo = gatedRepo()
  const lines = ['const all = items.map( String );', ...Array(9).fill('items.pop();'), 'return all.join( );']
  repo.trace({ [NAME]: `export function long(items) {\n${lines.map((line) => `\t${line}\n`).join('')}}\n` })
  repo.git('add', '-A')
  repo.write({ [NAME]: format(NAME, repo.read(NAME)) })
  expect(repo.tryGit(['add', '-p', NAME], { input: 'y\nn\n' }).code).toBe(0)
  expect(repo.commit()).toMatchObject(PASSED)
  expect(repo.git('show', `HEAD:${NAME}`)).toMatch(/map\(String\);[\s\S]*join\( \);/)
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject(PASSED)
  expect(await repo.landing()).toEqual({ net: [NOTICE], each: [NOTICE, NOTICE] })
})

test('git reset --soft: the commits of an agent and one of the formatter become one', async () => {
  const repo = gatedRepo({ files: { [NAME]: FIRST } })
  const base = repo.git('rev-parse', 'HEAD')
  repo.commitTraced({ [NAME]: `${FIRST}${TOTAL}` })
  repo.commitTraced({ [NAME]: `${FIRST}${TOTAL}${COUNT}` })
  formatAndStage(repo)
  expect(repo.commit()).toMatchObject(PASSED)
  repo.git('reset', '-q', '--soft', base)
  expect(repo.commit()).toMatchObject({ code: 0 })
  expect(await repo.landing(base)).toEqual({ net: [NOTICE], each: [NOTICE] })
})

test('two agents and a person write in one file, and a formatter runs over all of it', async () => {
  const repo = gatedRepo({ files: { [NAME]: FIRST } })
  const [one, other] = [claudeCode(repo, { session: 'one' }), claudeCode(repo, { session: 'other' })]
  one.select('INT-001')
  other.select('INT-001')
  one.write(NAME, `${FIRST}${TOTAL}`)
  other.write(NAME, `${FIRST}${TOTAL}${COUNT}`)
  const own = unit('last', 'return items.at( -1 )')
  repo.write({ [NAME]: `${repo.read(NAME)}${own}` })
  expect(repo.cli(['adopt', '--yes', NAME]).code).toBe(0)
  one.edit(NAME, 'item.price > 0', 'item.price >= 0')
  formatAndStage(repo)
  expect(repo.commit()).toMatchObject(PASSED)
  expect(await repo.landing()).toEqual({ net: [NOTICE], each: [NOTICE] })
})

test('what a person added beside two agents, and nobody recorded, is refused after the formatter as before it', () => {
  const repo = gatedRepo({ files: { [NAME]: FIRST } })
  const agent = claudeCode(repo)
  agent.select('INT-001')
  agent.write(NAME, `${FIRST}${TOTAL}`)
  repo.write({ [NAME]: `${repo.read(NAME)}${unit('last', 'return items.at( -1 )')}` })
  formatAndStage(repo)
  expect(repo.commit()).toMatchObject({ code: 1, err: expect.stringContaining(`hash-mismatch ${NAME}:`) })
})

test('a file gets another name and a formatter’s layout in one commit', async () => {
  const repo = gatedRepo({ files: { 'src/old.js': `${FIRST}${COUNT}` } })
  repo.git('mv', 'src/old.js', NAME)
  repo.record()
  formatAndStage(repo)
  expect(repo.commit()).toMatchObject(PASSED)
  expect((await repo.landing()).net).toEqual([NOTICE])
})

test('a comment that moves within its unit is layout; into another one it is not', () => {
  const moved = format(NAME, TOTAL).replace(/\t\/\/ total\n(.*)\n/, '$1\n\t// total\n')
  const commit = (text: string) => {
    const repo = gatedRepo({ files: { [NAME]: `${TOTAL}${FIRST}` } })
    repo.write({ [NAME]: text })
    repo.git('add', '-A')
    return repo.commit()
  }
  expect(commit(`${moved}${FIRST}`)).toMatchObject(PASSED)
  const away = `${format(NAME, TOTAL).replace('\t// total\n', '')}${FIRST.replace('// first', '// first\n    // total')}`
  expect(commit(away)).toMatchObject({ code: 1, err: expect.stringContaining(`trace-missing ${NAME}`) })
})
