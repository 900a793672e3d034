import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for repositories that are made once per run and copied by every test that needs one. */
    templates: string
  }
}

/** The e2e tests run the built doors: a dist older than its source would test yesterday's gate. */
export function setup({ provide }: TestProject): () => void {
  buildIfStale()
  const templates = mkdtempSync(join(tmpdir(), 'intentgate-templates-'))
  provide('templates', templates)
  return () => rmSync(templates, { recursive: true, force: true })
}

function buildIfStale(): void {
  if (existsSync('dist/hook.cjs') && statSync('dist/hook.cjs').mtimeMs > newest('src')) return
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
}

function newest(folder: string): number {
  const times = readdirSync(folder, { recursive: true, withFileTypes: true }).map(
    (entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs,
  )
  return Math.max(...times)
}
