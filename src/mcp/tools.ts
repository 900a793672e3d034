import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import * as z from 'zod/v4'
import { type AgentSession, sessionOfCall } from '../core/agent-session.ts'
import type { Intent } from '../core/intent.ts'
import { LONGEST_LESSON } from '../core/lesson.ts'
import { noIntent } from '../recorder/refusals.ts'
import { answering, described, refused, said, saidJson } from './answer.ts'
import type { Gate } from './gate.ts'
import { describeReport } from './verdict.ts'

const SelectInput = z.object({
  intent_id: z
    .string()
    .min(1)
    .describe('The id of a declared intent that is IN_PROGRESS, e.g. INT-001. list_intents knows them.'),
})

const ListInput = z.object({
  status: z
    .enum(['open', 'all'])
    .default('open')
    .describe('open: only those IN_PROGRESS, which can be selected; all: the others too.'),
})

const CheckInput = z.object({
  scope: z
    .enum(['all', 'staged'])
    .default('all')
    .describe('all: as if everything that changed were staged; staged: only what is staged now.'),
})

const LessonInput = z.object({
  lesson: z
    .string()
    .min(1)
    .describe(`What to do next time, in one sentence, at most ${LONGEST_LESSON} characters.`),
  intent_id: z.string().min(1).optional().describe('Whom it is for; default: the selected intent.'),
  for_everybody: z
    .boolean()
    .default(false)
    .describe('true: shown with every intent, not only with this one.'),
})

const ExplainInput = z.object({
  path: z.string().min(1).describe('From the root of the repository, e.g. src/auth/token.ts'),
  line: z
    .int()
    .min(1)
    .optional()
    .describe('Counted from 1, in the file as it is on the disk; without it, the whole file.'),
})

/** `session`: of the client, where its environment says. */
export function registerTools(server: McpServer, gate: Gate, session: AgentSession | null): void {
  registerSelect(server, gate, session)
  registerList(server, gate, session)
  registerCheck(server, gate)
  registerLesson(server, gate, session)
  registerExplain(server, gate)
}

/** A call says more exactly for whom it comes than the environment that the server was started with. */
function caller(ctx: ServerContext, session: AgentSession | null): AgentSession | null {
  return sessionOfCall(ctx.mcpReq._meta) ?? session
}

function registerSelect(server: McpServer, gate: Gate, session: AgentSession | null): void {
  const description = `Call this before you write, edit, move or delete any file, and again when you turn to other work. Declares which intent you work for and returns <intent_context>: the paths you may touch (owned_scope), the constraints, the acceptance criteria, what the intent serves, and lessons from earlier work. Changes without a declared intent, or outside its scope, are rejected when they are committed.`
  server.registerTool(
    'select_active_intent',
    {
      title: 'Select the intent to work for',
      description,
      inputSchema: described(SelectInput),
      annotations: { idempotentHint: true, openWorldHint: false, destructiveHint: false },
    },
    (given, ctx) =>
      answering(SelectInput, given, ({ intent_id }) => {
        const selection = gate.select(intent_id, caller(ctx, session))
        return selection.kind === 'selected' ? said(selection.context) : refused(selection.refusal)
      }),
  )
}

function registerList(server: McpServer, gate: Gate, session: AgentSession | null): void {
  server.registerTool(
    'list_intents',
    {
      title: 'List the declared intents',
      description:
        'The intents that are declared in this repository, with their scopes, and which one you have selected. Use it to find the id for select_active_intent.',
      inputSchema: described(ListInput),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (given, ctx) =>
      answering(ListInput, given, ({ status }) => {
        const listed = [...gate.intents().values()].filter(
          (intent) => status === 'all' || intent.status === 'IN_PROGRESS',
        )
        return saidJson({ selected: gate.current(caller(ctx, session)), intents: listed.map(row) })
      }),
  )
}

function row({ id, name, status, owned_scope, level, parent }: Intent): object {
  return { id, name, status, owned_scope, level, parent }
}

function registerCheck(server: McpServer, gate: Gate): void {
  server.registerTool(
    'check_changes',
    {
      title: 'Would this commit pass?',
      description:
        'Judges the uncommitted changes as the git hook will: does every change have a trace, lie in scope, and match what was recorded? Call it before you commit; each violation says what would mend it.',
      inputSchema: described(CheckInput),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (given) =>
      answering(CheckInput, given, async ({ scope }) =>
        saidJson(describeReport(await gate.check(scope), scope)),
      ),
  )
}

function registerLesson(server: McpServer, gate: Gate, session: AgentSession | null): void {
  server.registerTool(
    'record_lesson',
    {
      title: 'Record a lesson',
      description:
        'Appends one lesson to .orchestration/AGENT.md, the memory that every later session reads, and traces that write. Use it when a check failed for a reason that the next agent should know, or when a decision was taken that the code does not show.',
      inputSchema: described(LessonInput),
      annotations: { idempotentHint: true, destructiveHint: false, openWorldHint: false },
    },
    (given, ctx) =>
      answering(LessonInput, given, async ({ lesson, intent_id, for_everybody }) => {
        const intent = intent_id ?? gate.current(caller(ctx, session))
        if (intent === null) return refused(noIntent(openIds(gate)))
        const isFor = for_everybody ? 'everybody' : 'intent'
        const outcome = await gate.recordLesson({ text: lesson, intent, isFor })
        return saidJson({ outcome, intent, path: '.orchestration/AGENT.md' })
      }),
  )
}

function openIds(gate: Gate): string[] {
  return [...gate.intents().values()].filter(({ status }) => status === 'IN_PROGRESS').map(({ id }) => id)
}

function registerExplain(server: McpServer, gate: Gate): void {
  server.registerTool(
    'explain_line',
    {
      title: 'Who wrote this line, and why',
      description:
        'Which trace record wrote a line (or a file), for which intent, and which higher purpose that intent serves. For a file that is staged, or a line that is not yet: why the gate accepts or refuses it.',
      inputSchema: described(ExplainInput),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (given) =>
      answering(ExplainInput, given, async ({ path, line }) =>
        said(await gate.explain(line === undefined ? path : `${path}:${line}`)),
      ),
  )
}
