// Code that others wrote: of pinned npm packages, installed into a temporary folder on first use, and of Debian's packages.
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from './measure.mjs'

const PACKAGES = {
  // formatters
  ...{ prettier: '3.10.1', '@dprint/formatter': '0.6.0', '@dprint/typescript': '0.96.1' },
  ...{ '@wasm-fmt/ruff_fmt': '0.15.20' },
  // other parsers
  ...{
    'php-parser': '3.7.0',
    'java-parser': '3.0.1',
    luaparse: '0.3.1',
    'sh-syntax': '0.7.0',
    'css-tree': '3.2.1',
  },
  // code
  ...{ async: '3.2.6', commander: '14.0.3', eslint: '10.15.0', express: '5.3.0', jsdom: '29.1.1' },
  ...{ lodash: '4.18.1', preact: '11.2.0', webpack: '5.113.0' },
  ...{ '@tanstack/query-core': '5.108.4', '@tanstack/react-query': '5.108.4', '@trpc/server': '11.25.2' },
  ...{ '@wordpress/components': '41.0.0', effect: '4.1.0', rxjs: '7.8.2', zod: '4.6.7' },
  ...{ 'animate.css': '4.1.1', bootstrap: '5.3.9', bulma: '1.0.4', 'github-markdown-css': '5.9.0' },
  ...{ 'highlight.js': '11.12.0', 'normalize.css': '8.0.1' },
}
const home = join(tmpdir(), 'intentgate-bench-corpus')

/** Where the packages are. */
export function packageFolder() {
  const manifest = JSON.stringify({ private: true, dependencies: PACKAGES })
  const file = join(home, 'package.json')
  const isThere = existsSync(join(home, 'done')) && readFileSync(file, 'utf8') === manifest
  if (!isThere) {
    mkdirSync(home, { recursive: true })
    writeFileSync(file, manifest)
    must('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], { cwd: home })
    writeFileSync(file, manifest)
    writeFileSync(join(home, 'done'), '')
  }
  return join(home, 'node_modules')
}

/** Of each package the same number of files, as far as it has that many. */
const ofPackages = (names, ending, most) => () =>
  names.flatMap((name) =>
    spread(filesIn(join(packageFolder(), name), ending), Math.ceil(most / names.length)),
  )
const ofFolders =
  (folders, ending, most, isMeant = () => true) =>
  () => {
    const there = folders.filter((folder) => existsSync(folder))
    return spread(there.flatMap((folder) => filesIn(folder, ending)).filter(isMeant), most)
  }
/** Scripts have no ending there. What stands between ` bash prints as it is written. */
const isBash = (file) => /^#!.*\b(?:ba)?sh\b[^`]*$/.test(readFileSync(file, 'latin1'))

/** Debian's openjdk-17-source is one archive. */
function javaSources() {
  const folder = join(home, 'java')
  const archive = '/usr/lib/jvm/openjdk-17/lib/src.zip'
  if (!existsSync(folder) && existsSync(archive))
    must('unzip', ['-q', archive, 'java.base/java/*', 'java.logging/*', '-d', folder])
  return existsSync(folder) ? [folder] : []
}
const debian = (name) =>
  readdirSync('/usr/share', { encoding: 'utf8' })
    .filter((folder) => folder.startsWith(name))
    .map((folder) => join('/usr/share', folder, 'src'))

const SCRIPTS = ['async', 'commander', 'eslint', 'express', 'jsdom', 'lodash', 'preact', 'webpack']
const TYPED = ['@tanstack/query-core', '@trpc/server', 'effect', 'rxjs', 'zod', '@wordpress/components']

/** Paths by language. */
export const CORPORA = {
  JavaScript: ofPackages(SCRIPTS, '.js', 330),
  TypeScript: ofPackages(TYPED, '.ts', 320),
  TSX: ofPackages(['@wordpress/components', '@tanstack/react-query'], '.tsx', 360),
  Python: ofFolders(['/usr/lib/python3.11', '/usr/lib/python3/dist-packages'], '.py', 220),
  Rust: ofFolders(['/usr/src/rustc-1.63.0/library', '/usr/src/rustc-1.63.0/compiler'], '.rs', 160),
  Go: ofFolders(debian('go-1.'), '.go', 200),
  CSS: () => spread(filesIn(packageFolder(), '.css'), 200),
  JSON: () => spread(filesIn(packageFolder(), '.json'), 120),
  YAML: ofFolders(['/usr/src/rustc-1.63.0'], '.yml', 120),
  TOML: ofFolders(['/usr/src/rustc-1.63.0'], '.toml', 120),
  Java: () => ofFolders(javaSources(), '.java', 120)(),
  Ruby: ofFolders(['/usr/lib/ruby'], '.rb', 120),
  PHP: ofFolders(['/usr/share/php'], '.php', 120),
  Lua: ofFolders(['/usr/share/lua/5.1'], '.lua', 60),
  Bash: ofFolders(['/usr/bin', '/usr/sbin', '/etc/init.d', '/usr/lib/git-core'], '', 120, isBash),
}

/** Of 200 bytes to 40 kB, and nobody's dependency. */
function filesIn(folder, ending) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith('.d.ts') && !file.includes('node_modules'))
    .map((file) => join(folder, file))
    .filter((file) => {
      const found = lstatSync(file)
      return found.isFile() && found.size > 200 && found.size < 40_000
    })
    .sort()
}

function spread(files, most) {
  const step = Math.max(1, files.length / most)
  return Array.from({ length: Math.min(files.length, most) }, (_, at) => files[Math.floor(at * step)])
}
