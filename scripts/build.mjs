// Bundles the doors. The hook is one small CommonJS file on node built-ins; the rest is ESM, split so that a command
// loads only what it needs.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { rolldown } from 'rolldown'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const define = {
  'process.env.INTENTGATE_VERSION': JSON.stringify(version),
  'process.env.INTENTGATE_DOOR': '"library"',
}
const target = 'node20.19'

rmSync('dist', { recursive: true, force: true })
const common = {
  platform: 'node',
  // husky copies files from its own package folder; oxc-parser finds its binding beside itself.
  external: ['husky', 'oxc-parser'],
  transform: { define, target },
  // The same code as modules: what nobody asks for is left out, and the rest starts in half the time.
  resolve: {
    alias: {
      yaml: installed('yaml/browser/index.js'),
      // As the MCP server imports it, a copy of its own: that needs most of zod, and what is shared is loaded by every command.
      'zod/v4': installed('zod/src/v4/index.ts'),
    },
  },
  // web-tree-sitter's glue, where it is not reached.
  checks: { eval: false },
}
const written = {
  dir: 'dist',
  format: 'esm',
  chunkFileNames: 'chunks/[name]-[hash].js',
  comments: { legal: true, annotation: false, jsdoc: false },
  // Less to compile at every start; names stay, for stack traces.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
}
await bundleDoors()
await bundleParser()
chmodSync('dist/cli.js', 0o755)
const plain = {
  bundle: true,
  platform: 'node',
  target,
  define: { ...define, 'process.env.INTENTGATE_DOOR': '"hook"' },
  legalComments: 'linked',
  logLevel: 'warning',
  outdir: 'dist',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  minify: true,
  external: ['./glob.cjs'],
}
await build({
  ...plain,
  entryPoints: { hook: 'src/hook/bin.ts', glob: 'src/hook/glob.ts', agent: 'src/agent-hook/bin.ts' },
})
// What dist/agent.cjs loads: src/agent-hook/scripts.ts runs them, not node, and knows them by their first line.
const { outputFiles } = await build({
  ...plain,
  entryPoints: {
    'agent-main': 'src/agent-hook/main.ts',
    'agent-record': 'src/agent-hook/recorder.ts',
    shell: 'src/agent-hook/shell.ts',
  },
  write: false,
  banner: { js: '(function(exports,require,module){' },
  footer: { js: '})' },
})
for (const { path, text } of outputFiles) writeFileSync(path, `//${sha256(text)}\n${text}`)
copyGrammars('src/structure/grammars', 'dist/grammars')
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json'], {
  stdio: 'inherit',
})

/**
 * Node takes half a millisecond to find and load a module, and most commands judge: what every command needs is one file, what
 * judging needs is another, and only what is left is split by who asks for it.
 */
async function bundleDoors() {
  const [everyCommand, judging] = [new Set(), new Set()]
  const bundle = await rolldown({
    input: {
      cli: 'src/cli/bin.ts',
      index: 'src/index.ts',
      prepare: 'src/prepare.ts',
      'git-hook': 'src/cli/git-hook/run.ts',
      'agent-full': 'src/agent-hook/full.ts',
    },
    ...common,
    plugins: [
      {
        name: 'reach',
        buildEnd() {
          const entry = (file) => [...this.getModuleIds()].find((id) => id.endsWith(file))
          reach(this, entry('/src/cli/bin.ts'), everyCommand)
          // It waits for the command, and a command that needed its file would wait for it.
          everyCommand.delete(entry('/src/cli/bin.ts'))
          reach(this, entry('/src/cli/commands/check.ts'), judging)
        },
      },
    ],
  })
  await bundle.write({
    ...written,
    codeSplitting: {
      groups: [
        { name: 'base', test: (id) => everyCommand.has(id), priority: 2 },
        { name: 'judge', test: (id) => judging.has(id), priority: 1 },
      ],
    },
  })
}

function installed(file) {
  return fileURLToPath(new URL(`../node_modules/${file}`, import.meta.url))
}

/** Apart from the others: it is a process of its own, and would wait for what judging needs, to use a tenth of it. */
async function bundleParser() {
  const bundle = await rolldown({ ...common, input: { structure: 'src/structure/parser.ts' } })
  await bundle.write(written)
}

/** Every module that is loaded with `id`, which leaves out what it only imports when asked. */
function reach(graph, id, into) {
  if (into.has(id)) return
  into.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reach(graph, imported, into)
}

/** Compressed, as they are loaded: the largest takes 10 ms. What is not what the manifest says is not shipped. */
function copyGrammars(from, to) {
  const manifest = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8'))
  const names = readdirSync(from).flatMap((file) => /^(.+)\.wasm\.br$/.exec(file)?.[1] ?? [])
  if (names.sort().join() !== Object.keys(manifest).sort().join())
    throw new Error(`${from} holds other files than its manifest says`)
  for (const name of names) {
    const wasm = brotliDecompressSync(readFileSync(join(from, `${name}.wasm.br`)))
    if (sha256(wasm) !== manifest[name].sha256)
      throw new Error(`${name}.wasm.br is not what the manifest says`)
  }
  // The runtime is in two parts: one of them is in the bundle.
  const runtime = readFileSync('node_modules/web-tree-sitter/web-tree-sitter.wasm')
  if (sha256(runtime) !== manifest['tree-sitter'].sha256)
    throw new Error('web-tree-sitter is not the one of the grammars')
  cpSync(from, to, { recursive: true })
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}
