import { didYouMean } from '../../store/did-you-mean.ts'
import type { Command, Io } from '../command.ts'
import { usageError } from '../flags.ts'
import { compactShards } from '../ledger/compact.ts'
import { exportTo } from '../ledger/export.ts'
import { importFrom } from '../ledger/import.ts'
import { repair } from '../ledger/repair.ts'
import { verify } from '../ledger/verify.ts'

const verbs: Readonly<Record<string, (args: readonly string[], io: Io) => Promise<number>>> = {
  verify,
  import: importFrom,
  export: exportTo,
  repair,
  compact: compactShards,
}

export const ledger: Command = {
  summary: 'Verify, mend, import, export or compact the ledger',
  usage: `Usage: intentgate ledger verify [--staged] [--json]
       intentgate ledger import [--intent ID] FILE
       intentgate ledger export --format agent-trace|in-toto|csv [--output FILE]
       intentgate ledger repair
       intentgate ledger compact --before YYYY-MM-DD

  verify    hold every line, chain and id against the format; exit 1 if one fails
    --staged       in the index, not in the working tree
    --json         for a program
  import    take another ledger's records, in any dialect that is read; exit 1 if a line had to be left out
    --intent ID    for lines that name no intent
  export    the ledger as another tool reads it
    --output FILE  there, and not to stdout
  repair    part glued lines, end the last one, take away half-written ones; the files as they were are kept
  compact   put the shards of days before a date together, and stage that
`,
  async run([name, ...args], io) {
    const verb = name !== undefined && Object.hasOwn(verbs, name) ? verbs[name] : undefined
    if (verb !== undefined) return verb(args, io)
    const all = Object.keys(verbs)
    const meant = name === undefined ? null : didYouMean(name, all)
    throw usageError(
      name === undefined ? 'what is to be done with the ledger?' : `'${name}' is nothing to do with a ledger`,
      meant === null ? `choose one of: ${all.join(', ')}` : `did you mean: intentgate ledger ${meant}?`,
    )
  },
}
