import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as core from '@actions/core'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createGithub } from '../../src/report/github.ts'
import { failing, plainStyle, violation } from '../report/sample.ts'
import { temporaryFolder } from '../support/repo.ts'
import { commandsIn, outputsIn } from '../support/runner.ts'

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('%', ':', ',', '\n', '\r', '0', 'A', 'D', ' ', '#', '[', ']', ';', '='),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
})

/** What @actions/core prints for it. */
function printed(say: () => void): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    say()
    return write.mock.calls.map(([text]) => String(text)).join('')
  } finally {
    write.mockRestore()
  }
}

describe('the runner of these tests reads what @actions/core writes', () => {
  test('commands, whatever stands in them', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (message, title, file) => {
        const log = printed(() => core.warning(message, { title, file, startLine: 3 }))
        const properties = Object.entries({ title, file, line: '3' }).filter(([, value]) => value !== '')
        expect(commandsIn(log)).toEqual([
          { name: 'warning', properties: Object.fromEntries(properties), data: message },
        ])
      }),
    )
  })

  test('outputs, whatever stands in them', () => {
    const file = join(temporaryFolder(), 'output')
    vi.stubEnv('GITHUB_OUTPUT', file)
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 3 }), (values) => {
        writeFileSync(file, '')
        values.forEach((value, at) => {
          core.setOutput(`name${at}`, value)
        })
        expect(outputsIn(readFileSync(file, 'utf8'))).toEqual(
          Object.fromEntries(values.map((value, at) => [`name${at}`, value])),
        )
      }),
    )
    appendFileSync(file, 'old=form\n')
    expect(() => outputsIn(readFileSync(file, 'utf8'))).toThrow('not an output')
    vi.unstubAllEnvs()
  })
})

test('our annotations are escaped as @actions/core escapes them', () => {
  fc.assert(
    fc.property(anyText, (message) => {
      const [, ours = ''] = createGithub([])
        .report(failing([violation({ message, path: 'src/a,b.ts', line: 3, endLine: 7 })]), plainStyle)
        .split('\n')
      const [read] = commandsIn(ours)
      const { title = '', file = '' } = read?.properties ?? {}
      const theirs = printed(() => core.error(read?.data ?? '', { title, file, startLine: 3, endLine: 7 }))
      expect(sameCommand(ours)).toEqual(sameCommand(theirs))
    }),
  )
})

/** The order of properties means nothing. */
function sameCommand(line: string): unknown {
  const [, head = '', data] = /^::error (.*?)::(.*)$/s.exec(line.trimEnd()) ?? []
  return [head.split(',').sort(), data]
}

test('the old form of a command is one too, anywhere in a line', () => {
  expect(commandsIn('x ##[error file=a;line=3]said')).toEqual([
    { name: 'error', properties: { file: 'a', line: '3' }, data: 'said' },
  ])
})

test('an alert takes its place among the ten warnings', () => {
  const many = Array.from({ length: 30 }, (_, at) => violation({ severity: 'warning', path: `src/${at}.ts` }))
  const log = createGithub(['one', '::error::two']).report(failing(many), plainStyle)
  const warnings = commandsIn(log).filter(({ name }) => name === 'warning')
  expect(warnings).toHaveLength(10)
  expect(warnings.slice(0, 2).map(({ data }) => data)).toEqual(['one', '\\x3a:error::two'])
})
