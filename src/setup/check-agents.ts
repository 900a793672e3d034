import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { GateError } from '../core/error.ts'
import { AGENT_SETUPS, type AgentSetup, type Part } from './agents/catalog.ts'
import { isSetUp, planAgents } from './agents/plan.ts'
import { type Rehearsal, rehearseHook, rehearseServer } from './agents/rehearse.ts'
import { commandBeforeWrite, serverCommand, serverPart, standingHooks } from './agents/standing.ts'
import { doubtOf } from './agents/trust.ts'
import { type Check, ok, warning } from './checkup.ts'
import type { Site } from './site.ts'

/** Which agents are at work here, and would what they write be recorded? No agent is started, and nothing is trusted for anybody. */
export async function checkAgents({ top, gate }: Site, env: NodeJS.ProcessEnv): Promise<Check[]> {
  const checks: Check[] = []
  for (const setup of AGENT_SETUPS) checks.push(...(await checkAgent(setup, { top, gate, env })))
  return checks
}

interface Around extends Rehearsal, Pick<Site, 'gate'> {}

async function checkAgent(setup: AgentSetup, around: Around): Promise<Check[]> {
  const { name, title, programs } = setup
  let isHere = false
  const doubts = await withDoubt('agent', setup, () => {
    isHere = isSetUp(around, setup)
    return []
  })
  if (isHere)
    return [
      ...(await withDoubt('agent', setup, async () => [await checkHook(setup, around)])),
      ...(await withDoubt('agent-trust', setup, () => checkTrust(setup, around))),
      ...(await withDoubt('agent-mcp', setup, () => checkServer(setup, around))),
    ]
  if (doubts.length > 0 || !programs.some((program) => isOnPath(program, around.env))) return doubts
  return [ok('agent', title, `on PATH, but not set up here: npx intentgate install-agent ${name}`)]
}

/** A file that cannot be read is told of like whatever else is wrong with this agent, and hides nothing of it. */
async function withDoubt(
  id: string,
  { title }: AgentSetup,
  look: () => Check[] | Promise<Check[]>,
): Promise<Check[]> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    return [warning(id, title, { detail: error.message, remedy: error.remedy })]
  }
}

async function checkHook(setup: AgentSetup, around: Around): Promise<Check> {
  const { title, agent } = setup
  const remedy = renew(setup)
  const command = commandBeforeWrite(setup, around.top)
  if (command === null)
    return warning('agent', title, { detail: 'it has no hook for what is about to be written', remedy })
  const complaint = await rehearseHook(command, agent, around)
  if (complaint !== null)
    return warning('agent', title, {
      detail: `its hook does not answer: ${complaint}`,
      remedy: `install the package (npm install), then: ${remedy}`,
    })
  if (!isCurrent(setup, around, isHookPart))
    return warning('agent', title, { detail: 'its settings are not those of this version', remedy })
  return ok('agent', title, 'its hook answers as it should')
}

function renew({ name }: AgentSetup): string {
  return `npx intentgate install-agent ${name}`
}

const isHookPart = ({ kind }: Part) => kind === 'hooks' || kind === 'plugin'

function isCurrent(setup: AgentSetup, { top, gate }: Around, isMeant: (part: Part) => boolean): boolean {
  const parts = setup.parts.filter(isMeant)
  return (
    gate !== null && planAgents({ top, gate }, [{ ...setup, parts }]).every(({ verb }) => verb === 'keep')
  )
}

function checkTrust(setup: AgentSetup, { top, env }: Around): Check[] {
  const doubt = doubtOf(setup.name, standingHooks(setup, top), { top, env })
  return doubt === null ? [] : [warning('agent-trust', setup.title, doubt)]
}

async function checkServer(setup: AgentSetup, around: Around): Promise<Check[]> {
  const { title } = setup
  const part = serverPart(setup)
  if (part === null) return []
  const command = serverCommand(part, setup, around.top)
  const remedy = renew(setup)
  if (command === null)
    return [warning('agent-mcp', title, { detail: `${part.path} names no MCP server of ours`, remedy })]
  const complaint = await rehearseServer(command, around)
  const detail =
    complaint === null
      ? 'the entry of its MCP server is not that of this version'
      : `its MCP server does not answer: ${complaint}`
  if (complaint === null && isCurrent(setup, around, (one) => one === part))
    return [ok('agent-mcp', title, 'its MCP server offers select_active_intent')]
  return [warning('agent-mcp', title, { detail, remedy })]
}

function isOnPath(program: string, { PATH = '' }: NodeJS.ProcessEnv): boolean {
  const names = process.platform === 'win32' ? [`${program}.cmd`, `${program}.exe`] : [program]
  return PATH.split(delimiter).some((folder) => names.some((name) => existsSync(join(folder, name))))
}
