import { expect, test } from 'vitest'
import { ADOPTED, gatedRepo, INTENTS } from '../../support/gated-repo.ts'
import { unhooked } from '../bypass/attack.ts'

const INTENTS_WITH = `${INTENTS}    constraints:
      - forbid_import: "passport*"
        in: "src/**"
`

test('an agent imports what its intent forbids: the hook and CI refuse, with the line', () => {
  const repo = gatedRepo({ intents: INTENTS_WITH })
  repo.trace({ 'src/login.ts': `import express from 'express'\nimport {\n  use,\n} from 'passport-jwt'\n` })
  repo.git('add', '-A')
  const hook = repo.commit()
  expect(hook.code).toBe(1)
  expect(hook.err).toMatch(/src\/login\.ts:4.*INT-001 forbids imports of passport\*: \} from 'passport-jwt'/s)
  unhooked(repo, 'commit', '-q', '-m', 'past the hook')
  expect(repo.check('--range', `${ADOPTED}..HEAD`).out).toMatch(/src\/login\.ts:4/)
})

test('what does not import it passes, and so does a file that did before', () => {
  const files = { 'src/old.ts': `import passport from 'passport'\n` }
  const repo = gatedRepo({ intents: INTENTS_WITH, files })
  repo.commitTraced({
    'src/old.ts': `import passport from 'passport'\nexport const used = passport\n`,
    'src/new.ts': `import { x } from './old'\n// import 'passport'\nexport const text = "require('passport')" + x\n`,
  })
  expect(repo.check('--range', `${ADOPTED}..HEAD`).code).toBe(0)
})

test('a syntax error does not hide an import', () => {
  const repo = gatedRepo({ intents: INTENTS_WITH })
  repo.trace({ 'src/login.ts': `import passport from 'passport'\nfunction (\n` })
  repo.git('add', '-A')
  expect(repo.commit().err).toMatch(/its imports cannot be read .* it has a syntax error/)
})
