import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the package that is running: absolute, whether this is a bundle in dist/ or the source. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`no package.json above ${fileURLToPath(import.meta.url)}`)
    folder = parent
  }
  return folder
}

/** The built parser, which is started in a process of its own. */
export function parserEntry(): string {
  return join(packageRoot(), 'dist/structure.js')
}

/** Absolute: the folder that has the running package in its node_modules; null = it is installed in no project. */
export function installingFolder(): string | null {
  const [folder, inside] = packageRoot().split(/[\\/]node_modules[\\/]/)
  return folder === undefined || inside === undefined ? null : folder
}
