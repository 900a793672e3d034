import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Gate } from '../../src/setup/gate.ts'
import {
  blockOffset,
  EVENTS,
  type HookEvent,
  huskyOffset,
  renderBlock,
  renderLine,
  runsGate,
} from '../../src/setup/shim.ts'
import { createRepo, type TestRepo } from '../support/repo.ts'

const LOCAL: Gate = { path: 'node_modules/intentgate', machine: null }
const ODD: Gate = { path: `it's "my" $app/node_modules/intentgate`, machine: null }

function hook(
  { dir }: TestRepo,
  text: string,
  input = '',
): { code: number | null; out: string; err: string } {
  writeFileSync(join(dir, 'hook'), text)
  // As husky runs it, in the strictest sh there is here.
  const { status, stdout, stderr } = spawnSync('sh', ['-e', 'hook', 'one', 'two words'], { cwd: dir, input })
  return { code: status, out: stdout.toString(), err: stderr.toString() }
}

function install({ dir }: TestRepo, gate: Gate, script: string): void {
  const folder = join(dir, gate.machine ?? gate.path.replace('*', 'x'), 'hooks')
  mkdirSync(folder, { recursive: true })
  for (const event of EVENTS) writeFileSync(join(folder, event), script)
}

describe('the block in a hook', () => {
  test.each(EVENTS)('%s: runs the package with all arguments, then what follows', (event) => {
    const repo = createRepo()
    install(repo, LOCAL, 'printf "<%s>" "$@"; echo " $IG"')
    const { code, out, err } = hook(repo, `${renderBlock(event, LOCAL)}\necho "after $*"\n`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe('<one><two words> node_modules/intentgate\nafter one two words\n')
  })

  test.each(EVENTS)('%s: a refusal stops here with its exit code, except after the fact', (event) => {
    const repo = createRepo()
    install(repo, LOCAL, 'exit 3')
    const { code, out } = hook(repo, `${renderBlock(event, LOCAL)}\necho after\n`)
    expect({ code, out }).toEqual(
      event === 'post-commit' ? { code: 0, out: 'after\n' } : { code: 3, out: '' },
    )
  })

  test.each(EVENTS)('%s: a package that is missing stops here, with three lines that help', (event) => {
    const repo = createRepo()
    repo.write({ '.orchestration/policy.yaml': '' })
    const { code, out, err } = hook(repo, `${renderBlock(event, LOCAL)}\necho after\n`)
    if (event === 'post-commit')
      return expect({ code, out, err }).toEqual({ code: 0, out: 'after\n', err: '' })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err.trimEnd().split('\n')).toHaveLength(3)
    expect(err).toContain('npm install')
    expect(err, 'uninstall is in the package itself').toContain(
      'install it first, then: npx intentgate uninstall',
    )
  })

  test('adopted is what HEAD says too, not only the working tree', () => {
    const repo = createRepo()
    repo.write({ '.orchestration/policy.yaml': '' })
    repo.git('add', '-A')
    repo.git('commit', '-qm', 'adopt')
    repo.write({ '.orchestration': null })
    expect(hook(repo, renderBlock('pre-commit', LOCAL)).code).toBe(2)
  })

  test('where nothing was adopted, a missing package is nobody’s business', () => {
    expect(hook(createRepo(), `${renderBlock('pre-commit', LOCAL)}\necho after\n`)).toEqual({
      code: 0,
      out: 'after\n',
      err: '',
    })
  })

  test('folders with quotes, spaces and dollars in their names', () => {
    const repo = createRepo()
    install(repo, ODD, 'echo "$IG"')
    expect(hook(repo, renderBlock('pre-commit', ODD)).out).toBe(`${ODD.path}\n`)
    const line = spawnSync('sh', ['-c', renderLine('pre-commit', ODD)], { cwd: repo.dir })
    expect(line.status).toBe(0)
  })

  test('a folder that Yarn names by a hash', () => {
    const repo = createRepo()
    const gate: Gate = { path: 'my app/.yarn/unplugged/intentgate-*/node_modules/intentgate', machine: null }
    install(repo, gate, 'echo "$IG"')
    expect(hook(repo, renderBlock('commit-msg', gate)).out).toBe(
      'my app/.yarn/unplugged/intentgate-x/node_modules/intentgate\n',
    )
  })

  test('the machine’s package comes last, this repository’s first', () => {
    const repo = createRepo()
    const gate: Gate = { path: 'node_modules/intentgate', machine: join(repo.dir, 'machine') }
    mkdirSync(join(repo.dir, 'machine/hooks'), { recursive: true })
    writeFileSync(join(repo.dir, 'machine/hooks/pre-commit'), 'echo machine')
    expect(hook(repo, renderBlock('pre-commit', gate)).out).toBe('machine\n')
    install(repo, LOCAL, 'echo local')
    expect(hook(repo, renderBlock('pre-commit', gate)).out).toBe('local\n')
  })
})

describe('pre-push gets the refs on stdin, and so does what follows', () => {
  const line = `refs/heads/main ${'a'.repeat(40)} refs/heads/main ${'0'.repeat(40)}\n`

  test.each([
    ['one ref', line],
    ['more than a pipe holds', line.repeat(2000)],
    ['nothing at all', ''],
    ['what sh would expand', "$(exit 1) `x` $HOME \\ 'q' EOF\nEOF\n"],
  ])('%s', (_, input) => {
    const repo = createRepo()
    install(repo, LOCAL, 'cat; echo "---"')
    const { code, out, err } = hook(repo, `${renderBlock('pre-push', LOCAL)}\ncat\n`, input)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe(`${input}---\n${input}`)
  })
})

describe('where the block goes', () => {
  const husky8 = '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\n\nnpm test\n'
  test.each([
    ['after the shebang', '#!/bin/sh\nexit 0\n', 10],
    ['at the start, where there is none', 'exit 0\n', 0],
    ['after the line by which old husky starts the file anew', husky8, husky8.indexOf('\nnpm')],
    ['at the end of a lone shebang', '#!/bin/sh', 9],
  ])('%s', (_, text, offset) => expect(blockOffset(text)).toBe(offset))

  test.each([
    ['npx lint-staged\n', 'last'],
    ['#!/bin/sh\nnpx lint-staged', 'last'],
    ['npx lint-staged || exit 1\n', 'first'],
    ['exec npx lint-staged\n', 'first'],
    ['set +e\nnpx lint-staged\n', 'first'],
    ['', 'first'],
  ])('in pre-commit of husky after a formatter, unless something may leave before: %j', (text, place) => {
    const first = blockOffset(text)
    expect(huskyOffset(text, 'pre-commit')).toBe(place === 'last' ? text.length : first)
  })

  test('a file of a million empty lines is no trouble', () => {
    const started = performance.now()
    huskyOffset(`#!/bin/sh\n${'\n'.repeat(1_000_000)}exit`, 'pre-commit')
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

test.each<[string, HookEvent, boolean]>([
  [renderBlock('pre-commit', LOCAL), 'pre-commit', true],
  [renderBlock('pre-commit', LOCAL), 'commit-msg', false],
  [renderLine('pre-push', LOCAL), 'pre-push', true],
  [`# ${renderLine('pre-push', LOCAL)}`, 'pre-push', false],
  ['npx lint-staged', 'pre-commit', false],
  ['sh node_modules/other/hooks/pre-commit', 'pre-commit', false],
])('%#: a hook that runs the gate is told from one that does not', (text, event, expected) => {
  expect(runsGate(text, event)).toBe(expected)
})
