import type { Phase } from '../event.ts'
import { fold } from './read.ts'

/** Every agent's name of an event, folded: no two agents mean different things by one name. */
const PHASES: Readonly<Record<Phase | 'ignored', readonly string[]>> = {
  'session-start': ['SessionStart', 'session.created', 'agent_start', 'TaskStart', 'TaskResume'],
  prompt: [
    'prompt',
    'UserPromptSubmit',
    'userPromptSubmitted',
    'beforeSubmitPrompt',
    'BeforeAgent',
    'prompt_submit',
  ],
  pre: [
    ...['PreToolUse', 'BeforeTool', 'tool_call', 'tool.execute.before', 'pre'],
    ...['beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'human', 'pre_shell_command'],
  ],
  post: [
    ...['PostToolUse', 'AfterTool', 'tool_result', 'tool.execute.after', 'post'],
    ...['afterShellExecution', 'afterMCPExecution', 'afterFileEdit', 'ai_agent', 'post_shell_command'],
  ],
  failed: ['PostToolUseFailure', 'failed'],
  stop: [
    ...['Stop', 'SubagentStop', 'agentStop', 'AfterAgent', 'session.idle'],
    ...['agent_end', 'agent_abort', 'TaskCancel', 'TaskComplete'],
  ],
  'session-end': ['SessionEnd', 'session.deleted', 'session_shutdown'],
  // Asked beside the call itself, which is told anyway; a completion that a person takes is the person's own edit.
  ignored: [
    ...['PermissionRequest', 'PermissionDenied', 'BeforeToolSelection'],
    ...['afterTabFileEdit', 'beforeTabFileRead'],
  ],
}

const BY_NAME = new Map(
  Object.entries(PHASES).flatMap(([phase, names]) =>
    // Object.entries forgets what the keys are.
    names.map((name) => [fold(name), phase as Phase | 'ignored'] as const),
  ),
)

/** null = an event that we do not know. */
export function phaseOf(event: string): Phase | 'ignored' | null {
  return BY_NAME.get(fold(event)) ?? null
}
