import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

/** A real formatter, with its own settings: what it makes of a text that would stand at `path`. */
export function format(path: string, text: string): string {
  const args = [resolve('node_modules/@biomejs/biome/bin/biome'), 'format', `--stdin-file-path=${path}`]
  const result = spawnSync(process.execPath, args, { cwd: '/', input: text, encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`biome: ${result.stderr}`)
  return result.stdout
}
