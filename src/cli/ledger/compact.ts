import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT } from '../../core/error.ts'
import { LEDGER_FILE, LEDGER_FOLDER } from '../../core/sidecar.ts'
import { changedPaths } from '../../git/changed-paths.ts'
import { openRepository } from '../../git/repository.ts'
import type { Repository } from '../../git/types.ts'
import { type Compaction, compact, isCompactable } from '../../store/compact.ts'
import { printable } from '../../store/printable.ts'
import { stateFolder } from '../../store/session.ts'
import { keepName } from '../../store/shard-name.ts'
import { withLedger } from '../../store/writer.ts'
import { ensureFile } from '../../store/writer-place.ts'
import type { Io } from '../command.ts'
import { parseFlags, usageError } from '../flags.ts'
import { workingLedger } from './contents.ts'
import { countOf, listOf } from './report.ts'

const options = { before: { type: 'string' } } as const

/** Puts old shards together, in the index too, so that the next commit has them as one file. */
export async function compactShards(args: readonly string[], io: Io): Promise<number> {
  const before = dayOf(parseFlags(args, options).values.before)
  const repo = await openRepository(io.cwd)
  try {
    const state = stateFolder(repo.gitDir)
    return await withLedger({ top: repo.top, state }, async () => {
      await refuseUncommitted(repo)
      const old = [...workingLedger(repo)].filter(({ file }) => isCompactable(file, before))
      const compaction = compact(old)
      await carryOut(repo, compaction)
      say(io, compaction)
      return EXIT.pass
    })
  } finally {
    await repo.close()
  }
}

function dayOf(before: string | undefined): string {
  const isDay = before !== undefined && new Date(before).toJSON()?.slice(0, 10) === before
  if (!isDay) throw usageError('which shards are old enough?', 'give --before YYYY-MM-DD')
  return before
}

// A line that is not committed yet would be in two files at once, and one that is staged in a file that is gone.
async function refuseUncommitted(repo: Repository): Promise<void> {
  const places = [LEDGER_FOLDER, LEDGER_FILE].map((path) => join(repo.top, path))
  const changed = await changedPaths(repo, places)
  if (changed.length === 0) return
  throw usageError(
    `${countOf(changed)} of the ledger are not committed\n${listOf(changed)}`,
    'commit the ledger, then compact it in a commit of its own',
  )
}

async function carryOut(repo: Repository, { made, gone }: Compaction): Promise<void> {
  if (made.length === 0) return
  const keeps = new Set(made.map(({ file }) => keepName(file.slice(0, file.lastIndexOf('/')))))
  for (const keep of keeps) ensureFile(repo.top, keep)
  for (const { file, bytes } of made) writeFileSync(join(repo.top, file), bytes)
  const added = [...keeps, ...made.map(({ file }) => file)]
  await repo.git(['update-index', '--add', '-z', '--stdin'], { input: listed(added) })
  // Only now: until here every line stands where it stood.
  await repo.git(['rm', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul'], { input: listed(gone) })
}

function listed(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('')
}

function say(io: Io, { made, gone, unsound }: Compaction): void {
  for (const file of unsound)
    io.err(
      `${io.style.yellow('left alone:')} ${printable(file)}, which is not in order (intentgate ledger verify)\n`,
    )
  if (made.length === 0) io.out('nothing to compact\n')
  else
    io.out(
      `${countOf(gone)} put together in ${countOf(made.map(({ file }) => file))}, and staged: commit it\n`,
    )
}
