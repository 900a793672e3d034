import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../src/core/report.ts'
import { UNSEEN } from '../../src/core/unseen.ts'
import { visible } from '../../src/report/escape.ts'
import { type Failure, type Format, formats, reporters, type Style } from '../../src/report/index.ts'
import { commandsIn, linesOf } from './runner.ts'
import { failing, plainStyle, traced, violation } from './sample.ts'

const pieces = fc.constantFrom(
  'x\n::error::forged',
  '::error file=a::forged',
  ' ::stop-commands::x',
  '\u3000::warning::x',
  '##[error]',
  '##vso[task.complete]',
  '##teamcity[x]',
  '##',
  '[',
  '::',
  ' ',
  '\r',
  '\n',
  '\u001b[2J\u001b[31m',
  '\u009b1m',
  '\u0085',
  '\u2028',
  '\u202egpj.\u2066',
  '\u{e0041}\u{e007f}',
  '\u200b\ufeff',
  '\udcff',
  '\ud800',
  '%0A::error::x',
  '%25',
  '@user #123 <b>&amp;`|[x](y)',
  '\\',
  '"',
  'word ',
)
const hostile = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 8 })
  .map((parts) => parts.join(''))

const hostileReport: fc.Arbitrary<Report> = fc
  .record({
    path: hostile,
    message: hostile,
    remedy: hostile,
    intent: hostile,
    reason: hostile,
    note: hostile,
  })
  .map(({ path, message, remedy, intent, reason, note }) =>
    failing(
      [violation({ path, message, remedy, intent, line: 3 }), violation({ path: null, message, remedy })],
      {
        notes: [note],
        exempted: [{ path, by: 'waiver', rule: 'partial', id: intent, reason, until: note }],
        coverage: [traced(path, { intents: [intent], how: null, uncovered: [{ line: 1, endLine: 2 }] })],
      },
    ),
  )
const hostileFailure: fc.Arbitrary<Failure> = fc.record({
  code: hostile,
  message: hostile,
  remedy: hostile,
  exit: fc.constant(3),
})
const styles: fc.Arbitrary<Style> = fc.record({
  colour: fc.constant('never' as const),
  layout: fc.constantFrom('grouped', 'lines'),
  width: fc.integer({ min: 1, max: 100 }),
  unicode: fc.constantFrom('yes', 'no'),
})

function everyOutput(format: Format, check: (output: string, style: Style) => void) {
  const { report, failure } = reporters[format]
  fc.assert(
    fc.property(hostileReport, styles, (of, style) => check(report(of, style), style)),
    { numRuns: 80 },
  )
  fc.assert(
    fc.property(hostileFailure, styles, (of, style) => check(failure(of, style), style)),
    { numRuns: 80 },
  )
}

describe.each(formats)('%s, whatever paths and messages hold', (format) => {
  test('shows no raw control, bidi or invisible character', () => {
    everyOutput(format, (output) => {
      // Ours: the emoji of the headings.
      const foreign = output.replaceAll(/⚠️|ℹ️/g, '').replaceAll('\n', '')
      expect(new RegExp(UNSEEN, 'u').exec(foreign)).toBeNull()
    })
  })

  test('no CI system finds a command in it that is not ours', () => {
    everyOutput(format, (output) => {
      const found = commandsIn(output)
      if (format !== 'github') expect(found).toEqual([])
      for (const { name, properties } of found) {
        expect(name).toBe('error')
        expect(properties.title).toMatch(/^intentgate: /)
      }
    })
  })

  test('ends with one newline and has no other line end than that', () => {
    everyOutput(format, (output) => {
      expect(output).toMatch(/[^\n]\n$/)
      expect(linesOf(output)).toHaveLength(output.split('\n').length)
    })
  })
})

test('colour is ours alone', () => {
  fc.assert(
    fc.property(hostileReport, styles, (of, style) => {
      const coloured = reporters.text.report(of, { ...style, colour: 'always' })
      expect(coloured.replaceAll(/\u001b\[(?:1|2|22|3[1236]|39)m/g, '')).toBe(
        reporters.text.report(of, style),
      )
    }),
  )
})

test('in lines, each finding is one line, whatever it holds', () => {
  fc.assert(
    fc.property(hostileReport, (of) => {
      expect(reporters.text.report(of, { ...plainStyle, layout: 'lines' }).split('\n')).toHaveLength(6)
    }),
  )
})

test('what a runner decodes is the message, and for a message that hides nothing the very words', () => {
  fc.assert(
    fc.property(hostileReport, (of) => {
      const { message, remedy, path } = of.violations[0]!
      const annotations = commandsIn(reporters.github.report(of, plainStyle)).slice(1)
      expect(annotations.map(({ data }) => data)).toContain(`${visible(message)}\nfix: ${visible(remedy)}`)
      const placed = annotations.find(({ properties }) => properties.file !== undefined)
      expect(placed?.properties.file).toBe(visible(path!) === path ? path : undefined)
    }),
  )
  const plain = fc.string({ unit: 'grapheme-ascii' }).filter((text) => !/::|##/.test(text))
  fc.assert(
    fc.property(plain, (message) => {
      const [, annotation] = commandsIn(
        reporters.github.report(failing([violation({ message })]), plainStyle),
      )
      expect(annotation?.data).toBe(`${message}\nfix: ${violation().remedy}`)
    }),
  )
})

test.each(['json', 'sarif', 'gitlab'] as const)('%s is read back by any parser', (format) => {
  everyOutput(format, (output) => {
    // Also one that takes bytes and refuses what is not Unicode.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(output))
    expect(() => JSON.parse(text)).not.toThrow()
  })
})

test('json says every path and message as it is', () => {
  fc.assert(
    fc.property(hostileReport, (of) => {
      const said = JSON.parse(reporters.json.report(of, plainStyle))
      expect(said.violations).toEqual(of.violations)
      expect(said.exempted).toEqual(of.exempted)
    }),
  )
})
