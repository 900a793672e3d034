import { SIDECAR } from '../core/sidecar.ts'
import type { Repository, View } from './types.ts'

/** word: an identifier. module: a text that ends in this name, with or without an ending of code. */
export interface Mention {
  readonly kind: 'word' | 'module'
  readonly name: string
}

/** What can import, or say where an import leads. */
const READER = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?|mdx|json[5c]?|ya?ml|toml)$/i

/** Does any file of a tree, those of `except` aside, speak of it? Throws GIT_FAILED. */
export async function isMentioned(
  repo: Repository,
  { id }: View,
  mention: Mention,
  except: readonly string[],
): Promise<boolean> {
  const from = id === null ? ['--cached'] : [id]
  // As text, whatever an attribute says: a file that is called binary would be passed over.
  const args = ['grep', '-l', '-z', '-a', '--full-name', '--no-color', ...patternOf(mention), ...from]
  const { stdout } = await repo.scratch(args, { allow: [1] })
  const left = new Set(except)
  const prefix = id === null ? 0 : id.length + 1
  const files = stdout
    .toString()
    .split('\0')
    .map((file) => file.slice(prefix))
  return files.some((file) => READER.test(file) && !file.startsWith(`${SIDECAR}/`) && !left.has(file))
}

function patternOf({ kind, name }: Mention): string[] {
  if (kind === 'module')
    return [
      '-E',
      '-e',
      `['"\`/]${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(\\.d)?(\\.[cm]?[jt]sx?)?['"\`]`,
    ]
  // `$` is no part of a word to git: a name that holds one is found inside of others as well.
  return /^\w+$/.test(name) ? ['-F', '-w', '-e', name] : ['-F', '-e', name]
}
