import type { Adapter, AgentName, Answer } from '../event.ts'
import { claudeCode } from './claude-code.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { copilotCli } from './copilot-cli.ts'
import { cursor } from './cursor.ts'
import { geminiCli } from './gemini-cli.ts'
import { generic } from './generic.ts'
import { openCode } from './opencode.ts'
import { qwenCode } from './qwen-code.ts'
import { vscode } from './vscode.ts'

export const adapters: Readonly<Record<AgentName, Adapter>> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  'qwen-code': qwenCode,
  'copilot-cli': copilotCli,
  vscode,
  cursor,
  cline,
  opencode: openCode,
  generic,
}

/** What to answer an agent that runs a hook which is not its own: one of them takes silence for a refusal. */
export function letPass(agent: AgentName | 'unknown'): Answer {
  if (agent === 'unknown') return { stdout: '', stderr: '', exit: 0 }
  return adapters[agent].answer(null, { verdict: 'allow' })
}
