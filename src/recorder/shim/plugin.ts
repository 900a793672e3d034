/**
 * The plugin for agents that load hooks into their own process (OpenCode, Kilo, Cline): it hands each call to
 * `intentgate hook …` and does what that says. TypeScript without a type in it, so that it is JavaScript too.
 */

/** Whose plugin; Kilo takes OpenCode's. */
export type PluginHost = 'opencode' | 'cline'

/** `command` starts `intentgate`: a program and its arguments, without `hook`. */
export function pluginSource(host: PluginHost, command: readonly string[]): string {
  const call = JSON.stringify([...command, 'hook', host])
  return `${[HEADER, `const COMMAND = ${call}`, ASK, BODIES[host]].join('\n\n')}\n`
}

const HEADER = `// Written by intentgate. To take it away: npx intentgate install-agent --remove
import { spawnSync } from 'node:child_process'`

// A recorder that fails never stops the agent: git's hook and CI decide.
const ASK = `function ask(payload) {
  try {
    const [program, ...args] = COMMAND
    const input = JSON.stringify(payload)
    const { stdout } = spawnSync(program, args, { input, encoding: 'utf8', timeout: 30_000, windowsHide: true })
    return (stdout && JSON.parse(stdout)) || {}
  } catch {
    return {}
  }
}`

const OPENCODE = `export const Intentgate = async ({ directory }) => {
  const parents = new Map()
  const models = new Map()
  const notes = new Map()
  let version
  const tell = (event, session, rest = {}) =>
    ask({
      host: 'opencode',
      hook_event_name: event,
      session_id: parents.get(session) ?? session,
      agent_id: parents.has(session) ? session : undefined,
      agent_version: version,
      model: models.get(session),
      cwd: directory,
      ...rest,
    })
  const call = ({ tool, sessionID, callID }, event, args) =>
    tell(event, sessionID, { tool_name: tool, tool_use_id: callID, tool_input: args })
  return {
    event: async ({ event: { type, properties = {} } }) => {
      const { info, sessionID = info?.id } = properties
      if (type === 'session.created') {
        version = info?.version
        if (info?.parentID) parents.set(info.id, parents.get(info.parentID) ?? info.parentID)
      }
      if (/^session\\.(created|idle|deleted)$/.test(type) && sessionID) tell(type, sessionID)
    },
    'chat.params': async ({ sessionID, model }) => {
      if (model?.id) models.set(sessionID, model.providerID ? \`\${model.providerID}/\${model.id}\` : model.id)
    },
    'tool.execute.before': async (input, output) => {
      const { verdict, reason, context } = call(input, 'tool.execute.before', output.args)
      if (verdict === 'deny' || verdict === 'ask') throw new Error(reason)
      if (context) notes.set(input.callID, context)
    },
    'tool.execute.after': async (input, output) => {
      const { context } = call(input, 'tool.execute.after', input.args)
      const text = [notes.get(input.callID), context].filter(Boolean).join('\\n')
      notes.delete(input.callID)
      if (!text) return
      if (Array.isArray(output.content)) output.content.push({ type: 'text', text })
      else output.output = \`\${output.output ?? ''}\\n\${text}\`
    },
  }
}`

const CLINE = `const calls = new Map()
const modelOf = ({ messages = [] } = {}) => {
  const { id, provider } = messages.findLast(({ modelInfo }) => modelInfo?.id)?.modelInfo ?? {}
  return id && provider ? \`\${provider}/\${id}\` : id
}
const tell = (hookName, { snapshot }, rest) =>
  ask({
    clineVersion: '',
    hookName,
    taskId: snapshot?.conversationId,
    workspaceRoots: [process.cwd()],
    model: modelOf(snapshot),
    ...rest,
  })

const plugin = {
  name: 'intentgate',
  manifest: { capabilities: ['hooks'] },
  hooks: {
    beforeTool(context) {
      const { toolName: name, toolCallId: id } = context.toolCall ?? {}
      const { input } = context
      const said = tell('tool_call', context, { tool_call: { id, name, input } })
      if (said.cancel) return { skip: true, reason: said.errorMessage }
      calls.set(id, { input, note: said.contextModification })
    },
    afterTool(context) {
      const { toolName: name, toolCallId: id } = context.toolCall ?? {}
      const { input = context.input, note } = calls.get(id) ?? {}
      calls.delete(id)
      const isError = context.result?.isError === true
      const said = tell('tool_result', context, { tool_result: { id, name, input, isError } })
      const text = [note, said.contextModification].filter(Boolean).join('\\n')
      return text ? { appendContext: text } : undefined
    },
  },
}`

const BODIES: Readonly<Record<PluginHost, string>> = {
  opencode: OPENCODE,
  cline: `${CLINE}\n\nexport default plugin`,
}
