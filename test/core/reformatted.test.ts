import { describe, expect, test } from 'vitest'
import type { How } from '../../src/core/report.ts'
import type { FileStructure } from '../../src/core/structure.ts'
import { readStructure } from '../../src/structure/read.ts'
import { corpus, everyNth } from '../structure/corpus.ts'
import { createRandom, mutantsOf } from '../structure/mutants.ts'
import { relayout } from '../structure/relayout.ts'
import { coverScenario, type Scenario } from '../support/world.ts'

/** By which step a change is covered, with the syntax of every text that the scenario names. */
async function howOf(scenario: Scenario, path = 'a.js'): Promise<How | null> {
  const { base, target, writes, others = [] } = scenario
  const states = [...writes, ...others.map((other) => ({ before: other.base, after: other.target }))]
  const texts = [base, target, ...states.flatMap(({ before, after }) => [before, after])]
  const structures = new Map<string, FileStructure>()
  for (const text of texts.filter((one) => one !== null)) {
    const reading = await readStructure(path, Buffer.from(text))
    structures.set(text, reading)
  }
  return coverScenario({ ...scenario, structureIn: (text) => structures.get(text)! }).how
}

describe('real code, in every layout', () => {
  const SEEDS = [1, 2]
  const files = everyNth(
    corpus().filter(({ text }) => text.length < 12_000 && text.length > 400),
    14,
  )

  /** Some lines of the file, as it was before an agent wrote the rest. */
  function withoutSome(text: string, random: () => number): string | null {
    if (random() < 0.3) return null
    const lines = text.split(/(?<=\n)/)
    const from = Math.floor(random() * lines.length)
    return [...lines.slice(0, from), ...lines.slice(from + 1 + Math.floor(random() * 20))].join('')
  }

  test.each(files)(
    'a recorded write that is laid out anew is never refused: $name',
    async ({ path, text }) => {
      for (const seed of SEEDS) {
        const random = createRandom(seed)
        const base = withoutSome(text, random)
        const target = relayout(path, text, random)
        expect(await howOf({ base, target, writes: [{ before: base, after: text }] }, path)).toBe('structure')
      }
    },
  )

  test.each(files)('nothing passes that means something else: $name', async ({ path, text }) => {
    const random = createRandom(7)
    const base = withoutSome(text, random)
    const target = relayout(path, text, random)
    for (const mutant of mutantsOf(path, target, 8, random)) {
      if (!mutant.isChange) continue
      const how = await howOf({ base, target: mutant.text, writes: [{ before: base, after: text }] }, path)
      expect(how, mutant.kind).toBeNull()
    }
  })
})

const A = 'function a(x) { return x + 1 }\n'
const A_FORMATTED = 'function a(x) {\n  return x + 1;\n}\n'
const B = 'function b(y) { return y * 2 }\n'
const B_FORMATTED = 'function b(y) {\n  return y * 2;\n}\n'
const IMPORTS = `import z from 'z'\nimport { c, b } from 'y'\n`
const SORTED = `import { b, c } from "y";\nimport z from "z";\n`

const STATEMENT_FIRST = 'x = c( )\nclass c { f() { return 1 } }\nclass e { f() { return 1 } }\n'
const FORMATTED_C = 'class c {\n  f() {\n    return 1;\n  }\n}\n'
const FORMATTED_E = FORMATTED_C.replace('class c', 'class e').replace('1', '2')

