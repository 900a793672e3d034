import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TraceRecord } from '../../../src/core/trace-record.ts'
import type { GatedRepo } from '../../support/gated-repo.ts'

/** What Claude Code reads from a hook. */
export interface HookAnswer {
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string
    readonly permissionDecisionReason?: string
    readonly additionalContext?: string
  }
}

/** An agent as its hooks see it: each tool call is told before and after, and does what it does in between. */
export interface Agent {
  /** One event by itself; null = nothing was answered. */
  tell(event: string, more?: Readonly<Record<string, unknown>>): HookAnswer | null
  /** Tells, works, tells. What was answered before; `work` is left out where that was a refusal. */
  call(tool: string, input: Readonly<Record<string, unknown>>, work: () => void): HookAnswer | null
  select(intent: string): void
  write(path: string, content: string): HookAnswer | null
  edit(path: string, from: string, to: string): HookAnswer | null
  /** Runs it for real. */
  bash(command: string): HookAnswer | null
}

export interface AgentOptions {
  /** hook: the command line. bundle: the small file that installed hooks start. */
  readonly door?: 'hook' | 'bundle'
  readonly session?: string
  readonly mode?: string
  readonly subagent?: string
}

let calls = 0

export function claudeCode(repo: GatedRepo, options: AgentOptions = {}): Agent {
  const { session = 'session-1', mode = 'record', subagent, door = 'hook' } = options
  const inRepo = (path: string) => join(repo.dir, path)
  const tell: Agent['tell'] = (event, more = {}) => {
    const payload = {
      session_id: session,
      cwd: repo.dir,
      hook_event_name: event,
      ...(subagent && { agent_id: subagent }),
      ...more,
    }
    return runHook(repo, JSON.stringify(payload), ['claude-code', '--mode', mode], door)
  }
  const agent: Agent = {
    tell,
    call(tool, input, work) {
      const told = { tool_name: tool, tool_input: input, tool_use_id: `toolu_${calls++}` }
      const answer = tell('PreToolUse', told)
      if (answer?.hookSpecificOutput?.permissionDecision === 'deny') return answer
      work()
      tell('PostToolUse', { ...told, tool_response: {} })
      return answer
    },
    select: (intent) =>
      void agent.call('mcp__intentgate__select_active_intent', { intent_id: intent }, () => {}),
    write: (path, content) =>
      agent.call('Write', { file_path: inRepo(path), content }, () => repo.write({ [path]: content })),
    edit: (path, from, to) =>
      agent.call('Edit', { file_path: inRepo(path), old_string: from, new_string: to }, () =>
        repo.write({ [path]: repo.read(path).replace(from, to) }),
      ),
    bash: (command) =>
      agent.call('Bash', { command }, () => {
        const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: repo.dir })
        if (status !== 0) throw new Error(`${command} → ${status}\n${stderr}`)
      }),
  }
  return agent
}

const DOORS = { hook: ['dist/cli.js', 'hook'], bundle: ['dist/agent.cjs'] } as const

export function runHook(
  repo: GatedRepo,
  payload: string,
  args: readonly string[],
  door: keyof typeof DOORS = 'hook',
): HookAnswer | null {
  const [file, ...first] = DOORS[door]
  const result = spawnSync(process.execPath, [resolve(file), ...first, ...args], {
    cwd: repo.dir,
    input: payload,
  })
  if (result.error !== undefined) throw result.error
  if (result.status !== 0) throw new Error(`hook → ${result.status}\n${result.stderr}`)
  const text = result.stdout.toString().trim()
  return text === '' ? null : JSON.parse(text)
}

/** Every line of the working tree's ledger. */
export function ledger(repo: GatedRepo): TraceRecord[] {
  const folder = join(repo.dir, '.orchestration/agent_trace')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  )
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
  return lines.map((line) => JSON.parse(line))
}

/** `path operation [added lines]` of each file that was recorded. */
export function recorded(repo: GatedRepo): string[] {
  return ledger(repo).flatMap(({ files }) =>
    files.map(({ path, operation, conversations }) => {
      const ranges = conversations.flatMap((conversation) =>
        conversation.ranges.map(({ start_line, end_line }) => `${start_line}-${end_line}`),
      )
      return `${path} ${operation} [${ranges.join(' ')}]`
    }),
  )
}

export function recorderLog(repo: GatedRepo): string {
  return readFileSync(join(repo.dir, '.git/intentgate/recorder.log'), 'utf8')
}
