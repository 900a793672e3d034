import { createMarks } from '../marked.ts'

/** Around our lines in Markdown: a reader of the page does not see them. */
export const markdown = createMarks('<!-- >>> intentgate >>>', '<!-- <<< intentgate <<< -->')

/** What an agent has to know to work here, whatever agent it is. */
export const PROTOCOL = `${markdown.begin} (from intentgate init; intentgate uninstall takes it out) -->
## Before you write: select an intent

Every change in this repository belongs to a declared intent. What belongs to none, or lies outside its scope, is rejected when it
is committed, and again in CI.

1. **Before you write, edit, move or delete any file**, call the MCP tool \`select_active_intent\` of the server \`intentgate\` with the id
   of the intent that the task belongs to; \`list_intents\` shows them. Without that tool: \`npx intentgate intent list\`, then
   \`npx intentgate intent select ID\`. Wait for the \`<intent_context>\` it returns, and read it.
2. **Write only in its \`owned_scope\`**, and within its constraints. Another file is another intent: select that first. If no intent
   owns the file, ask a person; do not widen a scope yourself.
3. **After you wrote**, and after a formatter ran, where no intentgate hook records your writes:
   \`npx intentgate record --by ai --model PROVIDER/MODEL --intent ID\`.
4. **The ledger belongs to the change.** \`git commit\` stages it by itself; if you stage by hand, add \`.orchestration/agent_trace/\` too.
5. **Before you commit**, call \`check_changes\`, or run \`npx intentgate check\`. If a commit is refused, do what \`fix:\` says.
   Never run \`intentgate adopt\`, never edit \`.orchestration/agent_trace/\`, never switch hooks off.
6. **What you had to learn the hard way**, write down for the next one: \`record_lesson\`, or \`npx intentgate lesson add "…"\`.
${markdown.end}`
