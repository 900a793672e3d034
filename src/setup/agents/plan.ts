import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../../core/error.ts'
import { explainFileFailure } from '../../store/file-failure.ts'
import { type Change, fileChange, isSymlink, keep, readBytes } from '../change.ts'
import type { Gate } from '../gate.ts'
import { AGENT_SETUPS, type AgentSetup, type Part } from './catalog.ts'
import { unfit } from './jsonc.ts'
import { hasPart, type PartText, putPart, takePart } from './part-text.ts'

/** A working tree, and the package as its agents will find it. */
export interface AgentSite {
  /** Absolute. */
  readonly top: string
  readonly gate: Gate
}

/** Everything that installs these agents. Throws USAGE for a file that cannot be read or is somebody else's: then nothing is to be written. */
export function planAgents({ top, gate }: AgentSite, setups: readonly AgentSetup[]): Change[] {
  const files = new Files(top)
  for (const setup of setups)
    for (const part of setup.parts) files.edit(part, setup, (held) => putPart(held, gate))
  return files.changes()
}

/** Takes out what that put in, and nothing else. */
export function planAgentRemoval({ top }: Pick<AgentSite, 'top'>, setups: readonly AgentSetup[]): Change[] {
  const files = new Files(top)
  const staying = AGENT_SETUPS.filter((other) => !setups.includes(other) && isSetUp({ top }, other))
  // What was put in last comes out first: so every byte is as it was.
  for (const setup of setups.toReversed())
    for (const part of setup.parts.toReversed())
      if (!staying.some((other) => sharesServer(other, part))) files.edit(part, setup, takePart)
  return files.changes().filter(({ verb }) => verb !== 'keep')
}

/** Are this agent's hooks here? Throws USAGE for a file that cannot be read. */
export function isSetUp({ top }: Pick<AgentSite, 'top'>, setup: AgentSetup): boolean {
  return setup.parts.slice(0, 1).some((part) => hasPart(readPart(top, part, setup)))
}

/** What one of the agent's files holds. */
export function readPart(top: string, part: Part, { agent }: AgentSetup): PartText {
  const path = pathOf(top, part)
  return { path, part, agent, text: readBytes(join(top, path)) }
}

/** Where it is, or would be written. */
export function pathOf(top: string, part: Part): string {
  const other = part.kind === 'server' ? part.orElse : undefined
  return other !== undefined && !existsSync(join(top, part.path)) && existsSync(join(top, other))
    ? other
    : part.path
}

function sharesServer({ parts }: AgentSetup, part: Part): boolean {
  return part.kind === 'server' && parts.some(({ kind, path }) => kind === 'server' && path === part.path)
}

/** The files as they will be: two agents may share one, and two parts of one agent do. */
class Files {
  readonly #top: string
  readonly #texts = new Map<string, string | null>()

  constructor(top: string) {
    this.#top = top
  }

  edit(part: Part, setup: AgentSetup, change: (held: PartText) => string | null): void {
    try {
      this.#edit(readPart(this.#top, part, setup), change)
    } catch (error) {
      const told = explainFileFailure(error, part.path)
      if (!(told instanceof GateError)) throw error
      const { message, remedy } = told
      throw new GateError('USAGE', { message: `${message}; nothing was changed`, remedy }, { cause: error })
    }
  }

  #edit(held: PartText, change: (held: PartText) => string | null): void {
    const { path } = held
    const link = linkOn(this.#top, path)
    // What it leads to may lie outside, and others may read it, too.
    if (link !== null) throw unfit(link, 'it is a symbolic link')
    const text = this.#texts.get(path)
    this.#texts.set(path, change(text === undefined ? held : { ...held, text }))
  }

  changes(): Change[] {
    return [...this.#texts].map(([what, after]) =>
      after === null && !existsSync(join(this.#top, what))
        ? keep(what)
        : fileChange({ file: join(this.#top, what), what, after }),
    )
  }
}

function linkOn(top: string, path: string): string | null {
  const steps = path.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'))
  return steps.find((step) => isSymlink(join(top, step))) ?? null
}
