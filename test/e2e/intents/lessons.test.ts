import { expect, test } from 'vitest'
import { ADOPTED, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'

const AGENT = '.orchestration/AGENT.md'

function learn(repo: GatedRepo, text: string): void {
  expect(repo.run('lesson', 'add', '--intent', 'INT-001', text).code).toBe(0)
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0 })
}

test('two branches that each learnt something merge without a conflict, and the one that comes second still passes', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'side')
  learn(repo, 'Learnt on the side')
  repo.git('checkout', '-q', 'main')
  learn(repo, 'Learnt on main')
  repo.git('checkout', '-q', 'side')
  expect(repo.tryGit(['merge', '-q', '--no-edit', 'main'])).toMatchObject({ code: 0 })
  const lessons = repo.read(AGENT).match(/^- .*$/gm)
  expect(lessons?.toSorted()).toEqual(['- [INT-001] Learnt on main', '- [INT-001] Learnt on the side'])
  expect(await repo.landing('main', 'side')).toEqual({ net: [], each: [] })
  expect((await repo.landing(ADOPTED, 'side')).net).toEqual([])
})

test('a line of the memory that somebody changes is no lesson: the intent has to own the file', async () => {
  const repo = gatedRepo()
  learn(repo, 'Do not skip the tests')
  repo.write({ [AGENT]: repo.read(AGENT).replace('Do not skip', 'Skip') })
  repo.record('--intent', 'INT-001', '--', AGENT)
  repo.git('add', '-A')
  const { code, err } = repo.commit()
  expect(code).toBe(1)
  expect(err).toContain('scope-violation')
})

test('what is refused twice comes with the offer to write it down', () => {
  const repo = gatedRepo()
  const refused = ['a', 'b', 'c'].map((name) => {
    repo.write({ [`src/${name}.ts`]: 'untraced\n' })
    repo.git('add', '-A')
    const { code, err } = repo.commit()
    expect(code).toBe(1)
    return err.includes('npx intentgate lesson add')
  })
  expect(refused).toEqual([false, true, false])
})

test('init puts the protocol where agents read it, and uninstall takes it out again', () => {
  const repo = gatedRepo()
  expect(repo.read('AGENTS.md')).toContain('select_active_intent')
  expect(repo.run('uninstall').code).toBe(0)
  expect(repo.git('status', '--porcelain', '--', 'AGENTS.md')).toBe('D AGENTS.md')
})
