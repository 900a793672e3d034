import { describe, expect, test } from 'vitest'
import { adapters, letPass } from '../../../src/recorder/adapters/index.ts'
import {
  AGENTS,
  type AgentName,
  type Decision,
  type Phase,
  type Refusal,
} from '../../../src/recorder/event.ts'
import { capturedFiles, eventOf, type Payload } from './captured.ts'

const refusal: Refusal = {
  code: 'SCOPE_VIOLATION',
  message: 'Scope Violation: INT-001 is not authorized to edit src/billing/invoice.ts',
  intent: 'INT-001',
  path: 'src/billing/invoice.ts',
  next: ['select INT-002, whose scope covers this file'],
}
const deny: Decision = { verdict: 'deny', refusal }
const ask: Decision = { verdict: 'ask', refusal }
const silent = { stdout: '', stderr: '', exit: 0 }
const printed = (agent: AgentName, phase: Phase | null, decision: Decision) => {
  const { stdout } = adapters[agent].answer(phase, decision)
  return stdout === '' ? null : JSON.parse(stdout)
}

/** How each agent reads an answer to an event; it throws at what the agent would take for a broken hook. */
type Reader = (
  answer: Payload | null,
  event: string,
) => { stops: boolean; reason?: unknown; context?: unknown }

/** Claude's form; Codex takes any other key, an `allow` or an `ask` for an error, and lets the call pass. */
const claude: Reader = (answer, event) => {
  if (answer === null) return { stops: false }
  const { hookSpecificOutput, ...rest } = answer as { hookSpecificOutput: Payload }
  const { hookEventName, permissionDecision, permissionDecisionReason, additionalContext, ...more } =
    hookSpecificOutput
  expect({ ...rest, ...more }).toEqual({})
  expect(hookEventName).toBe(event)
  expect(['deny', undefined]).toContain(permissionDecision)
  return {
    stops: permissionDecision === 'deny',
    reason: permissionDecisionReason,
    context: additionalContext,
  }
}
const READERS: Readonly<Partial<Record<AgentName, Reader>>> = {
  'claude-code': claude,
  codex: claude,
  'qwen-code': claude,
  'gemini-cli': (answer, event) => {
    if (answer === null) return { stops: false }
    const output = answer.hookSpecificOutput as Payload | undefined
    if (output !== undefined) expect(output.hookEventName).toBe(event)
    return { stops: answer.decision === 'deny', reason: answer.reason, context: output?.additionalContext }
  },
  'copilot-cli': (answer, event) => {
    if (answer === null) return { stops: false }
    const { hookSpecificOutput, ...flat } = answer
    const nested = claude({ hookSpecificOutput }, event)
    const said = {
      stops: flat.permissionDecision === 'deny',
      reason: flat.permissionDecisionReason,
      context: flat.additionalContext,
    }
    expect(nested).toEqual(said)
    return said
  },
  cline: (answer) => ({
    stops: answer!.cancel === true,
    reason: answer!.errorMessage,
    context: answer!.contextModification,
  }),
}
// Copilot's own payloads name no event; its answers carry the name all the same.
const NAMED: Partial<Record<Phase, string>> = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  pre: 'PreToolUse',
  post: 'PostToolUse',
  failed: 'PostToolUseFailure',
}

describe.each(capturedFiles('hook'))(
  '$file: each event is answered as $agent reads it',
  ({ agent, lines }) => {
    const read = READERS[agent]!
    const events = lines.map((line) => ({
      phase: eventOf(agent, line).phase,
      name: String(line.hook_event_name ?? NAMED[eventOf(agent, line).phase]),
    }))

    test.each(events)('$name: to allow is to leave the agent to its own prompts', ({ phase, name }) => {
      const answer = adapters[agent].answer(phase, { verdict: 'allow' })
      if (agent !== 'cline') expect(answer).toEqual(silent)
      expect(read(printed(agent, phase, { verdict: 'allow' }), name).stops).toBe(false)
    })

    test.each(events)('$name: a refusal stops a call, and only a call', ({ phase, name }) => {
      const { stops, reason } = read(printed(agent, phase, deny), name)
      expect(stops).toBe(phase === 'pre')
      if (stops) expect(JSON.parse(String(reason))).toEqual(refusal)
    })

    const spoken = ['session-start', 'prompt', 'pre', 'post']
    test.each(events.filter(({ phase }) => spoken.includes(phase)))(
      '$name: context reaches the model',
      ({ phase, name }) => {
        const decision: Decision = { verdict: 'allow', context: 'select an intent' }
        expect(read(printed(agent, phase, decision), name)).toMatchObject({
          stops: false,
          context: 'select an intent',
        })
      },
    )
  },
)

