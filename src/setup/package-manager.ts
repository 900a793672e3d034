import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { upwards } from './folders.ts'
import type { Manifest } from './manifest.ts'

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'yarn-berry' | 'bun'

/** How each of them is told to install the gate. */
export const INSTALL: Readonly<Record<PackageManager, string>> = {
  npm: 'npm install --save-dev intentgate',
  pnpm: 'pnpm add --save-dev intentgate',
  yarn: 'yarn add --dev intentgate',
  'yarn-berry': 'yarn add --dev intentgate',
  bun: 'bun add --dev intentgate',
}

/** By `packageManager` in package.json, else by the lockfile next to it or above it; npm where nothing says. */
export function packageManager(top: string, manifest: Manifest): PackageManager {
  return (
    declared(manifest) ??
    upwards(manifest.folder)
      .map((folder) => byLockfile(join(top, folder)))
      .find((found) => found !== null) ??
    'npm'
  )
}

function declared({ packageManager: text }: Manifest): PackageManager | null {
  const [, name, major] = /^(npm|pnpm|yarn|bun)@(\d+)/.exec(text ?? '') ?? []
  if (name === 'yarn') return major === '1' ? 'yarn' : 'yarn-berry'
  return name === 'npm' || name === 'pnpm' || name === 'bun' ? name : null
}

function byLockfile(folder: string): PackageManager | null {
  const has = (name: string): boolean => existsSync(join(folder, name))
  if (has('pnpm-lock.yaml')) return 'pnpm'
  if (has('bun.lock') || has('bun.lockb')) return 'bun'
  if (has('yarn.lock')) return isBerry(folder) ? 'yarn-berry' : 'yarn'
  return has('package-lock.json') || has('npm-shrinkwrap.json') ? 'npm' : null
}

function isBerry(folder: string): boolean {
  return (
    existsSync(join(folder, '.yarnrc.yml')) ||
    /^__metadata:/m.test(readFileSync(join(folder, 'yarn.lock'), 'utf8'))
  )
}
