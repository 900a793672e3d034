import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { remember } from '../../git/remember.ts'
import type { Repository, View } from '../../git/types.ts'
import { isErrno } from '../../store/errno.ts'
import type { LastRecord, Whereabouts } from '../../store/last-record.ts'

/** Looks for records in the working tree's ledger, and in HEAD's. */
export function whereaboutsIn(repo: Repository, head: View): (last: LastRecord) => Promise<Whereabouts> {
  const inTree = remember(async (file: string) => readIfThere(join(repo.top, file)))
  const inHead = remember((file: string) => contentIn(repo, head, file))
  return async ({ id, ledger }) => {
    for (const file of ledger) {
      if ((await inTree(file))?.includes(id) !== true) continue
      return (await inHead(file))?.includes(id) === true ? 'committed' : 'to be committed'
    }
    return 'away'
  }
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

async function contentIn(repo: Repository, head: View, file: string): Promise<Buffer | null> {
  const entry = await head.entry(file)
  const content = entry === null ? null : await repo.content(entry.blob, Number.POSITIVE_INFINITY)
  return content instanceof Uint8Array
    ? Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    : null
}
