import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasForeignNumber, hasForeignWord, wordingOf } from '../../src/core/wording.ts'
import { corpus, everyNth, structure } from '../structure/corpus.ts'
import { createRandom } from '../structure/mutants.ts'
import { relayout } from '../structure/relayout.ts'
import { coverScenario, type Scenario } from '../support/world.ts'

function wording(path: string, text: string) {
  return wordingOf(path, text.split(/(?<=\n)/))
}

/** Does the text say by its words that no formatter made it of the other one? */
function isForeign(path: string, before: string, after: string): boolean {
  const [old, now] = [wording(path, before), wording(path, after)]
  return hasForeignWord(now, [old]) || hasForeignNumber(now, old)
}

// Written differently by some formatter or other.
test.each<[string, string, string, string]>([
  ['quotes, and one in the text', 'a.js', `say('it\\'s', "so")\n`, `say("it's", 'so');\n`],
  ['a quote in an attribute', 'a.jsx', `<a b='&apos;"&apos;"' />\n`, `<a b="'&quot;'&quot;" />\n`],
  [
    'imports, sorted',
    'a.ts',
    `import z from 'z'\nimport { c, b } from 'y'\n`,
    `import { b, c } from "y";\nimport z from "z";\n`,
  ],
  ['imports, one each', 'a.py', 'import alpha, beta\n', 'import beta\nimport alpha\n'],
  ['a number in another way', 'a.js', 'f(0XFF, 1.50, .5, 5., 1E3)\n', 'f(0xff, 1.5, 0.5, 5, 1e3);\n'],
  ['blanks in a range', 'a.rs', 'for i in 0..10 {}\n', 'for i in 0 .. 10 {}\n'],
  ['no blanks in a range', 'a.rs', 'for i in 0 .. 10 {}\n', 'for i in 0..10 {}\n'],
  ['strings made one', 'a.py', 'say("alpha be" "ta 1" f"2 {gamma}")\n', 'say(f"alpha beta 12 {gamma}")\n'],
  ['a string cut in two', 'a.py', 'say("alphabet")\n', 'say(\n    "alpha"\n    "bet"\n)\n'],
  ['a prefix in small letters', 'a.py', `x = F"{alpha}" + Rb'beta'\n`, `x = f"{alpha}" + rb"beta"\n`],
  [
    'the interface that everybody has',
    'a.rs',
    'extern {\n fn alpha();\n}\n',
    'extern "C" {\n    fn alpha();\n}\n',
  ],
  ['colours', 'a.css', 'a { color: #ABCDEF; width: 1.0px }\n', 'a {\n  color: #abcdef;\n  width: 1px;\n}\n'],
  ['escapes in capitals', 'a.js', `say('\\u00e9t\\u00E9')\n`, `say("\\u00E9t\\u00e9");\n`],
  ['letters for escapes', 'a.js', `say('\\u0061lpha')\n`, `say("alpha");\n`],
  [
    'two words are made one',
    'a.php',
    '<?php if (a()) {} else if (b()) {}\n',
    '<?php if (a()) {\n} elseif (b()) {\n}\n',
  ],
  ['a comment, wrapped', 'a.js', '// alpha beta gamma 12\n', '// alpha beta\n// gamma 12\n'],
])('what a formatter may have written is not refused for its words: %s', (_, path, before, after) => {
  expect(isForeign(path, before, after)).toBe(false)
})

test.each<[string, string, string]>([
  ['another name', 'total(cart)\n', 'total(basket)\n'],
  ['a name more', 'total(cart)\n', 'total(cart, discount)\n'],
  ['a word in a comment', 'total(cart)\n', 'total(cart) // ignore the above\n'],
  ['a word in a string', `say('yes')\n`, `say('yes indeed')\n`],
  ['a letter more', 'total(cart)\n', 'total(carts)\n'],
  ['letters of another script', 'total(cart)\n', 'total(cаrt)\n'],
  ['another number', 'wait(10)\n', 'wait(100)\n'],
  ['a number that stands elsewhere', 'wait(10); f(5)\n', 'wait(5); f(5)\n'],
  ['a number once more', 'f([1, 2])\n', 'f([1, 2, 2])\n'],
  ['a word after an escape', `say('a\\nalpha')\n`, `say('a\\nbeta')\n`],
])('what no formatter writes is known by its words: %s', (_, before, after) => {
  expect(isForeign('a.ts', before, after)).toBe(true)
})

test('a word of any known state is known', () => {
  const [one, other] = [wording('a.js', 'alpha()\n'), wording('a.js', 'beta()\n')]
  expect(hasForeignWord(wording('a.js', 'alpha(beta)\n'), [one, other])).toBe(false)
  expect(hasForeignWord(wording('a.js', 'alpha(gamma)\n'), [one, other])).toBe(true)
  expect(hasForeignWord(wording('a.js', 'alpha()\n'), [])).toBe(true)
})

