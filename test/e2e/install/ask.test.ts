import { describe, expect, test } from 'vitest'
import { init } from '../../../src/cli/commands/init.ts'
import { fakeIo } from '../../support/io.ts'
import { createProject, fingerprint, isThere } from './project.ts'

const IGNORED = 'node_modules/\nbun.lock\n'

describe('init in a terminal', () => {
  test('shows what it would do and asks; no means nothing', async () => {
    const project = createProject()
    const before = fingerprint(project)
    const io = fakeIo(project.dir, { answers: ['n'] })
    expect(await init.run([], io)).toBe(0)
    expect(io.seen.out).toContain('would create  .orchestration/policy.yaml')
    expect(io.seen.out).not.toMatch(/^ {2}created/m)
    expect(fingerprint(project)).toEqual(before)
    expect(isThere(project, '.orchestration')).toBe(false)
  })

  test.each(['', 'y', 'Yes'])('%j means yes', async (answer) => {
    const project = createProject()
    expect(await init.run([], fakeIo(project.dir, { answers: [answer] }))).toBe(0)
    expect(project.commit().hooks).toContain('pre-commit')
  })

  test('does not ask with --yes, nor where there is nothing to do', async () => {
    const project = createProject()
    expect(await init.run(['--yes'], fakeIo(project.dir, { answers: [] }))).toBe(0)
    const again = fakeIo(project.dir, { answers: [] })
    expect(await init.run([], again)).toBe(0)
    expect(again.seen.out).not.toContain('Next:')
  })

  test('the next step adds what the install of the package changed, and nothing git would refuse', async () => {
    const project = createProject()
    project.write({
      'package-lock.json': '{}\n',
      'yarn.lock': 'old\n',
      'bun.lock': '',
      '.gitignore': IGNORED,
    })
    project.git('add', '-A')
    project.git('commit', '-q', '-m', 'locks')
    project.write({ 'package-lock.json': '{ }\n', 'pnpm-lock.yaml': 'new\n' })
    const io = fakeIo(project.dir, { answers: [] })
    await init.run(['--yes', '--hooks', 'direct'], io)
    const add = /git add (.*) && git commit/.exec(io.seen.out)?.[1]?.split(' ')
    expect(add).toEqual([
      '.gitattributes',
      '.orchestration',
      'AGENTS.md',
      'package-lock.json',
      'package.json',
      'pnpm-lock.yaml',
    ])
    project.git('add', ...(add ?? []))
    expect(project.git('diff', '--name-only')).toBe('')
    expect(project.git('ls-files', '--others', '--exclude-standard')).toBe('')
  })

  test('a layout that does not exist is an error before anything is done', async () => {
    const project = createProject()
    await expect(init.run(['--hooks', 'lefthook'], fakeIo(project.dir))).rejects.toMatchObject({
      code: 'USAGE',
    })
    expect(isThere(project, '.orchestration')).toBe(false)
  })
})
