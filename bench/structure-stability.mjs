// Does another version of the parser give the same hashes? Installs each one beside a bundle of the sources: asks a registry.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'
import { claim, must, table } from './support/measure.mjs'

const VERSIONS = [
  '0.70.0',
  '0.80.0',
  '0.90.0',
  '0.101.0',
  '0.110.0',
  '0.120.0',
  '0.130.0',
  '0.140.0',
  '0.150.0',
]

/** The corpus of the tests, and its structure by the parser of this version. */
async function load(folder) {
  buildSync({
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', splitting: true },
    ...{ entryPoints: ['test/structure/corpus.ts'], outdir: folder, outExtension: { '.js': '.mjs' } },
  })
  return import(join(folder, 'corpus.mjs'))
}

async function hashesBy(version) {
  const folder = mkdtempSync(join(tmpdir(), 'intentgate-bench-'))
  try {
    if (version === null) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    else
      must('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `oxc-parser@${version}`], {
        cwd: folder,
      })
    const { corpus, structure, allUnits } = await load(folder)
    const hashes = []
    for (const { path, text } of corpus()) {
      const units = allUnits(await structure(text, path))
      hashes.push(units.map(({ hash, own, alpha }) => [hash, own, alpha].join()).join())
    }
    return hashes
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export async function bench() {
  const now = await hashesBy(null)
  const rows = []
  let others = 0
  for (const version of VERSIONS) {
    const then = await hashesBy(version)
    const same = now.filter((hashes, at) => hashes === then[at]).length
    others += now.length - same
    rows.push([version, now.length, same])
  }
  table('Every hash, own and alpha, by another version of oxc', ['version', 'files', 'the same'], rows)
  claim('files with another hash', others, 0)
}
