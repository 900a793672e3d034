import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPatches, type PatchStep, parsePatch, patchPaths } from '../../../src/recorder/patch.ts'

/** Writes a patch as Codex's grammar has it: the other direction, for the property below. */
function formatPatch(steps: readonly PatchStep[], body: readonly string[]): string {
  return ['*** Begin Patch', ...steps.flatMap((step) => sectionOf(step, body)), '*** End Patch', ''].join(
    '\n',
  )
}

function sectionOf(step: PatchStep, body: readonly string[]): string[] {
  switch (step.operation) {
    case 'write':
      return [`*** Add File: ${step.path}`, ...body.map((line) => `+${line}`)]
    case 'edit':
      return [`*** Update File: ${step.path}`, ...hunk(body)]
    case 'move':
      return [`*** Update File: ${step.path}`, `*** Move to: ${step.to}`, ...hunk(body)]
    case 'delete':
      return [`*** Delete File: ${step.path}`]
  }
}

function hunk(body: readonly string[]): string[] {
  return [
    '@@ class A',
    ...body.flatMap((line) => [` ${line}`, `-${line}`, `+${line}`]),
    '',
    '*** End of File',
  ]
}

const name = fc.stringMatching(/^[^\s"'](?:[^\r\n"']*[^\s"'])?$/)
const step: fc.Arbitrary<PatchStep> = fc.oneof(
  fc.record({ operation: fc.constantFrom('write', 'edit', 'delete'), path: name }),
  fc.record({ operation: fc.constant('move'), path: name, to: name }),
)
// What is written may itself look like a patch.
const line = fc.oneof(
  fc.stringMatching(/^[^\r\n]*$/),
  fc.constantFrom('*** Begin Patch', '*** End Patch', '*** Add File: evil', '*** Move to: evil', '@@', ''),
)
const patch = fc.record({ steps: fc.array(step, { minLength: 1 }), body: fc.array(line) })

test('a patch names exactly the files that it touches, whatever it writes into them', () => {
  fc.assert(
    fc.property(patch, ({ steps, body }) => {
      expect(parsePatch(formatPatch(steps, body))).toEqual(steps)
    }),
    { numRuns: 500 },
  )
})

test('so does one in a heredoc, with carriage returns or without', () => {
  fc.assert(
    fc.property(patch, fc.constantFrom('\n', '\r\n'), ({ steps, body }, newline) => {
      const text = formatPatch(steps, body).replaceAll('\n', newline)
      expect(findPatches(`cd pkg && apply_patch <<'EOF'\n${text}EOF\necho done`).map(parsePatch)).toEqual([
        steps,
      ])
    }),
    { numRuns: 300 },
  )
})

test('a cut or disturbed patch is read as it is or not at all, and never throws', () => {
  fc.assert(
    fc.property(patch, fc.nat(), fc.string(), ({ steps, body }, at, noise) => {
      const text = formatPatch(steps, body)
      const cut = at % text.length
      const read = parsePatch(text.slice(0, cut) + noise + text.slice(cut))
      expect(read === null || read.length > 0).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test.each([
  '',
  '*** Begin Patch',
  '*** Begin Patch\n*** End Patch',
  '*** Begin Patch\n*** Add File: \n*** End Patch',
  '*** Begin Patch\nstray\n*** Add File: a\n*** End Patch',
  '*** Begin Patch\n*** Add File: a\nno sign\n*** End Patch',
  '*** Begin Patch\n*** Delete File: a\n-x\n*** End Patch',
  '*** Begin Patch\n*** Move to: b\n*** End Patch',
  '*** Begin Patch\n*** Add File: a\n*** Move to: b\n*** End Patch',
  '*** Begin Patch\n*** Copy File: a\n*** End Patch',
  'x\n*** Begin Patch\n*** Add File: a\n*** End Patch',
])('is not guessed at: %j', (text) => {
  expect(parsePatch(text)).toBeNull()
})

test('headers may have blanks around them, as Codex takes them', () => {
  expect(parsePatch('*** Begin Patch \n  *** Add File: a b.ts  \n+x\n*** End Patch ')).toEqual([
    { operation: 'write', path: 'a b.ts' },
  ])
})

test('a patch that writes of patches is one patch', () => {
  const content = "+const P = '*** Begin Patch\n+*** End Patch'"
  const found = findPatches(
    `apply_patch <<E\n*** Begin Patch\n*** Add File: doc\n${content}\n*** End Patch\nE`,
  )
  expect(found.map(parsePatch)).toEqual([[{ operation: 'write', path: 'doc' }]])
})

test('it may say for which environment it is, before anything else', () => {
  const text = '*** Begin Patch\n*** Environment ID: remote\n*** Delete File: a\n*** End Patch'
  expect(parsePatch(text)).toEqual([{ operation: 'delete', path: 'a' }])
  expect(parsePatch('*** Begin Patch\n*** Delete File: a\n*** Environment ID: b\n*** End Patch')).toBeNull()
})

test('blank lines may stand between the hunks of an update', () => {
  const text = '*** Begin Patch\n*** Update File: a\n@@\n-x\n\t\n\n@@\n+y\n*** Delete File: b\n*** End Patch'
  expect(parsePatch(text)?.map(({ path }) => path)).toEqual(['a', 'b'])
})

test('every path that a broken patch names is found', () => {
  expect(patchPaths('*** Begin Patch\n*** Update File: a\n*** Move to: b\n?\n *** Delete File: c')).toEqual([
    'a',
    'b',
    'c',
  ])
})

test('a hundred thousand beginnings without an end take no time', () => {
  const started = performance.now()
  expect(findPatches('*** Begin Patch\n'.repeat(100_000))).toEqual([])
  expect(performance.now() - started).toBeLessThan(2000)
})
