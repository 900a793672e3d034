// Bundles the Action into action/dist, which is committed: the same source must give the same bytes on every machine.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const DIST = 'action/dist'
const NO_TEXT = '(the package brings no licence file)'
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

// For OpenID tokens and the runner's platform, which nothing here asks for, @actions/core brings an HTTP client that starts processes too.
// Nothing happens when these of its files are loaded, so what is never called can be left out, and all that it needs.
const leaveOut = {
  name: 'leave-out',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(?:oidc-utils|platform|path-utils)\.js$/ }, ({ path, resolveDir }) =>
      resolveDir.endsWith(join('@actions', 'core', 'lib'))
        ? { path: join(resolveDir, path), sideEffects: false }
        : undefined,
    )
  },
}

const common = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  // Runners that bring no Node 24 of their own use the image's.
  target: 'node20.19',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  define: { 'process.env.INTENTGATE_VERSION': JSON.stringify(version) },
  // Else the place that a linked node_modules stands for would be in the bundle, in the names of its modules.
  preserveSymlinks: true,
  legalComments: 'none',
  minifyWhitespace: true,
  minifySyntax: true,
  metafile: true,
  logLevel: 'warning',
}
rmSync(join(DIST, 'chunks'), { recursive: true, force: true })
const action = await build({
  ...common,
  entryPoints: { index: 'action/main.ts' },
  outdir: DIST,
  // What most pull requests do not need is not read: every step starts from nothing.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  // The same code as modules: what nobody asks for is left out.
  alias: { yaml: resolve('node_modules/yaml/browser/index.js') },
  plugins: [leaveOut],
})
// Started only where a structure is asked for. The compiled parsers beside it come from scripts/vendored.mjs.
const parsers = await build({
  ...common,
  entryPoints: { structure: 'action/shipped-parser.ts' },
  outdir: join(DIST, 'parsers'),
})
cpSync('src/structure/grammars', join(DIST, 'parsers/grammars'), { recursive: true })
writeFileSync(join(DIST, 'package.json'), '{ "type": "module" }\n')
const packages = [action, parsers].flatMap(({ metafile }) => bundledPackages(metafile))
writeFileSync(join(DIST, 'licenses.txt'), licences([...new Set(packages)].sort()))

/** The folders of the packages that any byte of the bundle comes from. */
function bundledPackages({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs))
  const folders = inputs.flatMap(([path, { bytesInOutput }]) => {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
    return folder === undefined || bytesInOutput === 0 ? [] : [folder]
  })
  return folders
}

function licences(folders) {
  return folders
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry))
      if (license === undefined) throw new Error(`${name} does not say its licence`)
      const text = file === undefined ? NO_TEXT : readFileSync(join(folder, file), 'utf8').trim()
      return `${name}@${version} (${license})\n\n${text}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}
