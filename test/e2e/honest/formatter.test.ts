import { expect, test } from 'vitest'
import { APP, gatedRepo } from '../../support/gated-repo.ts'

const formatted = (text: string) => text.replaceAll(' = ', '=').replaceAll('\n', ';\n')

test('what a formatter did after the agent is recorded, and both are committed as one', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/new.ts': 'export const a = 1\nexport const b = 2\n' })
  repo.write({ 'src/new.ts': formatted(repo.read('src/new.ts')) })
  repo.record('--tool', 'formatter')
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a formatter run over old files is recorded like any other change', async () => {
  const repo = gatedRepo()
  repo.write({ 'src/app.ts': formatted(APP) })
  repo.record('--tool', 'formatter')
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
