import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT } from '../../core/error.ts'
import { renderIntentMap } from '../../core/intent-map.ts'
import { MAP_PATH } from '../../core/sidecar.ts'
import { openRepository } from '../../git/repository.ts'
import { parseLedger } from '../../store/ledger-lines.ts'
import type { Command, Io } from '../command.ts'
import { parseFlags } from '../flags.ts'
import { workingLedger } from '../ledger/contents.ts'
import { workingIntents } from '../ledger/intents.ts'
import { writeWhole } from '../write-whole.ts'

const options = { check: { type: 'boolean' } } as const

export const map: Command = {
  summary: `Write ${MAP_PATH}: which files were written for which intent`,
  usage: `Usage: intentgate map [--check]

Writes ${MAP_PATH} from the intents and the ledger of the working tree.

  --check   write nothing; exit code 1 if the file is not what it should be
`,
  async run(args, io) {
    const { values } = parseFlags(args, options)
    const repo = await openRepository(io.cwd)
    try {
      const files = Array.from(workingLedger(repo), ({ bytes, file }) => parseLedger(bytes, file))
      const problems = files.flatMap((file) => file.problems)
      if (problems.length > 0) warn(problems.length, io)
      const lines = files.flatMap((file) => file.lines)
      const text = renderIntentMap(
        workingIntents(repo),
        lines.flatMap(({ writes }) => writes),
      )
      return values.check === true ? compare(repo.top, text, io) : write(repo.top, text, io)
    } finally {
      await repo.close()
    }
  },
}

function compare(top: string, text: string, io: Io): number {
  if (isCurrent(top, text)) return EXIT.pass
  io.err(
    `${MAP_PATH} is not what the intents and the ledger say\n  ${io.style.bold('fix:')} npx intentgate map\n`,
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
