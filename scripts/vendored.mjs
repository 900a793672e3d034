// What is committed in compressed form is what the pinned packages hold: written anew from them, or with --check proven to be. The
// grammars' packages are hundreds of megabytes and compile when they are installed, oxc's are for other machines than this one: so
// they are no dependencies. They come into a temporary folder, and none of their scripts runs.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

const SETS = [
  {
    target: 'src/structure/grammars',
    packages: 'scripts/grammars',
    ending: 'wasm',
    /** By the name that the tool knows it by: the package, and its file there. */
    sources: {
      bash: ['tree-sitter-bash', 'tree-sitter-bash.wasm'],
      csharp: ['tree-sitter-c-sharp', 'tree-sitter-c_sharp.wasm'],
      css: ['tree-sitter-css', 'tree-sitter-css.wasm'],
      go: ['tree-sitter-go', 'tree-sitter-go.wasm'],
      java: ['tree-sitter-java', 'tree-sitter-java.wasm'],
      kotlin: ['@tree-sitter-grammars/tree-sitter-kotlin', 'tree-sitter-kotlin.wasm'],
      lua: ['@tree-sitter-grammars/tree-sitter-lua', 'tree-sitter-lua.wasm'],
      php: ['tree-sitter-php', 'tree-sitter-php.wasm'],
      python: ['tree-sitter-python', 'tree-sitter-python.wasm'],
      ruby: ['tree-sitter-ruby', 'tree-sitter-ruby.wasm'],
      rust: ['tree-sitter-rust', 'tree-sitter-rust.wasm'],
      scala: ['tree-sitter-scala', 'tree-sitter-scala.wasm'],
      // What runs them.
      'tree-sitter': ['web-tree-sitter', 'web-tree-sitter.wasm'],
    },
  },
  {
    // The machines that run Actions, as node names them.
    target: 'action/dist/parsers/bindings',
    packages: 'scripts/bindings',
    ending: 'node',
    sources: Object.fromEntries(
      [
        'darwin-arm64',
        'darwin-x64',
        'linux-arm64-gnu',
        'linux-x64-gnu',
        'win32-arm64-msvc',
        'win32-x64-msvc',
      ].map((machine) => [
        machine.replace(/-(?:gnu|msvc)$/, ''),
        [`@oxc-parser/binding-${machine}`, `parser.${machine}.node`],
      ]),
    ),
  },
]

const isCheck = process.argv.includes('--check')
for (const set of SETS) {
  const folder = install(set.packages)
  try {
    const made = derive(set, folder)
    if (isCheck) check(made)
    else write(made)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `--force`: else npm refuses what is for another machine. */
function install(packages) {
  const folder = mkdtempSync(join(tmpdir(), 'intentgate-vendored-'))
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(packages, file), join(folder, file))
  execFileSync(
    'npm',
    [
      'ci',
      '--ignore-scripts',
      '--legacy-peer-deps',
      '--force',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { cwd: folder, stdio: 'inherit' },
  )
  return folder
}

function derive({ target, ending, sources }, folder) {
  const found = Object.entries(sources).map(([name, [packageName, file]]) => {
    const root = join(folder, 'node_modules', packageName)
    const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const content = readFileSync(join(root, file))
    const sha256 = createHash('sha256').update(content).digest('hex')
    const entry = { package: packageName, version, license, sha256, bytes: content.length }
    return { path: join(target, `${name}.${ending}.br`), name, content, entry }
  })
  const packages = [...new Map(found.map(({ entry }) => [entry.package, entry])).values()]
  const texts = {
    'manifest.json': `${JSON.stringify(Object.fromEntries(found.map(({ name, entry }) => [name, entry])), null, 2)}\n`,
    'licenses.txt': packages.map((entry) => licenceOf(entry, folder)).join(`\n${'-'.repeat(80)}\n\n`),
  }
  return { target, found, texts }
}

function check({ target, found, texts }) {
  const wrong = found.filter((one) => !isCommitted(one)).map(({ path }) => path)
  for (const [name, text] of Object.entries(texts))
    if (readFileSync(join(target, name), 'utf8') !== text) wrong.push(join(target, name))
  const expected = new Set([
    ...found.map(({ path }) => path),
    ...Object.keys(texts).map((name) => join(target, name)),
  ])
  wrong.push(
    ...readdirSync(target)
      .map((name) => join(target, name))
      .filter((path) => !expected.has(path)),
  )
  if (wrong.length > 0) throw new Error(`not what the pinned packages hold: ${wrong.join(', ')}`)
  console.log(`${found.length} files in ${target} are what the pinned packages hold`)
}

function write({ target, found, texts }) {
  mkdirSync(target, { recursive: true })
  for (const one of found) {
    // Other versions of Node compress to other bytes: what has not changed is left alone.
    if (isCommitted(one)) continue
    const params = {
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: one.content.length,
    }
    writeFileSync(one.path, brotliCompressSync(one.content, { params }))
  }
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(target, name), text)
}

function isCommitted({ path, content }) {
  return existsSync(path) && brotliDecompressSync(readFileSync(path)).equals(content)
}

function licenceOf({ package: name, version, license }, folder) {
  const root = join(folder, 'node_modules', name)
  const file = readdirSync(root).find((entry) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry))
  const text =
    file === undefined
      ? '(the package brings no licence file)'
      : readFileSync(join(root, file), 'utf8').trim()
  return `${name}@${version} (${license})\n\n${text}\n`
}