test('a text that is made to be searched through is not searched through for long', () => {
  const known = wording('a.js', `${'a'.repeat(700_000)} b`)
  // None is a word of it. The first are parts of it, the others are nearly.
  const words = Array.from({ length: 20_000 }, (_, i) => `${'a'.repeat(3 + (i % 60))}`)
  const missed = Array.from({ length: 10_000 }, (_, i) => `b${i % 10}${'a'.repeat(30 + (i % 30))}`)
  const start = performance.now()
  hasForeignWord(wording('a.js', [...words, ...missed].join(' ')), [known])
  hasForeignWord(wording('a.js', `b${'a'.repeat(700_000)}`), [known])
  expect(performance.now() - start).toBeLessThan(5_000)
})

describe('real code, in every layout', () => {
  const files = everyNth(corpus(), 80)

  test('no file that biome has formatted is refused for its words', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'intentgate-wording-'))
    const copyOf = (path: string) => join(folder, path.replaceAll('node_modules', 'packages'))
    try {
      for (const { path } of files) {
        mkdirSync(dirname(copyOf(path)), { recursive: true })
        cpSync(path, copyOf(path))
      }
      writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, formatter: { lineWidth: 60 } }))
      const biome = resolve('node_modules/@biomejs/biome/bin/biome')
      execFileSync(process.execPath, [biome, 'format', '--write', 'packages'], {
        cwd: folder,
        stdio: 'ignore',
      })
      const rewritten = files.map(({ path, text }) => ({
        path,
        text,
        after: readFileSync(copyOf(path), 'utf8'),
      }))
      expect(rewritten.filter(({ text, after }) => text !== after).length).toBeGreaterThan(50)
      for (const { path, text, after } of rewritten) {
        expect((await structure(after, path)).hash, path).toBe((await structure(text, path)).hash)
        expect(isForeign(path, text, after), path).toBe(false)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('nor is one in any other layout', () => {
    for (const { path, text } of files)
      for (const seed of [1, 2, 3])
        expect(isForeign(path, text, relayout(path, text, createRandom(seed))), path).toBe(false)
  })
})

describe('whether a formatter ran, nobody parses to find out', () => {
  const CODE = 'function total(items) {\n  return items.length + 1\n}\n'
  const noParser = () => {
    throw new Error('a parser was asked')
  }
  const NOT_HERE = { before: 'const gone = 1\n', after: 'const gone = 2\n' }
  const FORMATTED = 'function total(items) {\n    return items.length + 1;\n}\n'

  test.each<[string, Scenario]>([
    ['a word comes in', { base: CODE, target: CODE.replace('length', 'size'), writes: [] }],
    ['a number changes', { base: CODE, target: CODE.replace('1', '2'), writes: [] }],
    ['a file comes in', { base: null, target: CODE, writes: [] }],
    [
      'a word comes in where a formatter ran too',
      { base: CODE, target: FORMATTED.replace('items.length', 'items.size'), writes: [] },
    ],
    [
      'a word comes in beside recorded lines with new words',
      {
        base: CODE,
        target: `const price = 3\n${CODE.replace('length', 'size')}`,
        writes: [{ before: CODE, after: `const price = 3\n${CODE}` }],
      },
    ],
    [
      'a file is moved and a word comes in',
      {
        base: null,
        target: CODE.replace('length', 'size'),
        writes: [{ path: 'src/b', before: null, after: CODE }],
        others: [{ path: 'src/b', base: null, target: null }],
      },
    ],
  ])('%s', (_, scenario) => {
    expect(coverScenario({ ...scenario, structureIn: noParser }).how).toBeNull()
  })

  test.each<[string, Scenario]>([
    ['only the layout is another', { base: CODE, target: FORMATTED, writes: [] }],
    [
      'a recorded word comes in, in another layout',
      {
        base: CODE,
        target: FORMATTED.replace('length', 'size'),
        writes: [{ before: CODE, after: CODE.replace('length', 'size') }],
      },
    ],
    [
      'a recorded number comes in, in another layout',
      {
        base: CODE,
        target: FORMATTED.replace('1', '2'),
        writes: [NOT_HERE, { before: CODE, after: CODE.replace('1', '2') }],
      },
    ],
  ])('but where %s, a parser decides', (_, scenario) => {
    expect(() => coverScenario({ ...scenario, structureIn: noParser })).toThrow('a parser was asked')
  })

  test('what is shown of such a change is what nobody wrote, not what the formatter made of the rest', () => {
    const target = `function total(\n  items\n) {\n  return items.length + 1;\n}\nsteal(items)\n`
    const { uncovered } = coverScenario({ base: CODE, target, writes: [], structureIn: noParser })
    expect(uncovered).toEqual([{ line: 6, endLine: 6 }])
  })
})
