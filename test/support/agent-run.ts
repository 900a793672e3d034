import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AgentName } from '../../src/recorder/event.ts'
import type { Turn } from './model-protocols.ts'
import { type Answer, temporaryFolder } from './repo.ts'
import type { ScriptedModel } from './scripted-model.ts'

/** An agent as npm brings it, and as someone who uses it would set it up. */
export interface RealAgent {
  /** As `intentgate install-agent` names it. */
  readonly name: AgentName
  /** `name@version`; the agent is the first. */
  readonly packages: readonly string[]
  /** The name of its program. */
  readonly program: string
  /** The model that its hooks are told of; null = they are not. */
  readonly model: string | null
  /** It stands in the agent's log alone, which may be written later than a hook runs: the first records lack it then. */
  readonly logsLate?: true
  /** What `install-agent` writes in a repository. */
  readonly settings: readonly string[]
  /** Files below its home, by path; what says where the model is, and that this folder and its hooks are trusted. */
  home(place: AgentPlace): Readonly<Record<string, string>>
  /** Links, by where they stand; to what an agent would install by itself, were it not alone. */
  links?(place: AgentPlace, folder: string): Readonly<Record<string, string>>
  variables(place: AgentPlace): Readonly<Record<string, string>>
  args(prompt: string): readonly string[]
  /** Something of it goes on after the run, out of its group: it needs processes of its own, which end with it. */
  readonly leavesDaemon?: true
  readonly tools: AgentTools
}

export interface AgentPlace {
  readonly home: string
  readonly repo: string
  readonly port: number
}

/** The turns in which this agent's model does a thing; paths are relative to the repository. */
export interface AgentTools {
  select(intent: string): Turn
  write(path: string, content: string, repo: string): Turn
  /** Replaces a whole line. */
  edit(path: string, from: string, to: string, repo: string): Turn
  remove(path: string, repo: string): Turn
  read(path: string, repo: string): Turn
  shell(command: string): Turn
}

/** Where the agent lies, or why it does not. */
export type Installed = { readonly folder: string } | { readonly missing: string }

const CACHE = join(tmpdir(), 'intentgate-agents')
const LONGEST_RUN = 60_000

/** Once per machine and version, in a folder that is kept. */
export function installAgent({ packages, program, leavesDaemon }: RealAgent): Installed {
  if (leavesDaemon && !isolated)
    return { missing: `${program} leaves a daemon, and processes of its own (unshare) are not allowed here` }
  const folder = join(CACHE, packages.join('+').replaceAll('/', '+'))
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true })
    const draft = mkdtempSync(join(CACHE, 'draft-'))
    const flags = ['--loglevel=error', '--no-audit', '--no-fund', '--prefix', draft]
    const { status, stderr, error } = spawnSync('npm', ['install', ...flags, ...packages], {
      timeout: 240_000,
    })
    if (status === 0 && existsSync(programIn(draft, program))) renameSync(draft, folder)
    else {
      rmSync(draft, { recursive: true, force: true })
      const why = error?.message ?? stderr.toString().trim().split('\n')[0]
      return { missing: `npm does not bring ${packages[0]}: ${why}` }
    }
  }
  return { folder }
}

const programIn = (folder: string, program: string) => join(folder, 'node_modules/.bin', program)

/** Loopback only, where the system lets us make such a network: what an agent asks of the world then comes to nothing. */
const isolated = spawnSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up']).status === 0
const LOOPBACK = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
const PROCESSES = ['--pid', '--fork', '--kill-child', '--mount-proc']

/** Brings the model's port into the network of the agent, and runs the agent. */
const RELAY = `
const [socket, port, program, ...args] = process.argv.slice(1)
const { connect, createServer } = require('node:net')
const { pipeline } = require('node:stream')
const { spawn } = require('node:child_process')
createServer((agent) => pipeline(agent, connect(socket), agent, () => {})).listen(port, '127.0.0.1', () => {
  spawn(program, args, { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1))
})`

export const network = isolated
  ? 'in a network of its own that has loopback only'
  : 'in the network of this machine: unshare -n is not allowed here'

/** A user's folder with this agent set up. */
function agentHome(agent: RealAgent, folder: string, place: AgentPlace): AgentPlace {
  for (const [path, text] of Object.entries(agent.home(place))) {
    mkdirSync(dirname(join(place.home, path)), { recursive: true })
    writeFileSync(join(place.home, path), text)
  }
  for (const [link, target] of Object.entries(agent.links?.(place, folder) ?? {})) {
    mkdirSync(dirname(link), { recursive: true })
    if (!existsSync(link)) symlinkSync(target, link)
  }
  return place
}

/** One prompt, to its end. Throws what the model's script threw, and where the run takes longer than a minute. */
export async function runAgent(
  agent: RealAgent,
  folder: string,
  model: ScriptedModel,
  repo: string,
): Promise<Answer> {
  const place = agentHome(agent, folder, { home: temporaryFolder(), repo, port: model.port })
  const command = [programIn(folder, agent.program), ...agent.args('Do the work.')]
  const relayed = [process.execPath, '-e', RELAY, model.socket, String(model.port), ...command]
  const apart = ['unshare', '-n', ...(agent.leavesDaemon ? PROCESSES : []), ...LOOPBACK]
  const [program = '', ...args] = isolated ? [...apart, ...relayed] : command
  try {
    return await runToEnd(program, args, { cwd: repo, env: environmentOf(agent, folder, place) })
  } finally {
    // What went wrong in the script is the reason for whatever came after.
    model.check()
  }
}

// From nothing: what this process was given would tell an agent that it runs inside of another one.
function environmentOf(agent: RealAgent, folder: string, place: AgentPlace): NodeJS.ProcessEnv {
  const git = Object.entries(process.env).filter(([name]) => name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(git),
    HOME: place.home,
    TMPDIR: temporaryFolder(),
    PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
    LC_ALL: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    ...agent.variables(place),
  }
}

async function runToEnd(
  program: string,
  args: readonly string[],
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Answer> {
  // A group of its own: what an agent leaves running ends with it.
  const child = spawn(program, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const seen = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (seen.out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (seen.err += chunk))
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    endGroup(child.pid)
  }, LONGEST_RUN)
  const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('exit', done))
  clearTimeout(timer)
  endGroup(child.pid)
  if (isLate) throw new Error(`${program} did not end within ${LONGEST_RUN} ms\n${seen.out}${seen.err}`)
  return { code: code ?? -1, ...seen }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left in it.
  }
}
