import { lstatSync, readFileSync, readlinkSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { type Entry, stateKey } from '../core/change.ts'
import { blobId } from '../core/digest.ts'
import { encodePath, isUtf8Path } from '../core/path.ts'
import { isErrno } from '../store/errno.ts'

export type ObjectFormat = 'sha1' | 'sha256'

/** What lies at a path, byte for byte: what git would store where no filter and no line end conversion applies. */
export interface Image {
  /** null = nothing there, or nothing that has content (a folder, a socket). */
  readonly entry: Entry | null
  /** null as `entry`, whatever its size. */
  readonly bytes: Uint8Array | null
}

const NOTHING: Image = { entry: null, bytes: null }

export function readImage(top: string, path: string, format: ObjectFormat): Image {
  const file = fileAt(top, path)
  try {
    const stats = lstatSync(file)
    const bytes = contentOf(file, stats)
    return bytes === null ? NOTHING : { entry: { mode: modeOf(stats), blob: blobId(bytes, format) }, bytes }
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return NOTHING
    throw error
  }
}

export function stateOnDisk(top: string, path: string, format: ObjectFormat): string {
  return stateKey(readImage(top, path, format).entry)
}

// By its bytes: what node would make of a name that is not UTF-8 is another file's, or nobody's.
function fileAt(top: string, path: string): string | Buffer {
  return isUtf8Path(path) ? join(top, path) : Buffer.concat([Buffer.from(`${top}/`), encodePath(path)])
}

function contentOf(file: string | Buffer, stats: Stats): Uint8Array | null {
  if (stats.isSymbolicLink()) return readlinkSync(file, 'buffer')
  return stats.isFile() ? readFileSync(file) : null
}

function modeOf(stats: Stats): Entry['mode'] {
  if (stats.isSymbolicLink()) return '120000'
  return (stats.mode & 0o100) === 0 ? '100644' : '100755'
}
