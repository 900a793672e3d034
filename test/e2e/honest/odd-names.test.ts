import { expect, test } from 'vitest'
import { gatedRepo } from '../../support/gated-repo.ts'

const EVERYTHING = `active_intents:
  - id: INT-001
    name: Work on everything
    status: IN_PROGRESS
    owned_scope: ["**"]
`

test.each([
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
])('a file named %j is recorded, added, committed, changed and deleted', async (name) => {
  const repo = gatedRepo({ intents: EVERYTHING })
  const path = `./${name}`
  repo.trace({ [path]: 'one\ntwo\n' }, '--', path)
  repo.git('--literal-pathspecs', 'add', '--', path)
  const added = repo.commit()
  expect(added.code, added.err).toBe(0)
  expect(added.err).toBe('')
  repo.commitTraced({ [path]: 'one\n2\n' })
  repo.commitTraced({ [path]: null })
  expect(repo.git('status', '--porcelain')).toBe('')
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
