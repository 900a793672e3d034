import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { INTENTS_PATH } from '../../core/sidecar.ts'
import { temporaryFolder } from '../../git/scratch.ts'
import { gitWords } from '../../git/words.ts'
import type { AgentName } from '../../recorder/event.ts'
import { runProgram } from './run-program.ts'
import { SAMPLES } from './sample.ts'
import { isRecord, type Words } from './words.ts'

/** How an agent would start something here. */
export interface Rehearsal {
  /** Absolute. */
  readonly top: string
  readonly env: NodeJS.ProcessEnv
}

const LIMIT = 10_000
const INTENT = `active_intents:
  - id: INT-001
    name: Doctor
    status: IN_PROGRESS
    owned_scope: ['src/**']
`

/**
 * Tells the hook of a write without an intent, in a repository made for it, and looks for the refusal in the agent's own form.
 * null = it is there; else what was answered instead. Nothing is written in the working tree, nor in its git directory.
 */
export async function rehearseHook(
  command: string | Words,
  agent: Exclude<AgentName, 'generic'>,
  { top, env }: Rehearsal,
): Promise<string | null> {
  const folder = temporaryFolder()
  try {
    await gitWords(folder.path).run('init', '-q')
    mkdirSync(join(folder.path, '.orchestration'))
    writeFileSync(join(folder.path, INTENTS_PATH), INTENT)
    const { payload, refusal } = SAMPLES[agent]
    const { status, stdout, stderr } = await runProgram({
      command,
      cwd: top,
      env: { ...env, INTENTGATE_RECORDER: 'gate' },
      input: JSON.stringify(payload(folder.path)),
      limit: LIMIT,
    })
    if (status === 0 && isRefusal(stdout, refusal)) return null
    return said(status, stderr.trim() || stdout.trim())
  } finally {
    folder.remove()
  }
}

function isRefusal(stdout: string, [path, value]: readonly [string, unknown]): boolean {
  let found = parsed(stdout)
  for (const key of path.split('.')) found = isRecord(found) ? found[key] : undefined
  return found === value && stdout.includes('select_active_intent')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not an answer: what is looked for is not in it.
    return undefined
  }
}

function said(status: number | null, text: string): string {
  const end = status === null ? 'it was ended, or could not be started' : `it ended with ${status}`
  return text === '' ? `${end} and said nothing` : `${end}: ${text.split('\n', 1)[0]}`
}

const LIMIT_OF_SERVER = 5_000
const GREETING = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'intentgate-doctor', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
]

/** Asks the server for its tools, as an agent does first. null = `select_active_intent` is among them; else what was answered instead. */
export async function rehearseServer(command: Words, { top, env }: Rehearsal): Promise<string | null> {
  const lines = GREETING.map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))
  const { status, stdout, stderr } = await runProgram({
    command,
    cwd: top,
    env,
    input: `${lines.join('\n')}\n`,
    limit: LIMIT_OF_SERVER,
  })
  const answers = stdout.split('\n').map(parsed)
  return answers.some(offersSelect) ? null : said(status, stderr.trim() || stdout.trim())
}

function offersSelect(answer: unknown): boolean {
  if (!isRecord(answer) || answer.id !== 2 || !isRecord(answer.result)) return false
  const { tools } = answer.result
  return Array.isArray(tools) && tools.some((tool) => isRecord(tool) && tool.name === 'select_active_intent')
}
