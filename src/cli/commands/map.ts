import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kindOf } from '../../core/change.ts'
import { EXIT, GateError } from '../../core/error.ts'
import { renderIntentMap } from '../../core/intent-map.ts'
import type { Outlines } from '../../core/outline.ts'
import { MAP_PATH } from '../../core/sidecar.ts'
import { openRepository } from '../../git/repository.ts'
import type { Repository } from '../../git/types.ts'
import { worktreeState } from '../../git/worktree.ts'
import { readOutlines } from '../../outlines.ts'
import { parseLedger } from '../../store/ledger-lines.ts'
import { createStructureReader } from '../../structure/reader.ts'
import type { Command, Io } from '../command.ts'
import { parseFlags } from '../flags.ts'
import { workingLedger } from '../ledger/contents.ts'
import { workingIntents } from '../ledger/intents.ts'
import { parserEntry } from '../package-root.ts'
import { writeWhole } from '../write-whole.ts'

const options = { check: { type: 'boolean' } } as const

export const map: Command = {
  summary: `Write ${MAP_PATH}: which files and which parts of them were written for which intent`,
  usage: `Usage: intentgate map [--check]

Writes ${MAP_PATH} from the intents, the ledger and the code of the working tree.

  --check   write nothing; exit code 1 if the file is not what it should be
`,
  async run(args, io) {
    const { values } = parseFlags(args, options)
    const repo = await openRepository(io.cwd)
    try {
      const files = Array.from(workingLedger(repo), ({ bytes, file }) => parseLedger(bytes, file))
      const problems = files.flatMap((file) => file.problems)
      if (problems.length > 0) warn(problems.length, io)
      const writes = files.flatMap(({ lines }) => lines.flatMap((line) => line.writes))
      const outlines = await workingOutlines(repo, new Set(writes.map(({ path }) => path)))
      const text = renderIntentMap(workingIntents(repo), writes, outlines)
      return values.check === true ? compare(repo.top, text, io) : write(repo.top, text, io)
    } finally {
      await repo.close()
    }
  },
}

const NO_PARSER = {
  message: 'the parser cannot be loaded on this machine, so nothing is known of what stands in the files',
  remedy: 'npm install, without --omit=optional',
}

/** Of the files as git would store them now. Throws USAGE where the parser cannot be loaded. */
async function workingOutlines(repo: Repository, paths: ReadonlySet<string>): Promise<Outlines> {
  const states = await worktreeState(repo, [...paths])
  const files = [...states].flatMap(([path, { entry, bytes }]) =>
    bytes instanceof Uint8Array && entry !== null && kindOf(entry.mode) === 'file' ? [{ path, bytes }] : [],
  )
  const structures = createStructureReader(parserEntry())
  try {
    const outlines = await readOutlines(files, structures)
    if (outlines === 'parser') throw new GateError('USAGE', NO_PARSER)
    return outlines
  } finally {
    structures.close()
  }
}

function compare(top: string, text: string, io: Io): number {
  if (isCurrent(top, text)) return EXIT.pass
  io.err(
    `${MAP_PATH} is not what the intents, the ledger and the code say\n  ${io.style.bold('fix:')} npx intentgate map\n`,
  )
  return EXIT.violations
}

function write(top: string, text: string, io: Io): number {
  if (isCurrent(top, text)) io.out(`${MAP_PATH} is up to date\n`)
  else {
    writeWhole(top, MAP_PATH, text)
    io.out(`${MAP_PATH} written; commit it with the change: git add ${MAP_PATH}\n`)
  }
  return EXIT.pass
}

function isCurrent(top: string, text: string): boolean {
  const file = join(top, MAP_PATH)
  return existsSync(file) && readFileSync(file, 'utf8') === text
}

function warn(count: number, { err, style }: Io): void {
  const what = count === 1 ? '1 line' : `${count} lines`
  err(
    `${style.yellow('warning:')} ${what} of the ledger cannot be believed and may be missing here: npx intentgate ledger verify\n`,
  )
}
