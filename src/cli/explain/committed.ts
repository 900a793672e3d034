import { stateKey } from '../../core/change.ts'
import { inLedgerOrder } from '../../core/edges.ts'
import type { Intents } from '../../core/intent.ts'
import { isLayoutRecord } from '../../core/layout-record.ts'
import { pathFrom } from '../../core/path.ts'
import { shellQuote } from '../../core/shell.ts'
import { LEDGER_FILE, LEDGER_FOLDER } from '../../core/sidecar.ts'
import type { Write } from '../../core/trace.ts'
import type { Repository } from '../../git/types.ts'
import { quotePath, visible } from '../../report/escape.ts'
import { usageError } from '../flags.ts'
import { type Blamed, blameLine } from './blame.ts'
import { describeIntentChain } from './intent-chain.ts'
import { adds, digestOfLine } from './line.ts'
import { describeAuthor, describeRecord } from './words.ts'

/** What HEAD knows: the records that name the path, oldest first, and the intents as HEAD declares them. */
export interface Known {
  readonly repo: Repository
  readonly intents: Intents
  readonly writes: readonly Write[]
}

const SHOWN = 5

/** Who wrote a file of HEAD, record by record, the newest first. */
export function describeFile({ writes, intents }: Known): string[] {
  if (writes.length === 0)
    return ['no trace record names this file: it is from before the gate, exempt, or waived']
  const newest = inLedgerOrder(writes).reverse()
  const more = newest.length - SHOWN
  return [
    ...newest.slice(0, SHOWN).flatMap((write) => describeWrite(write, intents)),
    ...(more > 0 ? [`and ${more} older records`] : []),
  ]
}

/** Who wrote one line of HEAD. Throws USAGE where there is no such line. */
export async function describeLine(known: Known, path: string, line: number): Promise<string[]> {
  const digest = await readDigest(known.repo, path, line)
  const blamed = await blameLine(known.repo, path, line)
  const commit = `commit ${blamed.commit.slice(0, 10)} "${visible(blamed.subject)}"`
  const write = await writerOf(digest, blamed, known)
  if (write === null)
    return ['no trace record adds this line: it is from before the gate, exempt, or waived', commit]
  return [...describeWrite(write, known.intents), ...describeMakers(write, known), commit]
}

/** A formatter only laid the line out: whoever wrote what it was given wrote it. */
function describeMakers(write: Write, { writes, intents }: Known): string[] {
  const maker = makerOf(write, inLedgerOrder(writes).reverse())
  return maker === null ? [] : ['laid out anew, from what was written by:', ...describeWrite(maker, intents)]
}

/** The newest record, other than a layout's, that left what this one was given; null = it is no layout's, or there is none. */
function makerOf(layout: Write, newestFirst: readonly Write[]): Write | null {
  if (!isLayoutRecord(layout)) return null
  const given = layout.edge?.before ?? null
  const rest = newestFirst.filter((write) => write !== layout)
  const maker = rest.find(({ edge }) => edge !== null && stateKey(edge.after) === stateKey(given))
  if (maker === undefined) return null
  return isLayoutRecord(maker) ? makerOf(maker, rest) : maker
}

function describeWrite(write: Write, intents: Intents): string[] {
  const intent = write.intent === null ? ['no intent'] : describeIntentChain(write.intent, intents)
  return [
    `${describeAuthor(write)}`,
    ...intent.map((line, depth) => `  ${depth === 0 ? 'for ' : ''}${line}`),
    `  ${describeRecord(write)}`,
  ]
}

async function readDigest(repo: Repository, path: string, line: number): Promise<string> {
  const blob = await repo.info(`HEAD:${path}`)
  const bytes = blob === null ? 'missing' : await repo.content(blob.oid)
  const digest = typeof bytes === 'string' ? null : digestOfLine(bytes, line)
  if (digest !== null) return digest
  throw usageError(
    `${quotePath(path)} has no line ${line} that could be told apart`,
    `ask about the file: npx intentgate explain ${shellQuote(pathFrom(repo.prefix, path))}`,
  )
}

/** The newest record that adds the line; of those, one that came with the commit which wrote it. */
async function writerOf(digest: string, { commit }: Blamed, { repo, writes }: Known): Promise<Write | null> {
  const candidates = inLedgerOrder(writes.filter((write) => adds(write, digest))).reverse()
  const shards = await ledgerFilesOf(repo, commit)
  return candidates.find(({ place }) => shards.has(place.file)) ?? candidates[0] ?? null
}

async function ledgerFilesOf(repo: Repository, commit: string): Promise<ReadonlySet<string>> {
  const { stdout } = await repo.git([
    ...[
      'diff-tree',
      '-r',
      '--root',
      '--diff-merges=first-parent',
      '--no-commit-id',
      '--name-only',
      '-z',
      '--no-renames',
    ],
    ...[commit, '--', LEDGER_FOLDER, LEDGER_FILE],
  ])
  return new Set(stdout.toString('utf8').split('\0'))
}
