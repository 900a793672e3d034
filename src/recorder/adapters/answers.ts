import type { Answer, Decision, Phase, Refusal } from '../event.ts'
import { visible } from './visible.ts'

/** One agent's way of being told a decision. `phase` null = the event could not be told. */
export type Render = (phase: Phase | null, decision: Decision) => Answer

/** What is printed as JSON; null = nothing, and the agent goes on as without us. To say `allow` would skip the person's own prompt. */
type Body = Readonly<Record<string, unknown>> | null
type Refused = Exclude<Decision, { verdict: 'allow' }>

function print(body: Body): Answer {
  return { stdout: body === null ? '' : `${visible(JSON.stringify(body))}\n`, stderr: '', exit: 0 }
}

/** The refusal as one line of JSON, for the model. */
function refusalText(refusal: Refusal): string {
  return visible(JSON.stringify(refusal))
}

/** For the person who is asked. */
function question({ message }: Refusal): string {
  return visible(message)
}

// Only before a call can anything be refused.
function refusedBy(phase: Phase | null, decision: Decision): Refused | null {
  return phase === 'pre' && decision.verdict !== 'allow' ? decision : null
}

/** All that the model is to read; '' = nothing. */
function remark(decision: Decision): string {
  const refusal = decision.verdict === 'allow' ? [] : [refusalText(decision.refusal)]
  return [...refusal, ...(decision.context === undefined ? [] : [decision.context])].join('\n')
}

function optional(key: string, text: string | undefined): Readonly<Record<string, string>> {
  return text === undefined || text === '' ? {} : { [key]: text }
}

/** The events that hand a text to the model, and the names they answer by. */
type Names = Partial<Readonly<Record<Phase, string>>>

const CLAUDE_NAMES: Names = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  pre: 'PreToolUse',
  post: 'PostToolUse',
  failed: 'PostToolUseFailure',
}
const GEMINI_NAMES: Names = {
  'session-start': 'SessionStart',
  prompt: 'BeforeAgent',
  pre: 'BeforeTool',
  post: 'AfterTool',
  failed: 'AfterTool',
}

function remarkBody(names: Names, phase: Phase | null, decision: Decision): Body {
  const hookEventName = phase === null ? undefined : names[phase]
  const additionalContext = remark(decision)
  if (hookEventName === undefined || additionalContext === '') return null
  return { hookSpecificOutput: { hookEventName, additionalContext } }
}

function permissionOf({ verdict, refusal }: Refused, asks: 'ask' | 'deny') {
  const isAsked = verdict === 'ask' && asks === 'ask'
  return {
    permissionDecision: isAsked ? 'ask' : 'deny',
    permissionDecisionReason: isAsked ? question(refusal) : refusalText(refusal),
  }
}

function claudeBody(asks: 'ask' | 'deny', phase: Phase | null, decision: Decision): Body {
  const refused = refusedBy(phase, decision)
  if (refused === null) return remarkBody(CLAUDE_NAMES, phase, decision)
  const context = optional('additionalContext', refused.context)
  return {
    hookSpecificOutput: { hookEventName: 'PreToolUse', ...permissionOf(refused, asks), ...context },
  }
}

/** Claude Code's own, and of all who took it over. One that cannot `ask` would take the word for a broken hook, and go on. */
export function claudeAnswer(asks: 'ask' | 'deny'): Render {
  return (phase, decision) => print(claudeBody(asks, phase, decision))
}

/** Copilot reads its own flat form and, under Claude's event names, Claude's: each finds its own in here. */
export const copilotAnswer: Render = (phase, decision) => {
  const nested = claudeBody('ask', phase, decision)
  if (nested === null) return print(null)
  const refused = refusedBy(phase, decision)
  const flat =
    refused === null
      ? optional('additionalContext', remark(decision))
      : { ...permissionOf(refused, 'ask'), ...optional('additionalContext', refused.context) }
  return print({ ...flat, ...nested })
}

export const geminiAnswer: Render = (phase, decision) => {
  if (refusedBy(phase, decision) === null) return print(remarkBody(GEMINI_NAMES, phase, decision))
  return print({ decision: 'deny', reason: remark(decision) })
}

/** Cursor takes silence, or an answer without its key, for a broken hook, and blocks the call. */
export const cursorAnswer: Render = (phase, decision) => {
  switch (phase) {
    case 'pre':
      return print(cursorPermission(decision))
    case 'prompt':
      return print({ continue: true })
    case null:
      return print({ permission: 'allow', continue: true })
    default:
      return print(optional('additional_context', remark(decision)))
  }
}

function cursorPermission(decision: Decision) {
  const told = optional('agent_message', remark(decision))
  if (decision.verdict === 'allow') return { permission: 'allow', ...told }
  return { permission: decision.verdict, user_message: question(decision.refusal), ...told }
}

/** In a hook file `cancel` ends the whole run; our plugin makes it one skipped call. */
export const clineAnswer: Render = (phase, decision) => {
  const text = remark(decision)
  if (refusedBy(phase, decision) !== null) return print({ cancel: true, errorMessage: text })
  return print({ cancel: false, ...optional('contextModification', text) })
}

function ownBody(phase: Phase | null, decision: Decision): Body {
  const refused = refusedBy(phase, decision)
  const text = remark(decision)
  if (refused === null) return text === '' ? null : { verdict: 'allow', context: text }
  return { verdict: refused.verdict, refusal: refused.refusal, reason: text }
}

/** Our own JSON; what our plugins inside an agent read. */
export const ownAnswer: Render = (phase, decision) => print(ownBody(phase, decision))

/** Our own JSON, and for a host that does not read it exit 2 with the refusal on stderr. */
export const exit2Answer: Render = (phase, decision) => {
  const answer = ownAnswer(phase, decision)
  const refused = refusedBy(phase, decision)
  return refused === null ? answer : { ...answer, stderr: `${refusalText(refused.refusal)}\n`, exit: 2 }
}
