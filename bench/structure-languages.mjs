// Is the structure kept by the formatters of other languages, and is every change of Python seen? Code of Debian's own packages and of
// pinned npm packages: `apt-get install black rust-src rustfmt golang-go golang-src` first; what is not there is left out, and said.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { buildSync } from 'esbuild'
import { claim, must, table } from './support/measure.mjs'

const temporary = mkdtempSync(join(tmpdir(), 'intentgate-bench-'))

/** The normaliser, bundled below node_modules, where it finds its packages. */
async function load() {
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync(resolve('node_modules/.cache/intentgate-bench-'))
  const require =
    "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"
  buildSync({
    ...{ bundle: true, platform: 'node', format: 'esm', external: ['oxc-parser'], banner: { js: require } },
    ...{ entryPoints: ['src/structure/read.ts'], outfile: join(folder, 'read.mjs') },
  })
  cpSync('src/structure/grammars', join(folder, 'grammars'), { recursive: true })
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return import(join(folder, 'read.mjs'))
}

/** Up to `most` files of one ending, of 200 bytes to 40 kB, spread over all that there are. */
function corpus(folders, ending, most, isMeant = () => true) {
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith(ending) && isMeant(file))
    .filter((file) => statSync(file).isFile() && statSync(file).size > 200 && statSync(file).size < 40_000)
    .sort()
  const step = Math.max(1, files.length / most)
  return Array.from({ length: Math.min(files.length, most) }, (_, at) => files[Math.floor(at * step)])
}

function copied(files, name) {
  const folder = join(temporary, name.replaceAll(/\W+/g, '-'))
  return files.map((file) => {
    const copy = join(folder, file.replace(resolve('.'), ''))
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(file, copy)
    return { file, copy }
  })
}

/** How many files of those that a formatter has rewritten keep the hash of the whole. */
async function kept({ readStructure }, name, files, format) {
  const copies = copied(files, name)
  format(copies.map(({ copy }) => copy))
  const found = { files: 0, rewritten: 0, kept: 0, unread: 0, lost: [] }
  for (const { file, copy } of copies) {
    const [before, after] = [readFileSync(file), readFileSync(copy)]
    const hashes = [await readStructure(file, before), await readStructure(copy, after)].map(
      (reading) => reading.unit?.hash ?? null,
    )
    if (hashes[0] === null) {
      found.unread++
      continue
    }
    found.files++
    if (!before.equals(after)) found.rewritten++
    if (hashes[0] === hashes[1]) found.kept++
    else found.lost.push(file)
  }
  return found
}

const isThere = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined

const PYTHON = ['/usr/lib/python3.11', '/usr/lib/python3/dist-packages']
const RUST = ['/usr/src/rustc-1.63.0/library', '/usr/src/rustc-1.63.0/compiler']
const YAML = ['/usr/src/rustc-1.63.0']
const GO = ['/usr/share/go-1.19/src']

/** Formatters end with an error for files that they cannot read: those stay as they are. */
const run = (command, args) => (files) => spawnSync(command, [...args, ...files], { maxBuffer: 1 << 30 })

/** Pinned packages with style sheets, and what formats them: installed into a temporary folder on first use. */
const PACKAGES = [
  ...['prettier@3.10.1', 'bootstrap@5.3.9', 'bulma@1.0.4', 'animate.css@4.1.1', 'github-markdown-css@5.9.0'],
  ...['highlight.js@11.12.0', 'normalize.css@8.0.1', 'yaml@2.9.1', 'zod@4.6.7', 'knip@6.44.2', 'vite@8.3.8'],
]
let packages = null

