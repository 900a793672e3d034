import { posix } from 'node:path'

/** The folder itself and each above it, `/`-separated; '' = the root of the working tree. */
export function upwards(folder: string): string[] {
  return folder === '' ? [''] : [folder, ...upwards(parentOf(folder))]
}

export function parentOf(path: string): string {
  return path.includes('/') ? posix.dirname(path) : ''
}
