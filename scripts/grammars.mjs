// The grammars in src/structure/grammars are what the pinned packages hold: written anew from them, or with --check proven to be.
// The packages are hundreds of megabytes and compile when they are installed, so they are no dependency: they come into a temporary
// folder, and none of their scripts runs.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

const TARGET = 'src/structure/grammars'
const MANIFEST = join(TARGET, 'manifest.json')
const LICENCES = join(TARGET, 'licenses.txt')

/** By the name that the tool knows it by: the package, and its file there. */
const SOURCES = {
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
}

const folder = mkdtempSync(join(tmpdir(), 'intentgate-grammars-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const file of ['package.json', 'package-lock.json'])
  cpSync(join('scripts/grammars', file), join(folder, file))
execFileSync(
  'npm',
  ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'],
  { cwd: folder, stdio: 'inherit' },
)

const found = Object.entries(SOURCES).map(([name, [packageName, file]]) => {
  const root = join(folder, 'node_modules', packageName)
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const wasm = readFileSync(join(root, file))
  const sha256 = createHash('sha256').update(wasm).digest('hex')
  return { name, wasm, entry: { package: packageName, version, license, sha256, bytes: wasm.length } }
})
const licences = [...new Map(found.map(({ entry }) => [entry.package, entry])).values()]
  .map(licenceOf)
  .join(`\n${'-'.repeat(80)}\n\n`)
const manifest = `${JSON.stringify(Object.fromEntries(found.map(({ name, entry }) => [name, entry])), null, 2)}\n`

if (process.argv.includes('--check')) check()
else write()

function check() {
  const wrong = found.filter(({ name, wasm }) => !isCommitted(name, wasm)).map(({ name }) => name)
  if (readFileSync(MANIFEST, 'utf8') !== manifest) wrong.push('manifest.json')
  if (readFileSync(LICENCES, 'utf8') !== licences) wrong.push('licenses.txt')
  if (wrong.length > 0) throw new Error(`not what the pinned packages hold: ${wrong.join(', ')}`)
  console.log(`${found.length} files in ${TARGET} are what the pinned packages hold`)
}

function write() {
  for (const { name, wasm } of found) {
    // Other versions of Node compress to other bytes: what has not changed is left alone.
    if (isCommitted(name, wasm)) continue
    const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: wasm.length }
    writeFileSync(compressed(name), brotliCompressSync(wasm, { params }))
  }
  writeFileSync(MANIFEST, manifest)
  writeFileSync(LICENCES, licences)
}

function isCommitted(name, wasm) {
  const path = compressed(name)
  return existsSync(path) && brotliDecompressSync(readFileSync(path)).equals(wasm)
}

function compressed(name) {
  return join(TARGET, `${name}.wasm.br`)
}

function licenceOf({ package: name, version, license }) {
  const root = join(folder, 'node_modules', name)
  const file = readdirSync(root).find((entry) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry))
  const text =
    file === undefined
      ? '(the package brings no licence file)'
      : readFileSync(join(root, file), 'utf8').trim()
  return `${name}@${version} (${license})\n\n${text}\n`
}