function packageFolder() {
  if (packages === null) {
    packages = join(temporary, 'packages')
    mkdirSync(packages, { recursive: true })
    must('npm', ['init', '-y'], { cwd: packages })
    must('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES], { cwd: packages })
  }
  return join(packages, 'node_modules')
}

const prettier =
  (...args) =>
  (files) => {
    const bin = join(packageFolder(), 'prettier/bin/prettier.cjs')
    spawnSync(
      process.execPath,
      [
        bin,
        '--write',
        '--no-config',
        '--with-node-modules',
        '--no-editorconfig',
        '--ignore-path',
        '/dev/null',
        ...args,
        ...files,
      ],
      { maxBuffer: 1 << 30 },
    )
  }
const STYLES = {
  prettier: prettier(),
  'prettier, 4 spaces, single quotes': prettier('--tab-width', '4', '--single-quote', '--print-width', '60'),
  'prettier, tabs': prettier('--use-tabs', '--print-width', '120'),
}

const FORMATTERS = [
  {
    language: 'Python',
    needs: 'black',
    bound: 1,
    files: () => corpus(PYTHON, '.py', 220),
    styles: {
      black: run('black', ['-q']),
      'black, 60 columns': run('black', ['-q', '-l', '60']),
    },
  },
  {
    language: 'Rust',
    needs: 'rustfmt',
    bound: 0.98,
    files: () => corpus(RUST, '.rs', 160),
    styles: {
      rustfmt: run('rustfmt', ['--edition', '2021', '--config', 'skip_children=true']),
      'rustfmt, 60 columns': run('rustfmt', ['--edition', '2021', '--config', 'max_width=60,hard_tabs=true']),
    },
  },
  {
    language: 'CSS',
    needs: 'npm',
    bound: 0.95,
    files: () => corpus([packageFolder()], '.css', 150),
    styles: STYLES,
  },
  {
    language: 'JSON',
    needs: 'npm',
    bound: 1,
    files: () => corpus([packageFolder()], '.json', 120),
    styles: STYLES,
  },
  { language: 'YAML', needs: 'npm', bound: 1, files: () => corpus(YAML, '.yml', 120), styles: STYLES },
  {
    language: 'Go',
    needs: 'gofmt',
    bound: 0.98,
    files: () => corpus(GO, '.go', 200),
    styles: {
      gofmt: run('gofmt', ['-w']),
    },
  },
]

/** One small change to a program of Python: is it seen, if and only if Python's own parser sees it? */
async function mutated({ readStructure }) {
  const texts = corpus(PYTHON, '.py', 300)
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => text.length < 12_000)
  const input = JSON.stringify({ seed: 20261130, count: 90, texts })
  const { stdout } = spawnSync('python3', ['bench/support/mutants.py'], { input, maxBuffer: 1 << 30 })
  const hashOf = async (text) => (await readStructure('a.py', Buffer.from(text))).unit?.hash ?? null
  const before = await Promise.all(texts.map(hashOf))
  const found = { changes: 0, missed: [], same: 0, alarms: [], unread: 0 }
  for (const line of stdout
    .toString()
    .split('\n')
    .filter((one) => one !== '')) {
    const { of, kind, text, isChange } = JSON.parse(line)
    const hash = await hashOf(text)
    if (before[of] === null) continue
    if (hash === null) found.unread++
    const isSeen = hash !== before[of]
    found[isChange ? 'changes' : 'same']++
    if (isChange && !isSeen) found.missed.push(`${kind}: ${difference(texts[of], text)}`)
    if (!isChange && isSeen && hash !== null) found.alarms.push(`${kind}: ${difference(texts[of], text)}`)
  }
  return found
}

function difference(one, other) {
  let start = 0
  while (one[start] === other[start]) start++
  const around = (text) => JSON.stringify(text.slice(Math.max(0, start - 20), start + 30))
  return `${around(one)} → ${around(other)}`
}

async function benchMutants(tools) {
  if (!isThere('python3')) return console.log('left out: mutants of Python, there is no python3')
  const { changes, missed, same, alarms, unread } = await mutated(tools)
  table(
    "One change to a program of Python, as Python's ast sees it",
    ['', 'mutants', 'wrong', 'not read'],
    [
      ['another program', changes, missed.length, ''],
      ['the same program', same, alarms.length, unread],
    ],
  )
  for (const one of missed) console.log(`  missed: ${one}`)
  for (const one of alarms.slice(0, 12)) console.log(`  taken for another: ${one}`)
  claim('changes of Python that are missed', missed.length, 0)
  claim('changes that were tried, of 2,000 wanted', 2000 / changes, 1)
}

export async function bench() {
  const tools = await load()
  const only = process.env.LANGUAGES?.split(',')
  const rows = []
  for (const { language, needs, bound, files, styles } of FORMATTERS) {
    if (only !== undefined && !only.includes(language)) continue
    if (!isThere(needs)) {
      console.log(`left out: ${language}, there is no ${needs}`)
      continue
    }
    const some = files()
    for (const [style, format] of Object.entries(styles)) {
      const found = await kept(tools, style, some, format)
      rows.push([`${language}, ${style}`, found.files, found.unread, found.rewritten, found.kept])
      claim(`${language}, ${style}: hashes lost`, (found.files - found.kept) / found.files, 1 - bound + 1e-9)
      for (const file of found.lost.slice(0, 12)) console.log(`  lost: ${file}`)
    }
  }
  table('Formatters', ['', 'files', 'with errors', 'rewritten', 'hash kept'], rows)
  if (only === undefined || only.includes('mutants')) await benchMutants(tools)
  rmSync(temporary, { recursive: true })
}