describe('a person is asked where the agent can ask, and else the call is refused', () => {
  const asked: Readonly<Record<AgentName, Payload>> = {
    'claude-code': {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'ask',
        permissionDecisionReason: refusal.message,
      },
    },
    vscode: {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'ask',
        permissionDecisionReason: refusal.message,
      },
    },
    codex: {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: JSON.stringify(refusal),
      },
    },
    'qwen-code': {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: JSON.stringify(refusal),
      },
    },
    'gemini-cli': { decision: 'deny', reason: JSON.stringify(refusal) },
    'copilot-cli': {
      permissionDecision: 'ask',
      permissionDecisionReason: refusal.message,
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'ask',
        permissionDecisionReason: refusal.message,
      },
    },
    cursor: { permission: 'ask', user_message: refusal.message, agent_message: JSON.stringify(refusal) },
    cline: { cancel: true, errorMessage: JSON.stringify(refusal) },
    opencode: { verdict: 'ask', refusal, reason: JSON.stringify(refusal) },
    generic: { verdict: 'ask', refusal, reason: JSON.stringify(refusal) },
  }
  test.each(AGENTS)('%s', (agent) => {
    expect(printed(agent, 'pre', ask)).toEqual(asked[agent])
    expect(adapters[agent].canAsk).toBe(
      ['claude-code', 'vscode', 'copilot-cli', 'cursor', 'generic'].includes(agent),
    )
  })
})

describe('Cursor, which blocks a call when a hook prints nothing', () => {
  test.each<[Phase | null, Decision, Payload]>([
    ['pre', { verdict: 'allow' }, { permission: 'allow' }],
    ['pre', { verdict: 'allow', context: 'c' }, { permission: 'allow', agent_message: 'c' }],
    [
      'pre',
      deny,
      { permission: 'deny', user_message: refusal.message, agent_message: JSON.stringify(refusal) },
    ],
    ['post', { verdict: 'allow' }, {}],
    ['post', { verdict: 'allow', context: 'c' }, { additional_context: 'c' }],
    ['session-start', { verdict: 'allow', context: 'c' }, { additional_context: 'c' }],
    ['prompt', { verdict: 'allow' }, { continue: true }],
    ['stop', { verdict: 'allow' }, {}],
    [null, { verdict: 'allow' }, { permission: 'allow', continue: true }],
  ])('%s %j', (phase, decision, expected) => {
    expect(printed('cursor', phase, decision)).toEqual(expected)
  })

  test('passes also where it runs the hook of another agent', () => {
    expect(JSON.parse(letPass('cursor').stdout)).toMatchObject({ permission: 'allow' })
    expect(letPass('unknown')).toEqual(silent)
    expect(letPass('claude-code')).toEqual(silent)
  })
})

test('a host that reads no JSON is stopped by the exit code, with the refusal on stderr', () => {
  const { answer } = adapters.generic
  expect(answer('pre', deny)).toMatchObject({ exit: 2, stderr: `${JSON.stringify(refusal)}\n` })
  expect(answer('pre', ask).exit).toBe(2)
  expect(answer('post', deny)).toMatchObject({ exit: 0, stderr: '' })
  expect(answer('pre', { verdict: 'allow' })).toEqual(silent)
})

test.each(AGENTS)('%s: what hides in a path is spelt out, and the path stays what it is', (agent) => {
  const path = 'src/\u202egpj.\u{e0041}exe\n::error::'
  const hidden: Decision = { verdict: 'deny', refusal: { ...refusal, path, message: `not ${path}` } }
  const { stdout, stderr } = adapters[agent].answer('pre', hidden)
  expect(stdout + stderr).not.toMatch(/[\u202e\u{e0041}]/u)
  expect(stdout.trimEnd()).not.toContain('\n')
  const reason = JSON.stringify(JSON.parse(stdout)).match(/\{\\"code.*?\}(?=")/)?.[0]
  expect(JSON.parse(JSON.parse(`"${reason}"`)).path).toBe(path)
})

test('a refusal and a context arrive together', () => {
  const decision: Decision = { ...deny, context: 'and more' }
  expect(printed('claude-code', 'pre', decision).hookSpecificOutput).toMatchObject({
    permissionDecision: 'deny',
    additionalContext: 'and more',
  })
  expect(printed('gemini-cli', 'pre', decision).reason).toBe(`${JSON.stringify(refusal)}\nand more`)
  expect(printed('copilot-cli', 'pre', decision).additionalContext).toBe('and more')
})
