import { join } from 'node:path'
import { type AgentEvent, createHookEngine, openHookPorts, type ToolCall } from '../../src/index.ts'

/** One tool call of the model, as your host parses it. */
export interface ToolUse {
  readonly id: string
  readonly name: string
  readonly params: Readonly<Record<string, string>>
}

/** What your host has already. */
export interface Task {
  readonly id: string
  readonly workspaceFolder: string
  dispatch(block: ToolUse): Promise<string> // switch (block.name) { case 'write_to_file': … }
  askPerson(question: string): Promise<boolean>
}

export function createPresenter(task: Task): (block: ToolUse) => Promise<string> {
  const ports = openHookPorts(task.workspaceFolder, { mode: 'gate', canAsk: true })
  if (ports === null) return (block) => task.dispatch(block) // no working tree, or none with .orchestration/
  const engine = createHookEngine(ports)

  return async (block) => {
    const event = eventOf(block, task)
    const before = await engine.pre({ ...event, phase: 'pre' })
    if (before.verdict === 'deny') return JSON.stringify(before.refusal) // the model reads it, and corrects itself
    if (before.verdict === 'ask' && !(await task.askPerson(before.refusal.message)))
      return 'The user said no.'

    const result = await task.dispatch(block)

    const after = await engine.post({ ...event, phase: 'post' }) // 'failed' where the tool failed: it may have written all the same
    return [result, before.context, after.context].filter(Boolean).join('\n')
  }
}

function eventOf({ id, name, params }: ToolUse, task: Task): AgentEvent {
  return {
    agent: 'generic',
    host: 'roo-code',
    version: '3.53.0',
    model: 'anthropic/claude-sonnet-4-5',
    phase: 'pre',
    session: task.id,
    subagent: null,
    turn: null,
    call: id,
    at: null,
    cwd: task.workspaceFolder,
    transcript: null,
    tool: toolCallOf(name, params, task.workspaceFolder),
  }
}

function toolCallOf(name: string, params: ToolUse['params'], folder: string): ToolCall {
  const path = join(folder, params.path ?? '')
  switch (name) {
    case 'write_to_file':
      return { kind: 'edit', name, edits: [{ operation: 'write', path }] }
    case 'apply_diff':
      return { kind: 'edit', name, edits: [{ operation: 'edit', path }] }
    case 'execute_command':
      return { kind: 'shell', name, command: params.command ?? '', edits: [] }
    case 'read_file':
      return { kind: 'read', name, paths: [path] }
    case 'select_active_intent':
      return { kind: 'select-intent', name, intent: params.intent_id ?? null }
    default:
      return { kind: 'other', name, paths: params.path === undefined ? [] : [path] }
  }
}
