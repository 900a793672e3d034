import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { EXIT } from '../../core/error.ts'
import { shellQuote } from '../../core/shell.ts'
import { openRepository } from '../../git/repository.ts'
import type { Repository } from '../../git/types.ts'
import { ledgerSite } from '../../record.ts'
import { isErrno } from '../../store/errno.ts'
import { type Imported, importLedger } from '../../store/import.ts'
import { parseLedger } from '../../store/ledger-lines.ts'
import { printable } from '../../store/printable.ts'
import type { Fields } from '../../store/record-content.ts'
import { commandLineSession, sessionDigest, stateFolder } from '../../store/session.ts'
import { appendLines } from '../../store/writer.ts'
import type { Io } from '../command.ts'
import { parseFlags, usageError } from '../flags.ts'
import { workingLedger } from './contents.ts'

const options = { intent: { type: 'string' } } as const

/** Takes another ledger's records into this one. */
export async function importFrom(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseFlags(args, options, { one: 'FILE' })
  const name = positionals[0]!
  const bytes = readForeign(resolve(io.cwd, name), name)
  const repo = await openRepository(io.cwd)
  try {
    const imported = importLedger(bytes, name, {
      top: repo.top.replaceAll('\\', '/'),
      session: sessionDigest('intentgate', commandLineSession(stateFolder(repo.gitDir))),
      intent: values.intent ?? null,
      known: knownRecords(repo),
    })
    const now = new Date()
    const { site, warnings } = await ledgerSite(repo)
    const files = await appendLines(site, imported.lines, now)
    for (const warning of warnings) io.err(`${io.style.yellow('warning:')} ${warning}\n`)
    say(io, imported, files)
    return imported.problems.length === 0 ? EXIT.pass : EXIT.violations
  } finally {
    await repo.close()
  }
}

function readForeign(path: string, name: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'EISDIR', 'EACCES', 'ENOTDIR')) throw error
    throw usageError(
      `${shellQuote(name)} cannot be read: ${error.code}`,
      'give a file with one record on each line',
    )
  }
}

function knownRecords(repo: Repository): Map<string, Fields> {
  const known = new Map<string, Fields>()
  for (const { file, bytes } of workingLedger(repo)) {
    for (const { id, said } of parseLedger(bytes, file).lines) known.set(id, said)
  }
  return known
}

function say(io: Io, { lines, repeated, problems }: Imported, files: readonly string[]): void {
  for (const { place, message } of problems) io.err(`${printable(place.file)}:${place.line}: ${message}\n`)
  const into = files.filter((file) => file.endsWith('.jsonl')).map((file) => ` into ${file}`)
  const already = repeated === 0 ? '' : `, ${repeated} were there already`
  const faulty = problems.length === 0 ? '' : `, ${problems.length} not as they were`
  io.out(`imported ${lines.length} records${into.join(',')}${already}${faulty}\n`)
}
