import { type Entry, MODES, type Mode } from '../core/change.ts'
import { GateError } from '../core/error.ts'
import { decodePath } from '../core/path.ts'

/** One tree: names of this folder only. */
export interface Tree {
  readonly files: ReadonlyMap<string, Entry>
  /** Name → id of the tree. */
  readonly folders: ReadonlyMap<string, string>
}

/** Reads the bytes of a tree object: `mode SP name NUL id`, repeated, where `idLength` is 20 or 32 bytes. Throws GIT_OUTPUT. */
export function parseTree(bytes: Uint8Array, idLength: number): Tree {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files = new Map<string, Entry>()
  const folders = new Map<string, string>()
  for (let at = 0; at < buffer.length; ) {
    const { name, mode, oid, next } = parseEntry(buffer, at, idLength)
    // It would mean one thing to us and another to a checkout.
    if (files.has(name) || folders.has(name)) throw malformed('a name twice')
    if (mode === 'folder') folders.set(name, oid)
    else files.set(name, { mode, blob: oid })
    at = next
  }
  return { files, folders }
}

function parseEntry(buffer: Buffer, at: number, idLength: number) {
  const modeEnd = buffer.indexOf(' ', at)
  const nameEnd = buffer.indexOf(0, modeEnd)
  const next = nameEnd + 1 + idLength
  if (modeEnd === -1 || nameEnd === -1 || next > buffer.length) throw malformed('it ends early')
  const name = decodePath(buffer.subarray(modeEnd + 1, nameEnd))
  if (name === '' || name.includes('/')) throw malformed('a name that is none')
  const mode = canonicalMode(buffer.toString('latin1', at, modeEnd))
  return { name, mode, oid: buffer.toString('hex', nameEnd + 1, next), next }
}

/** As git reads modes: old trees hold 100664, which is a file like any other. */
function canonicalMode(octal: string): Mode | 'folder' {
  const mode = Number.parseInt(octal, 8)
  const kind = mode & 0o170000
  if (kind === 0o040000) return 'folder'
  if (kind === 0o100000) return (mode & 0o100) === 0 ? '100644' : '100755'
  const other = MODES.find((known) => Number.parseInt(known, 8) === kind)
  if (other === undefined) throw malformed(`mode ${octal}`)
  return other
}

function malformed(what: string): GateError {
  return new GateError('GIT_OUTPUT', { command: 'cat-file', detail: `a malformed tree: ${what}` })
}
