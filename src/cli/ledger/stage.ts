import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../../git/types.ts'
import { stateFolder } from '../../store/session.ts'
import { readState } from '../../store/writer-state.ts'

/** Stages the ledger files that this working tree wrote and has not committed, and nothing else. */
export async function stageLedger(repo: Repository): Promise<void> {
  const own = readState(stateFolder(repo.gitDir)).files.map(({ path }) => path)
  const here = own.filter((path) => existsSync(join(repo.top, path)))
  if (here.length === 0) return
  await repo.git(['update-index', '--add', '-z', '--stdin'], {
    input: here.map((path) => `${path}\0`).join(''),
  })
}
