// Bundles the doors. The hook is one small CommonJS file on node built-ins; the rest is ESM, split so that a command
// loads only what it needs. husky stays outside: it copies files from its own package folder.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { build } from 'esbuild'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const common = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  define: { 'process.env.INTENTGATE_VERSION': JSON.stringify(version) },
  legalComments: 'linked',
  // Less to compile at every start; names stay, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
}

rmSync('dist', { recursive: true, force: true })
await build({
  ...common,
  entryPoints: {
    cli: 'src/cli/bin.ts',
    index: 'src/index.ts',
    prepare: 'src/prepare.ts',
    'git-hook': 'src/cli/git-hook/run.ts',
    'agent-full': 'src/agent-hook/full.ts',
    structure: 'src/structure/parser.ts',
  },
  outdir: 'dist',
  format: 'esm',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  external: ['husky', 'oxc-parser'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
})
await build({
  ...common,
  entryPoints: {
    hook: 'src/hook/bin.ts',
    glob: 'src/hook/glob.ts',
    agent: 'src/agent-hook/bin.ts',
    'agent-record': 'src/agent-hook/recorder.ts',
    shell: 'src/agent-hook/shell.ts',
  },
  outdir: 'dist',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  minify: true,
  external: ['./glob.cjs', './shell.cjs', './agent-record.cjs'],
})
copyGrammars('src/structure/grammars', 'dist/grammars')
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json'], {
  stdio: 'inherit',
})

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
