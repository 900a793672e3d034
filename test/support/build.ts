import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The e2e tests run the built doors: a dist older than its source would test yesterday's gate. */
export function setup(): void {
  if (existsSync('dist/hook.cjs') && statSync('dist/hook.cjs').mtimeMs > newest('src')) return
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
}

function newest(folder: string): number {
  const times = readdirSync(folder, { recursive: true, withFileTypes: true }).map(
    (entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs,
  )
  return Math.max(...times)
}
