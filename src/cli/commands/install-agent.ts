import { existsSync, readdirSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EXIT } from '../../core/error.ts'
import { shellQuote } from '../../core/shell.ts'
import { visible } from '../../report/escape.ts'
import { AGENT_SETUPS, type AgentSetup } from '../../setup/agents/catalog.ts'
import { planAgentRemoval, planAgents } from '../../setup/agents/plan.ts'
import { genericRecipe, serverRecipe } from '../../setup/agents/recipe.ts'
import { applyAll } from '../../setup/apply.ts'
import type { Change } from '../../setup/change.ts'
import { installedGate } from '../../setup/installed-gate.ts'
import { openSite, type Site } from '../../setup/site.ts'
import { didYouMean } from '../../store/did-you-mean.ts'
import type { Command, Io } from '../command.ts'
import { parseFlags, usageError } from '../flags.ts'
import { packageRoot } from '../package-root.ts'
import { showChanges } from '../show-changes.ts'

const options = { remove: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const
const GENERIC = 'generic'
const NAMES = [...AGENT_SETUPS.map(({ name }) => name), GENERIC]

export const installAgent: Command = {
  summary: "Write the recorder's hooks and the MCP server into an agent's project settings",
  usage: `Usage: intentgate install-agent [--remove] [--dry-run] AGENT…

  AGENT      ${NAMES.slice(0, 6).join(', ')},
             ${NAMES.slice(6).join(', ')} (prints how any other host is set up)
  --remove   take them out again, for every agent where none is named
  --dry-run  say what would be done, and do nothing

Only our own entries are written; keys, comments and order of the settings stay. What an agent asks a person before it
runs hooks (Codex: /hooks) is left to that person.
`,
  async run(args, io) {
    const { values, positionals: names } = parseFlags(args, options, 'any')
    const setups = namedSetups(names)
    const site = await openSite(io.cwd, packageRoot())
    const manner: Manner = { io, act: values['dry-run'] === true ? 'say' : 'do' }
    if (values.remove === true) await removeAgents(site, names.length === 0 ? AGENT_SETUPS : setups, manner)
    else if (names.length > 0) await installAgents(site, { setups, names }, manner)
    else throw usageError('name an agent', `choose from: ${NAMES.join(', ')}`)
    return EXIT.pass
  },
}

interface Manner {
  readonly io: Io
  readonly act: 'do' | 'say'
}

interface Wanted {
  readonly setups: readonly AgentSetup[]
  readonly names: readonly string[]
}

async function installAgents(site: Site, { setups, names }: Wanted, manner: Manner): Promise<void> {
  const { io } = manner
  const gate = installedGate(site, 'agents')
  const changes = planAgents({ top: site.top, gate }, setups)
  await carryOut(changes, manner)
  for (const { title, notes } of setups) for (const note of notes) io.out(`  ${title}: ${note}\n`)
  if (names.includes('cline') && !names.includes(GENERIC)) io.out(serverRecipe(gate))
  if (names.includes(GENERIC)) io.out(genericRecipe(gate))
  io.out(askPerson(changes))
}

function namedSetups(names: readonly string[]): AgentSetup[] {
  for (const name of names) if (!NAMES.includes(name)) throw unknownAgent(name)
  return AGENT_SETUPS.filter(({ name }) => names.includes(name))
}

function unknownAgent(name: string): Error {
  const meant = NAMES.find((known) => known.startsWith(`${name}-`)) ?? didYouMean(name, NAMES)
  return usageError(
    `'${name}' is not an agent that is known`,
    `${meant === null ? '' : `did you mean ${meant}? `}choose from: ${NAMES.join(', ')}`,
  )
}

async function removeAgents(site: Site, setups: readonly AgentSetup[], manner: Manner): Promise<void> {
  const changes = planAgentRemoval(site, setups)
  const { io } = manner
  if (changes.length === 0) return io.out('Nothing of intentgate is in these settings.\n')
  const known = (await site.git.run('ls-files', '--', ...changes.map(({ what }) => what))).split('\n')
  await carryOut(changes, manner)
  if (manner.act === 'do') for (const { what } of changes) removeIfEmpty(site.top, dirname(what))
  // What was never committed is gone without a trace.
  io.out(askPerson(changes.filter(({ verb, what }) => verb !== 'remove' || known.includes(what))))
}

function removeIfEmpty(top: string, folder: string): void {
  const place = join(top, folder)
  if (folder === '.' || (existsSync(place) && readdirSync(place).length > 0)) return
  if (existsSync(place)) rmdirSync(place)
  removeIfEmpty(top, dirname(folder))
}

async function carryOut(changes: readonly Change[], { io, act }: Manner): Promise<void> {
  if (act === 'do') await applyAll(changes)
  io.out(showChanges(changes, act === 'do' ? 'past' : 'would', io))
}

/** Agents' settings decide whether anything is recorded: the gate takes a change of them from a person only. */
function askPerson(changes: readonly Change[]): string {
  const paths = changes.flatMap(({ verb, what }) => (verb === 'keep' ? [] : [visible(shellQuote(what))]))
  if (paths.length === 0) return ''
  const named = paths.join(' ')
  return `
These files decide whether agents are recorded, so the gate takes the change from a person only:
  1. in a commit before it, an intent that lists these paths, without a glob, in its owned_scope
  2. git add ${named}
  3. npx intentgate adopt --intent ID ${named}
See whether it works: npx intentgate doctor
`
}
