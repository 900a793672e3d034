import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Change, MODES, statusOf } from '../../src/core/change.ts'
import { GateError } from '../../src/core/error.ts'
import { decodePath, encodePath } from '../../src/core/path.ts'
import { parseRawDiff } from '../../src/git/parse-raw-diff.ts'

const A = 'a'.repeat(40)
const B = 'b'.repeat(40)
const NULL = '0'.repeat(40)

/** What git prints for these changes. */
function format(changes: readonly Change[], idLength: number): Buffer {
  return Buffer.concat(
    changes.flatMap((change) => {
      const [before, after] = [change.before, change.after].map(
        (entry) => entry ?? { mode: '000000', blob: '0'.repeat(idLength) },
      )
      const header = `:${before!.mode} ${after!.mode} ${before!.blob} ${after!.blob} ${statusOf(change)}\0`
      return [Buffer.from(header), encodePath(change.path), Buffer.from('\0')]
    }),
  )
}

function codeOf(output: string): string {
  try {
    parseRawDiff(Buffer.from(output, 'latin1'))
  } catch (error) {
    if (error instanceof GateError) return error.code
    throw error
  }
  return 'no error'
}

const pathBytes = fc
  .uint8Array({ minLength: 1, maxLength: 12 })
  .map((bytes) => bytes.map((byte) => (byte === 0 ? 1 : byte)))

function changes(idLength: number): fc.Arbitrary<Change[]> {
  const hex = fc.constantFrom(...'0123456789abcdef')
  const blob = fc
    .string({ unit: hex, minLength: idLength, maxLength: idLength })
    .filter((id) => !/^0+$/.test(id))
  const entry = fc.record({ mode: fc.constantFrom(...MODES), blob })
  const path = pathBytes.map(decodePath)
  const added = fc.record({ path, before: fc.constant(null), after: entry })
  const deleted = fc.record({ path, before: entry, after: fc.constant(null) })
  const changed = fc.record({ path, before: entry, after: entry })
  return fc.array(fc.oneof(added, deleted, changed))
}

describe('raw diff output', () => {
  test.each([40, 64])(
    'whatever changed, under whatever name, reads as it was written: ids of %i',
    (idLength) => {
      const readsBack = (all: Change[]) => {
        expect(parseRawDiff(format(all, idLength))).toEqual(all)
      }
      fc.assert(fc.property(changes(idLength), readsBack))
    },
  )

  test('no change is no output', () => {
    expect(parseRawDiff(Buffer.alloc(0))).toEqual([])
  })

  test('names that are not UTF-8 stay apart', () => {
    const [one, two] = parseRawDiff(
      Buffer.from(`:000000 100644 ${NULL} ${A} A\0b\xff\0:000000 100644 ${NULL} ${A} A\0b\xfe\0`, 'latin1'),
    )
    expect(one?.path).not.toBe(two?.path)
  })

  test('all unmerged paths are named', () => {
    const output = `:000000 100644 ${NULL} ${A} A\0x\0:100644 000000 ${A} ${NULL} U\0one\0:000000 000000 ${NULL} ${NULL} U\0two\0`
    expect(() => parseRawDiff(Buffer.from(output))).toThrow('these paths are unmerged: one, two')
  })

  test.each([
    ['a rename', `:100644 100644 ${A} ${A} R100\0a\0b\0`],
    ['a letter of the future', `:100644 100644 ${A} ${B} Q\0a\0`],
    ['no letter', `:100644 100644 ${A} ${B} \0a\0`],
    ['a mode git does not store', `:100644 100600 ${A} ${B} M\0a\0`],
    ['an abbreviated id', `:100644 100644 ${A.slice(0, 7)} ${B.slice(0, 7)} M\0a\0`],
    ['a file without an object', `:100644 100644 ${A} ${NULL} M\0a\0`],
    ['an object without a mode', `:100644 000000 ${A} ${B} D\0a\0`],
    ['an addition that was there', `:100644 100644 ${A} ${B} A\0a\0`],
    ['a deletion that is there', `:100644 100644 ${A} ${B} D\0a\0`],
    ['a modification of nothing', `:000000 100644 ${NULL} ${B} M\0a\0`],
    ['no name', `:100644 100644 ${A} ${B} M\0\0`],
    ['an end within the record', `:100644 100644 ${A} ${B} M\0a`],
    ['an end within the header', `:100644 100644 ${A}`],
    ['a merge', `::100644 100644 100644 ${A} ${A} ${B} MM\0a\0`],
    ['something else', 'warning: x\0a\0'],
  ])('%s is not understood, and says so', (_, output) => {
    expect(codeOf(output)).toBe('GIT_OUTPUT')
  })
})
