import { posix } from 'node:path'
import { upwards } from './folders.ts'
import type { Site } from './site.ts'

const LOCKFILES = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
]

/**
 * package.json and lockfiles, next to it or above, that are not committed as they are. Without them the next clone
 * installs no gate. Ignored files are none of them: git refuses to add those.
 */
export async function unstagedInstall({ git, manifest }: Site): Promise<string[]> {
  if (manifest === null) return []
  const locks = upwards(manifest.folder).flatMap((folder) =>
    LOCKFILES.map((name) => posix.join(folder, name)),
  )
  const paths = [manifest.path, ...locks].map((path) => `:(literal)${path}`)
  const listed = await git.run(
    'status',
    '--porcelain',
    '-z',
    '--untracked-files=all',
    '--no-renames',
    '--',
    ...paths,
  )
  return listed
    .split('\0')
    .filter((entry) => entry !== '' && !/^(?:.D|D )/.test(entry))
    .map((entry) => entry.slice(3))
}
