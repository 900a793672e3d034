import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentPlace, RealAgent } from '../support/agent-run.ts'
import type { Turn } from '../support/model-protocols.ts'

const MODEL = 'gpt-5.5'
const patch = (...lines: readonly string[]) => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n')

/** With its hooks trusted, as `/hooks` does it once a person has read them. */
export const codex: RealAgent = {
  name: 'codex',
  packages: ['@openai/codex@0.171.0'],
  program: 'codex',
  model: MODEL,
  settings: ['.codex/hooks.json', '.codex/config.toml'],
  home: (place) => ({ '.codex/config.toml': `${config(place)}${hookTrust(place.repo)}` }),
  variables: () => ({}),
  args: (prompt) => ['exec', '-m', MODEL, '--dangerously-bypass-approvals-and-sandbox', prompt],
  tools: {
    select: (intent_id) => ({
      call: 'select_active_intent',
      namespace: 'mcp__intentgate',
      input: { intent_id },
    }),
    write: (path, content) => applyPatch(patch(`*** Add File: ${path}`, ...added(content))),
    edit: (path, from, to) => applyPatch(patch(`*** Update File: ${path}`, '@@', `-${from}`, `+${to}`)),
    remove: (path) => applyPatch(patch(`*** Delete File: ${path}`)),
    read: (path) => codex.tools.shell(`cat ${path}`),
    shell: (cmd) => ({ call: 'exec_command', input: { cmd } }),
  },
}

/** With a model that gets one tool only, which runs JavaScript: what that calls are the tools. */
export const codexInCodeMode: RealAgent = {
  ...codex,
  model: 'gpt-6.2-sol',
  args: (prompt) => codex.args(prompt).map((arg) => (arg === MODEL ? 'gpt-6.2-sol' : arg)),
  tools: {
    ...codex.tools,
    select: (intent_id) => inJavaScript('mcp__intentgate__select_active_intent', { intent_id }),
    write: (...args) => nested(codex.tools.write(...args)),
    edit: (...args) => nested(codex.tools.edit(...args)),
    remove: (...args) => nested(codex.tools.remove(...args)),
    read: (...args) => nested(codex.tools.read(...args)),
    shell: (command) => nested(codex.tools.shell(command)),
  },
}

/** The same, where nobody has looked at the hooks. */
export const untrustedCodex: RealAgent = {
  ...codex,
  home: (place) => ({ '.codex/config.toml': config(place) }),
}

/** A new file by a patch that stands in a shell command: no hook is run after it. */
export function heredocPatch(path: string, content: string) {
  const text = patch(`*** Add File: ${path}`, ...added(content))
  return codex.tools.shell(`apply_patch <<'EOF'\n${text}EOF`)
}

function nested(turn: Turn): Turn {
  return 'say' in turn ? turn : inJavaScript(turn.call, turn.input)
}

function inJavaScript(tool: string, input: unknown): Turn {
  const called = `text(await tools.${tool}(${JSON.stringify(input)}))`
  const code = `try { ${called} } catch (error) { text(String(error)) }`
  return { call: 'exec', namespace: 'functions', input: code }
}

function applyPatch(input: string) {
  return { call: 'apply_patch', input }
}

function added(content: string): string[] {
  return content
    .trimEnd()
    .split('\n')
    .map((line) => `+${line}`)
}

function config({ repo, port }: AgentPlace): string {
  return `model = "${MODEL}"
model_provider = "scripted"
approval_policy = "never"
[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:${port}/v1"
wire_api = "responses"
[projects."${repo}"]
trust_level = "trusted"
`
}

interface HookGroup {
  readonly hooks: readonly { readonly command: string }[]
}

/** What Codex keeps of a hook that a person has approved: a hash of its event and command. */
function hookTrust(repo: string): string {
  const file = join(repo, '.codex/hooks.json')
  const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, HookGroup[]> } // as installed
  const entries = Object.entries(hooks).flatMap(([name, groups]) =>
    groups.flatMap((group, at) =>
      group.hooks.map(({ command }, index) => {
        const event = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
        return `[hooks.state."${file}:${event}:${at}:${index}"]
enabled = true
trusted_hash = "sha256:${hookHash(event, command)}"
`
      }),
    ),
  )
  return entries.join('')
}

function hookHash(event: string, command: string): string {
  const hook = { async: false, command, timeout: 600, type: 'command' }
  return createHash('sha256')
    .update(JSON.stringify({ event_name: event, hooks: [hook] }))
    .digest('hex')
}
