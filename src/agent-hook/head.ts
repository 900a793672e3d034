import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readIfThere, type Site } from './site.ts'

const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** The commit that HEAD names, read from the files of the ref store; null = not to be told that way (unborn, another store). */
export function headCommit({ gitDir, commonDir }: Site): string | null {
  const head = readIfThere(join(gitDir, 'HEAD'))?.trim() ?? ''
  if (ID.test(head)) return head
  const branch = /^ref: (refs\/heads\/.+)$/.exec(head)?.[1]
  if (branch === undefined) return null
  const loose = readIfThere(join(commonDir, branch))?.trim()
  const id = loose ?? packed(commonDir, branch)
  return id !== null && ID.test(id) ? id : null
}

function packed(commonDir: string, branch: string): string | null {
  const refs = readIfThere(join(commonDir, 'packed-refs')) ?? ''
  const at = refs.indexOf(` ${branch}\n`)
  return at === -1 ? null : refs.slice(refs.lastIndexOf('\n', at) + 1, at)
}

/** As `ledgerSite` in record.ts has it: another one whenever HEAD has moved. Its log only grows, even where a reset brings HEAD back. */
export function stampOf({ gitDir }: Site, head: string): string {
  return `${head} ${statSync(join(gitDir, 'logs', 'HEAD'), { throwIfNoEntry: false })?.size ?? 0}`
}
