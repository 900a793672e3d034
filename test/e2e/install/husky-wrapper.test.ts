import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

const tag = (name: string) => `echo ${name} >>"$(git rev-parse --git-dir)/ran"\n`

test.each(['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'])(
  "a person's own lines in husky's %s run, before and after our block, even if they came after the install",
  (event) => {
    const repo = gatedRepo({ layout: 'husky' })
    const file = join(repo.dir, '.husky', event)
    writeFileSync(file, tag('before') + readFileSync(file, 'utf8'))
    appendFileSync(file, tag('after'))
    repo.trace({ 'src/app.ts': edit(APP, { 3: 'one\n' }) }, 'src/app.ts')
    repo.git('add', 'src')
    expect(repo.commit().code).toBe(0)
    expect(repo.read('.git/ran')).toBe('before\nafter\n')
  },
)

test('with nothing but our block there, the gate runs without going through husky, and still refuses', () => {
  const repo = gatedRepo({ layout: 'husky' })
  writeFileSync(join(repo.dir, '.husky/_/h'), 'echo through husky >&2; exit 9\n')
  repo.write({ 'src/app.ts': edit(APP, { 3: 'untraced\n' }) })
  repo.git('add', 'src')
  const { code, err } = repo.commit()
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('trace-missing') })
  expect(err).not.toContain('through husky')
})
