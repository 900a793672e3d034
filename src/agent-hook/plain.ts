import { dirname, join } from 'node:path'
import { kindOf } from '../core/change.ts'
import type { Image, ObjectFormat } from './disk.ts'
import { isOff } from './git-config.ts'
import { readIfThere, type Site } from './site.ts'

/** How this repository names objects, as its own configuration says. */
export function objectFormatOf({ config }: Site): ObjectFormat {
  return config.get('extensions.objectformat')?.toLowerCase() === 'sha256' ? 'sha256' : 'sha1'
}

// Everything through which git could store something else than what lies on the disk. In doubt git is asked.
const MARKS = /filter|working-tree-encoding/i
const SETTINGS = /attributesfile|filemode|worktree/i
const PLAIN_PATH = /^[A-Za-z0-9_./@+-]+$/

/** Does git store the files of this repository byte for byte, with their mode, as far as its configuration goes? */
export function isPlainSite({ config, commonDir }: Site, env: NodeJS.ProcessEnv): boolean {
  const names = [...config.keys()]
  const isOwnPlain =
    !isOff(config.get('core.filemode')) &&
    !names.some((name) => /^(?:include(?:if)?\.|core\.attributesfile$|extensions\.refstorage$)/.test(name))
  if (!isOwnPlain || env.GIT_CONFIG_COUNT !== undefined || env.GIT_CONFIG_PARAMETERS !== undefined)
    return false
  const home = env.HOME ?? process.getBuiltinModule('node:os').homedir()
  const folder = join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'git')
  const settings =
    env.GIT_CONFIG_GLOBAL === undefined
      ? [join(home, '.gitconfig'), join(folder, 'config')]
      : [env.GIT_CONFIG_GLOBAL]
  const system = env.GIT_CONFIG_NOSYSTEM === undefined ? ['/etc/gitconfig'] : []
  const attributes = [join(folder, 'attributes'), '/etc/gitattributes', join(commonDir, 'info/attributes')]
  return !anyHolds([...settings, ...system], SETTINGS) && !anyHolds(attributes, MARKS)
}

/** Do the attributes along the way leave this path alone? */
export function isPlainPath({ top }: Site, path: string): boolean {
  if (!PLAIN_PATH.test(path)) return false
  const files: string[] = []
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    files.push(join(top, folder, '.gitattributes'))
    if (folder === '.') return !anyHolds(files, MARKS)
  }
}

/** Would git store these very bytes? A carriage return may be converted, `$Id$` may be expanded. */
export function isPlainImage({ entry, bytes }: Image): boolean {
  if (entry === null || bytes === null) return true
  return kindOf(entry.mode) === 'file' && !asBuffer(bytes).includes(0x0d) && !asBuffer(bytes).includes('$Id')
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function anyHolds(files: readonly string[], marks: RegExp): boolean {
  return files.some((file) => marks.test(readIfThere(file) ?? ''))
}
