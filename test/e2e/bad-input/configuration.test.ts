import { expect, test } from 'vitest'
import { ADOPTED, type GatedRepo, gatedRepo, INTENTS } from '../../support/gated-repo.ts'
import { unhooked } from '../bypass/attack.ts'

const INTENTS_FILE = '.orchestration/active_intents.yaml'
const POLICY_FILE = '.orchestration/policy.yaml'
const SECONDS = 20

/** What the hook says of a staged configuration file, and CI of the commit, each within bounded time. */
function said(repo: GatedRepo, file: string, text: string | Uint8Array): string[] {
  repo.write({ [file]: text, 'src/app.ts': 'untraced()\n' })
  repo.git('add', '-A')
  const started = Date.now()
  const hook = repo.commit()
  unhooked(repo, 'commit', '-q', '-m', 'bad input')
  const check = repo.check('--range', `${ADOPTED}..HEAD`)
  expect(Date.now() - started).toBeLessThan(SECONDS * 1000)
  unhooked(repo, 'reset', '-q', '--hard', ADOPTED)
  expect(hook.code).toBe(1) // git's own, whatever a hook answers
  expect(check.code).toBe(2)
  return [hook.err, check.err]
}

const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
  .split('')
  .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`)
  .join('\n')}\nactive_intents: *h\n`

const BAD_INTENTS: Record<string, { text: string | Uint8Array; line: number; says: RegExp }> = {
  'invalid YAML': { text: 'active_intents: [\n', line: 2, says: /sequence/ },
  'a tab for indentation': { text: 'active_intents:\n\t- id: INT-001\n', line: 2, says: /tab/i },
  'an unknown key': {
    text: INTENTS.replace('owned_scope', 'owned_scopes'),
    line: 5,
    says: /owned_scope'/,
  },
  'a duplicate id': {
    text: `${INTENTS}${INTENTS.split('\n').slice(1).join('\n')}`,
    line: 2,
    says: /2 times/,
  },
  'a duplicate key': {
    text: INTENTS.replace('    name:', '    id: INT-002\n    name:'),
    line: 3,
    says: /twice/,
  },
  'an alias bomb': { text: bomb, line: 5, says: /aliases/ },
  'deep nesting': { text: `active_intents: ${'['.repeat(20_000)}\n`, line: 1, says: /nested/ },
  'a NUL byte': { text: INTENTS.replace('Work', 'Wo\0rk'), line: 3, says: /NUL/ },
  'bytes that are not UTF-8': { text: Buffer.from([0x61, 0x3a, 0x20, 0xff, 0x0a]), line: 1, says: /UTF-8/ },
  'a status that is none': { text: INTENTS.replace('IN_PROGRESS', 'DONE'), line: 4, says: /IN_PROGRESS/ },
  'a __proto__ key': {
    text: INTENTS.replace('    name:', '    __proto__: { status: x }\n    name:'),
    line: 3,
    says: /__proto__/,
  },
  'over 5 MiB': { text: `# ${'x'.repeat(6 << 20)}\n${INTENTS}`, line: 1, says: /5 MiB/ },
}

test('intents that cannot be read: exit 2 with file, line and remedy, in the hook and in CI', () => {
  const repo = gatedRepo()
  for (const [what, { text, line, says }] of Object.entries(BAD_INTENTS)) {
    for (const err of said(repo, INTENTS_FILE, text)) {
      expect(`${what}: ${err}`).toMatch(new RegExp(`active_intents\\.yaml:${line}:\\d+ `))
      expect(`${what}: ${err}`).toMatch(says)
      expect(`${what}: ${err}`).toMatch(/fix: \S/)
      expect(err).not.toMatch(/\0|at .*\.js:\d+/)
    }
  }
})

const BAD_POLICIES: Record<string, { text: string; line: number; says: RegExp }> = {
  'an unknown key': { text: 'mode: enforce\nmodes: shadow\n', line: 2, says: /mode/ },
  'an unknown rule': { text: 'rules: { trace-mising: off }\n', line: 1, says: /trace-missing/ },
  'a waiver without an end': {
    text: 'waivers:\n  - { id: W, rule: trace-missing, paths: ["**"], reason: r, approved_by: me }\n',
    line: 2,
    says: /until/,
  },
  'a list': { text: '- mode: shadow\n', line: 1, says: /mapping/ },
  'a day that is none': {
    text: 'exempt:\n  - { paths: ["**"], reason: r, until: 2026-02-31 }\n',
    line: 2,
    says: /date/,
  },
}

test('a policy that cannot be read is no policy to judge by, and none to land', () => {
  const repo = gatedRepo()
  for (const [what, { text, line, says }] of Object.entries(BAD_POLICIES)) {
    for (const err of said(repo, POLICY_FILE, text)) {
      expect(`${what}: ${err}`).toMatch(new RegExp(`policy\\.yaml:${line}:\\d+ `))
      expect(`${what}: ${err}`).toMatch(says)
    }
  }
})

test('what this version cannot enforce is refused, not ignored', () => {
  const repo = gatedRepo()
  for (const text of ['humans: signed\n', 'ledger: { signed: require }\n'])
    for (const err of said(repo, POLICY_FILE, text)) expect(err).toMatch(/not supported by this version/)
})

test.each([
  ['an invalid policy', POLICY_FILE, 'mode: [\n', 'mode: enforce\n'],
  ['invalid intents', INTENTS_FILE, 'active_intents: [{}]\n', INTENTS],
])('a base that holds %s says how its correction gets in, and that is no pass', (_, file, bad, good) => {
  const repo = gatedRepo()
  repo.write({ [file]: bad })
  unhooked(repo, 'commit', '-q', '-am', 'bad input')
  repo.write({ 'src/app.ts': 'untraced()\n' })
  expect(repo.commit('-a').err).not.toContain('git -c core.hooksPath=/dev/null commit')
  repo.write({ [file]: good })
  const { code, err } = repo.commit('-a')
  expect(code).toBe(1)
  expect(err).toContain('this change corrects it')
  expect(err).toContain('git -c core.hooksPath=/dev/null commit')
  repo.git('checkout', '-q', 'HEAD', '--', 'src/app.ts')
  unhooked(repo, 'commit', '-q', '-am', 'Correct it')
  repo.trace({ 'src/app.ts': 'traced()\n' })
  expect(repo.commit('-a')).toMatchObject({ code: 0 })
})

test('globs and patterns made to be slow are matched in bounded time', () => {
  const slow = [`${'*a'.repeat(60)}b`, `{${'a,'.repeat(500)}a}`.repeat(3), `${'+(a|aa)'.repeat(12)}b`]
  const repo = gatedRepo()
  const name = `src/${'a'.repeat(200)}`
  for (const glob of [...slow, `**/${'**/'.repeat(60)}x`]) {
    const scope = INTENTS.replace('["src/**"]', `["${glob}", "src/**"]`)
    repo.intents(`${scope}    constraints:\n      - forbid_pattern: "(a+)+$"\n`)
    repo.write({ [name]: `${'a'.repeat(5000)}!\n` })
    repo.git('add', '-A')
    const started = Date.now()
    expect(repo.commit().code).toBe(1)
    unhooked(repo, 'commit', '-q', '-m', 'slow')
    expect([1, 2]).toContain(repo.check('--range', `${ADOPTED}..HEAD`).code)
    expect(Date.now() - started).toBeLessThan(SECONDS * 1000)
    unhooked(repo, 'reset', '-q', '--hard', ADOPTED)
  }
})