test.each<[string, Scenario, How | null]>([
  [
    'a statement is laid out anew around units, of which one was written',
    {
      base: STATEMENT_FIRST,
      target: `x = c();\n${FORMATTED_C}${FORMATTED_E}`,
      writes: [{ before: STATEMENT_FIRST, after: STATEMENT_FIRST.replace(/1(?!.*1)/s, '2') }],
    },
    'structure',
  ],
  [
    'it changes places with one of them',
    {
      base: STATEMENT_FIRST,
      target: `${FORMATTED_C}x = c();\n${FORMATTED_E}`,
      writes: [{ before: STATEMENT_FIRST, after: STATEMENT_FIRST.replace(/1(?!.*1)/s, '2') }],
    },
    null,
  ],
  [
    'what nobody recorded, written into a function before an agent wrote in it, is not covered by the function',
    {
      base: A,
      target: 'function a(x) {\n  evil();\n  return x + 2;\n}\n',
      writes: [
        {
          before: 'function a(x) {\nevil()\nreturn x + 1 }\n',
          after: 'function a(x) {\nevil()\nreturn x + 2 }\n',
        },
      ],
    },
    null,
  ],
  [
    'one unit is laid out anew, and next to it a recorded line is written',
    {
      base: `${A}${B}`,
      target: `${A_FORMATTED}${B}b(1)\n`,
      writes: [{ before: `${A}${B}`, after: `${A}${B}b(1)\n` }],
    },
    'structure',
  ],
  [
    'two units of two recorded states, each laid out anew',
    {
      base: null,
      target: `${A_FORMATTED}${B_FORMATTED}`,
      writes: [
        { before: null, after: A },
        { before: A_FORMATTED, after: `${A_FORMATTED}${B}` },
      ],
    },
    'structure',
  ],
  [
    'imports are sorted',
    { base: null, target: `${SORTED}${A}`, writes: [{ before: null, after: `${IMPORTS}${A}` }] },
    'structure',
  ],
  [
    'imports are sorted over one that is there for its effect',
    {
      base: null,
      target: `import './effect'\nimport z from 'z'\n${A}`,
      writes: [{ before: null, after: `import z from 'z'\nimport './effect'\n${A}` }],
    },
    null,
  ],
  [
    'an import is added while they are sorted',
    {
      base: null,
      target: `import x from 'x'\n${SORTED}${A}`,
      writes: [{ before: null, after: `${IMPORTS}${A}` }],
    },
    null,
  ],
  [
    'two units change places while they are laid out anew',
    { base: `${A}${B}`, target: `${B_FORMATTED}${A_FORMATTED}`, writes: [] },
    null,
  ],
  [
    'old code is laid out anew, and nobody recorded anything',
    { base: A, target: A_FORMATTED, writes: [] },
    'structure',
  ],
  [
    'a recorded function moves to a new file',
    {
      base: null,
      target: A_FORMATTED,
      writes: [{ path: 'src/b', before: null, after: `${A}${B}` }],
      others: [{ path: 'src/b', base: null, target: B }],
    },
    'structure',
  ],
  [
    'it moves there, and stays',
    {
      base: null,
      target: A_FORMATTED,
      writes: [{ path: 'src/b', before: null, after: `${A}${B}` }],
      others: [{ path: 'src/b', base: null, target: `${A}${B}` }],
    },
    null,
  ],
  [
    'it moves with another operator',
    {
      base: null,
      target: A_FORMATTED.replace('+', '-'),
      writes: [{ path: 'src/b', before: null, after: `${A}${B}` }],
      others: [{ path: 'src/b', base: null, target: B }],
    },
    null,
  ],
  [
    'it moves into a file that was there',
    { base: B, target: `${B}${A_FORMATTED}`, writes: [{ path: 'src/b', before: null, after: A }] },
    null,
  ],
  ['a new name', { base: A, target: A_FORMATTED.replace('a(', 'c('), writes: [] }, null],
  [
    'a recorded state that was replaced before the commit',
    {
      base: A,
      target: B_FORMATTED,
      writes: [
        { before: A, after: B },
        { before: B, after: A },
      ],
    },
    'structure',
  ],
  ['a spent write', { base: A, target: B_FORMATTED, writes: [{ before: B, after: A, inBase: 'yes' }] }, null],
  ['deny', { base: A, target: A_FORMATTED, writes: [], policy: { formatters: 'deny' } }, null],
])('%s', async (_, scenario, expected) => {
  expect(await howOf(scenario)).toBe(expected)
})
