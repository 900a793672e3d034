import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for what is made once per run: repositories to copy, the bundle of `cli-worker.ts`. */
    templates: string
  }
}

/** The e2e tests run the built doors: a dist older than its source would test yesterday's gate. */
export function setup({ provide }: TestProject): () => void {
  buildIfStale()
  const templates = mkdtempSync(join(tmpdir(), 'intentgate-templates-'))
  bundleWorker(join(templates, 'cli-worker.mjs'))
  provide('templates', templates)
  return () => rmSync(templates, { recursive: true, force: true })
}

function buildIfStale(): void {
  if (existsSync('dist/hook.cjs') && statSync('dist/hook.cjs').mtimeMs > newest('src')) return
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
}

function bundleWorker(outfile: string): void {
  const require =
    "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"
  buildSync({
    entryPoints: ['test/support/cli-worker.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: require },
  })
}

function newest(folder: string): number {
  const times = readdirSync(folder, { recursive: true, withFileTypes: true }).map(
    (entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs,
  )
  return Math.max(...times)
}
