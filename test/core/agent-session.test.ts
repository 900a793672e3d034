import { expect, test } from 'vitest'
import { sessionOfCall, sessionOfEnvironment } from '../../src/core/agent-session.ts'

test.each([
  { env: { CLAUDE_CODE_SESSION_ID: 'c1' }, session: { agent: 'claude-code', session: 'c1' } },
  { env: { QWEN_CODE_SESSION_ID: 'q1' }, session: { agent: 'qwen-code', session: 'q1' } },
  { env: { COPILOT_AGENT_SESSION_ID: 'p1' }, session: { agent: 'copilot-cli', session: 'p1' } },
  { env: { CLAUDE_CODE_SESSION_ID: '' }, session: null },
  { env: { CLAUDE_CODE_SESSION_ID: 'c1', QWEN_CODE_SESSION_ID: 'q1' }, session: null },
  { env: {}, session: null },
])('$env is $session', ({ env, session }) => {
  expect(sessionOfEnvironment(env)).toEqual(session)
})

test.each([
  {
    meta: { 'x-codex-turn-metadata': { session_id: 'x1', turn_id: 't' } },
    session: { agent: 'codex', session: 'x1' },
  },
  { meta: { 'x-codex-turn-metadata': { session_id: 3 } }, session: null },
  { meta: { 'x-codex-turn-metadata': 'x1' }, session: null },
  { meta: { progressToken: 1 }, session: null },
  { meta: undefined, session: null },
])('a call with $meta comes from $session', ({ meta, session }) => {
  expect(sessionOfCall(meta)).toEqual(session)
})
