import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { judged } from '../../check.ts'
import { EXIT } from '../../core/error.ts'
import { openRepository } from '../../git/repository.ts'
import type { StagedAside } from '../../git/stage-aside.ts'
import { treeComparison } from '../../git/tree.ts'
import type { Repository } from '../../git/types.ts'
import { quotePath } from '../../report/escape.ts'
import { createEvidenceReader } from '../../store/evidence.ts'
import type { Command, Io } from '../command.ts'
import { describeFile, describeLine, type Known } from '../explain/committed.ts'
import { originOfLine } from '../explain/origin.ts'
import { type Place, readPlace } from '../explain/place.ts'
import { explainAddedLine, explainStaged, type Section, type StagedChange } from '../explain/staged.ts'
import { asIfStaged } from '../explain/unstaged.ts'
import { parseFlags, usageError } from '../flags.ts'
import { installingFolder, parserEntry } from '../package-root.ts'
import { noteUnstagedLedger } from '../unstaged-ledger.ts'

export const explain: Command = {
  summary: 'Say who wrote a file or a line, for which intent, or why the gate refuses it',
  usage: `Usage: intentgate explain PATH[:LINE]

A path that is staged: why the gate accepts or refuses it, and what would make it pass.
Any other: which records wrote it, for which intents, up to the purpose they serve.
A line is counted in the file as it is here: one that is not staged yet is explained as if it were.
`,
  async run(args, io) {
    const { positionals } = parseFlags(args, {}, { one: 'PATH' })
    const repo = await openRepository(io.cwd)
    try {
      const place = await readPlace(positionals[0]!, repo.prefix, (path) => isPath(repo, path))
      const aside = await asIfStaged(repo, place)
      if (aside === null) {
        if ((await explainAt(repo, place, io)) === 'staged') await noteUnstagedLedger(io)
      } else await explainUnstaged(aside, place, io)
      return EXIT.pass
    } finally {
      await repo.close()
    }
  },
}

async function explainUnstaged({ env, remove }: StagedAside, place: Place, io: Io): Promise<void> {
  const inherited = { ...process.env, ...env }
  const repo = await openRepository(io.cwd, 'worktree', inherited)
  try {
    await explainAt(repo, place, io, inherited)
  } finally {
    await repo.close()
    remove()
  }
}

/** `env`: where what is not staged lies as if it were; absent = it is what it is. */
async function explainAt(
  repo: Repository,
  place: Place,
  io: Io,
  env?: NodeJS.ProcessEnv,
): Promise<'staged' | 'in HEAD'> {
  const { report, facts } = await judged(io.cwd, {
    what: { kind: 'staged' },
    place: 'local',
    parser: parserEntry(),
    gateIn: installingFolder(),
    ...(env !== undefined && { env }),
  })
  const change = facts?.snapshot.changes.find(({ path }) => path === place.path)
  const isStaged = facts !== null && change !== undefined
  const title = env === undefined ? 'staged' : NOT_STAGED
  const sections = isStaged
    ? await staged(repo, { report, facts, change, title }, place)
    : await inHead(repo, place)
  io.out(render(place, sections, io))
  return isStaged ? 'staged' : 'in HEAD'
}

const NOT_STAGED = 'not staged yet; if it were, with its records'

async function staged(repo: Repository, change: StagedChange, { path, line }: Place): Promise<Section[]> {
  if (line === null) return explainStaged(change)
  const origin = await originOfLine(repo, change, line)
  const title = `line ${line}`
  if (origin.kind === 'added') return [await explainAddedLine(repo, change, line), ...explainStaged(change)]
  if (origin.kind === 'merged')
    return [
      { title, lines: ['not changed by what is staged: it comes from what is merged'] },
      ...explainStaged(change),
    ]
  const lines = await describeLine(await knownInHead(repo, path), path, origin.line)
  const what = change.title === 'staged' ? 'what is staged' : 'what is not staged yet'
  return [{ title, lines: [`not changed by ${what}: it is line ${origin.line} of HEAD`, ...lines] }]
}

async function isPath(repo: Repository, path: string): Promise<boolean> {
  return existsSync(join(repo.top, path)) || (await repo.info(`HEAD:${path}`)) !== null
}

async function inHead(repo: Repository, { path, line }: Place): Promise<Section[]> {
  if ((await repo.info(`HEAD:${path}`))?.type !== 'blob') {
    throw usageError(
      `${quotePath(path)} is neither staged nor in HEAD`,
      'git add it first, or give the path of a file that is there',
    )
  }
  const known = await knownInHead(repo, path)
  return line === null
    ? [{ title: 'in HEAD', lines: describeFile(known) }]
    : [{ title: 'in HEAD', lines: await describeLine(known, path, line) }]
}

/** Records that name the path, and one step back along recorded moves. */
async function knownInHead(repo: Repository, path: string): Promise<Known> {
  const reader = createEvidenceReader(repo)
  const comparison = await treeComparison(repo, { baseline: null, place: 'local' })
  const own = (await reader.records(comparison, [path])).get(path) ?? []
  const origins = [...new Set(own.flatMap(({ write }) => write.movedFrom ?? []))]
  const moved = origins.length === 0 ? [] : [...(await reader.records(comparison, origins)).values()].flat()
  const { intents } = await reader.config(comparison.target.id ?? '')
  return { repo, intents, writes: [...own, ...moved].map(({ write }) => write) }
}

function render({ path, line }: Place, sections: readonly Section[], { style }: Io): string {
  const head = style.bold(`${quotePath(path)}${line === null ? '' : `:${line}`}`)
  const blocks = sections.map(
    ({ title, lines }) => `${style.cyan(title)}\n${lines.map((text) => `  ${text}\n`).join('')}`,
  )
  return `${head}\n${blocks.join('')}`
}
