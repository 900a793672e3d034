import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MAIN = 'action/dist/index.js'

/** What is tested is the committed bundle, or, where its source is newer, what would be committed. */
export function setup(): void {
  const sources = ['src', 'action'].map((folder) => newest(folder))
  if (existsSync(MAIN) && statSync(MAIN).mtimeMs > Math.max(...sources)) return
  execFileSync(process.execPath, ['scripts/action.mjs'], { stdio: 'inherit' })
}

function newest(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !join(entry.parentPath, entry.name).startsWith(join('action', 'dist')),
  )
  return Math.max(...files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs))
}
