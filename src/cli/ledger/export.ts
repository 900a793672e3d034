import { EXIT } from '../../core/error.ts'
import { openRepository } from '../../git/repository.ts'
import type { Repository } from '../../git/types.ts'
import { EXPORT_FORMATS, type ExportFormat, exportLedger } from '../../store/export.ts'
import { type LedgerLine, parseLedger } from '../../store/ledger-lines.ts'
import type { Io } from '../command.ts'
import { parseFlags, usageError } from '../flags.ts'
import { writeWhole } from '../write-whole.ts'
import { workingLedger } from './contents.ts'

const options = { format: { type: 'string' }, output: { type: 'string' } } as const

/** The working tree's ledger as another tool reads it, on stdout or in a file. */
export async function exportTo(args: readonly string[], io: Io): Promise<number> {
  const { values } = parseFlags(args, options)
  const format = formatOf(values.format)
  const repo = await openRepository(io.cwd)
  try {
    const rows = exportLedger(linesOf(repo), format)
    if (values.output === undefined) for (const row of rows) io.out(row)
    else writeWhole(io.cwd, values.output, [...rows].join(''))
    return EXIT.pass
  } finally {
    await repo.close()
  }
}

function formatOf(name: string | undefined): ExportFormat {
  const known = EXPORT_FORMATS.find((format) => format === name)
  if (known !== undefined) return known
  const what = name === undefined ? 'say in which format' : `'${name}' is not a format`
  throw usageError(what, `give --format ${EXPORT_FORMATS.join(' | ')}`)
}

function* linesOf(repo: Repository): Generator<LedgerLine> {
  for (const { file, bytes } of workingLedger(repo)) yield* parseLedger(bytes, file).lines
}
