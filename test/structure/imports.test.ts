import { expect, test } from 'vitest'
import { readStructure } from '../../src/structure/read.ts'

/** `line name`; `computed` = it is not written down. */
async function imports(text: string, path = 'file.ts'): Promise<string[]> {
  const reading = await readStructure(path, Buffer.from(text))
  if (reading.kind === 'unstructured') throw new Error(`${path}: ${reading.why}\n${text}`)
  return reading.imports.map(({ name, line }) => `${line} ${name ?? 'computed'}`)
}

test.each([
  ['an import', `import a, { b } from 'm'`],
  ['an import for its effect', `import 'm'`],
  ['an import of types', `import type { T } from 'm'`],
  ['a re-export', `export { a } from 'm'`],
  ['a re-export of everything', `export * from 'm'`],
  ['a re-export under a name', `export * as n from 'm'`],
  ['an import by assignment', `import a = require('m')`],
  ['a type from a module', `type T = import('m').T`],
  ['the type of a module', `let t: typeof import('m')`],
  ['a dynamic import', `await import('m')`],
  ['a dynamic import inside of a function', `function f() { return () => import('m') }`],
  ['a dynamic import behind a comment', `void import/* webpackChunkName: "x" */ ('m')`],
  ['a template without substitutions', 'void import(`m`)'],
  ['require', `const { a } = require('m')`],
  ['an optional require', `const a = require?.('m')`],
  ['require with an escape in it', `const a = r\\u0065quire('m')`],
  ['an escape in the name', `import '\\u006d'`],
  ['require.resolve', `require.resolve('m')`],
  ['module.require', `module.require('m')`],
  ['module.require by a string', `module['require']('m')`],
  ['a built-in by call', `process.getBuiltinModule('m')`],
  ['a reference to types', '/// <reference types="m" />'],
  ['a reference by its path', `/// <reference path='m' />`],
  ['what JSX is made with', '/** @jsxImportSource m */'],
  ['an import inside of a declared module', `declare module 'x' { import a from 'm' }`],
])('%s is found', async (_what, text) => {
  expect(await imports(text)).toEqual(['1 m'])
})

test('a name that is computed is said to be so', async () => {
  expect(await imports(`import('a' + b)\nrequire(c)\nrequire(\`d\${e}\`)`)).toEqual([
    '1 computed',
    '2 computed',
    '3 computed',
  ])
})

test.each([
  ['a call of something else', `f('m'); g.require('m')`],
  ['a comment that speaks of one', `// <reference types="m" /> and import 'm'`],
  ['text', `const s = "require('m')" // require('m')`],
  ['an export of its own', `export { a }; const a = 1`],
  ['what describes the module itself', 'import.meta.url'],
])('%s is none', async (_what, text) => {
  expect(await imports(text)).toEqual([])
})

test('they come in the order of the text, at the line of the name', async () => {
  const text = `const a = require('a')\nimport {\n  b,\n} from 'b'\nawait import('c')\n`
  expect(await imports(text)).toEqual(['1 a', '4 b', '5 c'])
})

test('JSX and plain JavaScript have them as well', async () => {
  expect(await imports(`import a from 'a'; export const b = <a>{import('c')}</a>`, 'b.jsx')).toEqual([
    '1 a',
    '1 c',
  ])
})
