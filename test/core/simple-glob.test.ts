import fc from 'fast-check'
import { Minimatch } from 'minimatch'
import { expect, test } from 'vitest'
import { matchGlobs } from '../../src/core/glob.ts'
import { matchSimpleGlobs } from '../../src/core/simple-glob.ts'

const name = fc.constantFrom(
  'a',
  'b',
  'src',
  'lib',
  '.github',
  'x.ts',
  'a.b',
  '@scope',
  'a-b',
  '..',
  '.',
  'A',
)
const path = fc
  .array(name, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.filter((part) => !/^\.\.?$/.test(part)).join('/') || 'a')
const pattern = fc
  .tuple(
    fc.constantFrom('', '!'),
    fc.array(name, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '/**', '/*', '*', '/'),
  )
  .map(([sign, parts, tail]) => sign + parts.join('/') + tail)

function byLibrary(patterns: readonly string[], file: string): boolean {
  const options = { dot: true, nonegate: true, nocomment: true, platform: 'linux' } as const
  const matches = (glob: string) => new Minimatch(glob, options).match(file)
  const excludes = (glob: string) => matches(glob) || (glob.endsWith('/**') && matches(glob.slice(0, -3)))
  const [out, included] = [true, false].map((isNegated) =>
    patterns.filter((glob) => glob.startsWith('!') === isNegated).map((glob) => glob.replace(/^!/, '')),
  )
  return included!.some(matches) && !out!.some(excludes)
}

test('wherever it answers, it answers as the glob library does', () => {
  let answered = 0
  fc.assert(
    fc.property(
      fc.array(fc.oneof(pattern, fc.constantFrom('**', '!**')), { minLength: 1, maxLength: 3 }),
      path,
      (patterns, file) => {
        const simple = matchSimpleGlobs(patterns, file)
        if (simple === null) return
        answered++
        expect(simple).toBe(byLibrary(patterns, file))
        expect(matchGlobs(patterns, file)).toBe(simple)
      },
    ),
    { numRuns: 3000 },
  )
  expect(answered).toBeGreaterThan(500)
})

test.each([
  'src/*.ts',
  'src/{a,b}/**',
  'src/**/x',
  'a?',
  '[ab]',
  'a/../b/**',
  './a',
  'a//b',
  '',
  'src/',
  '*',
])('%s is left to the glob library', (glob) => {
  expect(matchSimpleGlobs([glob], 'src/a')).toBeNull()
})

test.each([
  { why: 'a link, a file or a submodule of its name', glob: '!dir/**', path: 'dir', owned: false },
  { why: 'what is in it', glob: '!dir/**', path: 'dir/a/b', owned: false },
  { why: 'not what only begins alike', glob: '!dir/**', path: 'dir2', owned: true },
  { why: 'wherever the folder stands', glob: '!**/legacy/**', path: 'src/legacy', owned: false },
  { why: 'spelt another way', glob: '!dir/**/*', path: 'dir', owned: false },
  { why: 'in braces', glob: '!{dir/**,lib/x}', path: 'dir', owned: false },
  { why: 'of several names', glob: '!{dir,lib}/**', path: 'lib', owned: false },
  { why: 'not where only the files directly in it are meant', glob: '!dir/*.ts', path: 'dir', owned: true },
])('an exclusion of a folder excludes $why: $glob, $path', ({ glob, path, owned }) => {
  expect(matchGlobs(['**', glob], path)).toBe(owned)
  expect(matchSimpleGlobs(['**', glob], path) ?? owned).toBe(owned)
})

test('a scope of a folder does not own the name of the folder', () => {
  expect(matchGlobs(['dir/**'], 'dir')).toBe(false)
})
