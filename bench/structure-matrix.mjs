// Is the structure kept by the formatters that people use? `npm run structure-matrix`; LANGUAGES=CSS,Go for some of it.
// Debian's packages first: `apt-get install black rustfmt rust-src golang-go golang-src`. What is not there is left out, and said.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { CORPORA } from './support/corpus.mjs'
import { biome, black, byStdin, dprint, prettier, ruff } from './support/formatters.mjs'
import { claim, table } from './support/measure.mjs'
import { loadReader } from './support/read-structure.mjs'
import { relaidGo } from './support/relay-go.mjs'

/** With `plain`, the same without what prettier makes of style sheets in templates: that is text which the program holds. */
const prettierForScripts = (options) => ({
  format: prettier(options),
  plain: prettier({ ...options, embeddedLanguageFormatting: 'off' }),
})
const UNSORTED = {
  ...{ 'module.sortImportDeclarations': 'maintain', 'module.sortExportDeclarations': 'maintain' },
  ...{ 'importDeclaration.sortNamedImports': 'maintain', 'exportDeclaration.sortNamedExports': 'maintain' },
}
const SCRIPTS = {
  prettier: prettierForScripts({}),
  'prettier, 120 columns, 4 spaces': prettierForScripts({
    ...{ singleQuote: true, semi: false, trailingComma: 'none', printWidth: 120, tabWidth: 4 },
    ...{ arrowParens: 'avoid', bracketSpacing: false, quoteProps: 'consistent' },
  }),
  'prettier, 60 columns, tabs': prettierForScripts({
    ...{ printWidth: 60, useTabs: true, objectWrap: 'collapse', experimentalTernaries: true },
    ...{ experimentalOperatorPosition: 'start', bracketSameLine: true, jsxSingleQuote: true },
  }),
  'biome, 60 columns, tabs': {
    format: biome({
      formatter: { indentStyle: 'tab', lineWidth: 60 },
      javascript: { formatter: { quoteStyle: 'double', semicolons: 'always' } },
    }),
  },
  'biome, 160 columns, 4 spaces': {
    format: biome({
      formatter: { indentStyle: 'space', indentWidth: 4, lineWidth: 160 },
      javascript: { formatter: { quoteStyle: 'single', semicolons: 'asNeeded', trailingCommas: 'none' } },
    }),
  },
  dprint: { format: dprint({ semiColons: 'asi', quoteStyle: 'preferSingle' }) },
  'dprint, nothing sorted': { format: dprint(UNSORTED) },
}
const STYLES = {
  prettier: { format: prettier() },
  'prettier, 60 columns, 4 spaces': { format: prettier({ tabWidth: 4, singleQuote: true, printWidth: 60 }) },
  'prettier, tabs': { format: prettier({ useTabs: true, printWidth: 120 }) },
}

/** bound = the least share of files that keep their hash; `before`, what is done to the files first. */
const LANGUAGES = {
  JavaScript: { bound: 0.998, styles: SCRIPTS },
  TypeScript: { bound: 0.998, styles: SCRIPTS },
  TSX: { bound: 0.997, styles: SCRIPTS },
  Python: {
    bound: 0.998,
    styles: {
      black: { format: black() },
      'black, 60 columns': { format: black('-l', '60') },
      ruff: { format: ruff({}) },
      'ruff, 60 columns, tabs': {
        format: ruff({ line_width: 60, quote_style: 'single', indent_style: 'tab' }),
      },
    },
  },
  Rust: {
    bound: 0.98,
    styles: {
      rustfmt: { format: byStdin('rustfmt', '--edition', '2021') },
      'rustfmt, 60 columns, tabs': {
        format: byStdin('rustfmt', '--edition', '2021', '--config', 'max_width=60,hard_tabs=true'),
      },
    },
  },
  Go: { bound: 1, styles: { gofmt: { format: byStdin('gofmt') } }, before: relaidGo },
  CSS: {
    bound: 0.95,
    styles: { ...STYLES, biome: { format: biome({ formatter: { indentStyle: 'space', lineWidth: 60 } }) } },
  },
  JSON: { bound: 1, styles: STYLES },
  YAML: { bound: 1, styles: STYLES },
}

const NEEDS = { Python: 'black', Rust: 'rustfmt', Go: 'gofmt' }
const isThere = (command) => spawnSync(command, ['--help'], { stdio: 'ignore' }).error === undefined

/** What became of each file. `embedded` lost it by what prettier makes of a style sheet in a template, and by nothing else. */
async function compared(files, { format, plain }, reader) {
  const texts = await format(files)
  const found = {
    files: 0,
    errors: 0,
    refused: 0,
    rewritten: 0,
    kept: 0,
    sorted: 0,
    embedded: 0,
    lost: [],
    foreign: [],
  }
  for (const [at, file] of files.entries()) {
    if (file.before === null) found.errors++
    else if (texts[at] === null) found.refused++
    else {
      found.files++
      if (texts[at] !== file.text) found.rewritten++
      let became = await whatBecame(file, texts[at], reader)
      if (became === 'lost' && plain !== undefined) {
        const [text] = await plain([file])
        if ((await whatBecame(file, text, reader)) === 'kept') became = 'embedded'
      }
      if (became === 'lost') found.lost.push(file.path)
      else found[became]++
      if (became === 'kept' && reader.isForeign(file.path, file.text, texts[at]))
        found.foreign.push(file.path)
      if (became === 'embedded') console.log(`a style sheet in a template: ${file.path}`)
    }
  }
  return found
}

async function whatBecame({ path, before }, text, { unitOf, isSorted }) {
  const after = await unitOf(path, text)
  if (after === null) return 'lost'
  if (after.hash === before.hash && after.alpha === before.alpha) return 'kept'
  return isSorted(path, before, after) ? 'sorted' : 'lost'
}

async function filesOf(language, { unitOf }) {
  const { before = (texts) => texts } = LANGUAGES[language]
  const paths = CORPORA[language]()
  const texts = before(paths.map((path) => readFileSync(path, 'utf8')))
  const units = await Promise.all(paths.map((path, at) => unitOf(path, texts[at])))
  return paths.map((path, at) => ({ path, text: texts[at], before: units[at] }))
}

async function benchLanguage(language, reader, rows) {
  const { bound, styles } = LANGUAGES[language]
  const files = await filesOf(language, reader)
  const sums = { files: 0, lost: 0, foreign: 0 }
  for (const [style, formatter] of Object.entries(styles)) {
    const { lost, foreign, ...found } = await compared(files, formatter, reader)
    rows.push([`${language}, ${style}`, ...Object.values(found)])
    for (const path of lost) console.log(`lost: ${style}: ${path}`)
    sums.files += found.files - found.embedded
    sums.lost += lost.length
    for (const path of foreign) console.log(`refused for its words: ${style}: ${path}`)
    sums.foreign += foreign.length
  }
  claim(`${language}: hashes lost, of ${sums.files}`, sums.lost / sums.files, 1 - bound + 1e-9)
  claim(`${language}: kept, and refused for its words`, sums.foreign, 0)
}

export async function bench() {
  const reader = await loadReader()
  const rows = []
  for (const language of process.env.LANGUAGES?.split(',') ?? Object.keys(LANGUAGES)) {
    const missing = [NEEDS[language] ?? []].flat().filter((command) => !isThere(command))
    if (missing.length > 0) console.log(`left out: ${language}, there is no ${missing}`)
    else await benchLanguage(language, reader, rows)
  }
  const header = [
    '',
    'files',
    'with errors',
    'refused',
    'rewritten',
    'hash kept',
    'imports sorted',
    'embedded',
  ]
  table('Formatters', header, rows)
}
