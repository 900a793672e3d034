import { type ChangedUnits, readChangedUnits } from '../../changed-units.ts'
import type { Change } from '../../core/change.ts'
import { EXIT } from '../../core/error.ts'
import { isLedgerPath } from '../../core/sidecar.ts'
import { commitComparison } from '../../git/commit.ts'
import { rangeComparison } from '../../git/range.ts'
import { openRepository } from '../../git/repository.ts'
import { stagedComparison } from '../../git/staged.ts'
import type { Comparison, Repository, View } from '../../git/types.ts'
import { didYouMean } from '../../store/did-you-mean.ts'
import { createStructureReader } from '../../structure/reader.ts'
import type { Command, Io } from '../command.ts'
import { readChangedFiles } from '../diff/changed-file.ts'
import { type DiffFormat, diffFormats, renderDiff } from '../diff/report.ts'
import { parseFlags, usageError } from '../flags.ts'
import { workingIntents } from '../ledger/intents.ts'
import { parserEntry } from '../package-root.ts'
import { createProgress } from '../progress.ts'
import { readTarget } from '../source.ts'

const options = {
  structure: { type: 'boolean' },
  staged: { type: 'boolean' },
  commit: { type: 'string' },
  format: { type: 'string' },
} as const

export const diff: Command = {
  summary: 'Say what changed: files, or with --structure what was moved, reformatted, renamed, or evolved',
  usage: `Usage: intentgate diff [--structure] [A..B | --staged | --commit C] [--format ${diffFormats.join('|')}]

  --staged         what git commit would commit now (the default)
  --commit C       one commit, against its first parent
  A..B             what would land if B were merged into A
  --structure      by function, class, type …, in 17 languages: which of them kept their structure,
                   and which evolved
  --format FORMAT  default: text

Judges nothing: the exit code is 0 whatever changed.
`,
  async run(args, io) {
    const { values, positionals } = parseFlags(args, options, 'any')
    const range = readRange(positionals)
    const render = renderDiff[pickFormat(values.format)]
    const target = readTarget({ staged: values.staged, commit: values.commit, range })
    const repo = await openRepository(io.cwd)
    try {
      const comparison = await compare(repo, target)
      const { snapshot } = comparison
      // The records of a change are not what a reader of it looks for; `check` says what is wrong with them.
      const changes = snapshot.changes.filter(({ path }) => !isLedgerPath(path))
      const files = await readChangedFiles(repo, changes, workingIntents(repo))
      const structure =
        values.structure === true ? await readStructures(repo, changes, comparison.target, io) : null
      io.out(render({ source: snapshot.source, files, structure }, io.style))
      return EXIT.pass
    } finally {
      await repo.close()
    }
  },
}

function readRange([range, ...more]: readonly string[]): string | undefined {
  if (more.length > 0) throw usageError(`unexpected argument '${more[0]}'`, 'give one range, as A..B')
  if (range === undefined || /^(?:(?!\.\.).)+\.\.(?!\.)(?:(?!\.\.).)+$/.test(range)) return range
  throw usageError(`'${range}' does not name two ends`, 'give both ends, as A..B')
}

function compare(repo: Repository, target: ReturnType<typeof readTarget>): Promise<Comparison> {
  if (target.kind === 'commit') return commitComparison(repo, target.rev, 'local')
  if (target.kind === 'range') return rangeComparison(repo, target.base, target.head, 'local')
  return stagedComparison(repo, { place: 'local' })
}

async function readStructures(
  repo: Repository,
  changes: readonly Change[],
  target: View,
  io: Io,
): Promise<ChangedUnits> {
  const progress = createProgress(io, 'files read')
  const reader = createStructureReader(parserEntry())
  try {
    const found = await readChangedUnits(changes, {
      ...{ repo, target },
      structures: reader,
      onProgress: progress.show,
    })
    progress.clear()
    if (found.linesOnly.some(({ why }) => why === 'parser'))
      io.err(
        `${io.style.yellow('warning:')} the parser cannot be loaded here, so no structure was read\n  ${io.style.bold('fix:')} npm install, without --omit=optional\n`,
      )
    return found
  } finally {
    reader.close()
  }
}

function pickFormat(name = 'text'): DiffFormat {
  const known = diffFormats.find((candidate) => candidate === name)
  if (known !== undefined) return known
  const meant = didYouMean(name, diffFormats)
  throw usageError(
    `'${name}' is not a format`,
    meant === null ? `choose one of: ${diffFormats.join(', ')}` : `did you mean --format ${meant}?`,
  )
}
