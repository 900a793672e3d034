import { randomBytes } from 'node:crypto'

/** What the model does in one turn; an input that is a text is one of a free-form tool (Codex's apply_patch). */
export type Turn =
  | { readonly say: string }
  | {
      readonly call: string
      readonly input: string | Readonly<Record<string, unknown>>
      readonly namespace?: string
    }

export type Json = Readonly<Record<string, unknown>>

/** One event of a stream; without a name where the protocol gives none. */
export interface StreamEvent {
  readonly name?: string
  readonly data: Json | string
}

/** How agents talk to one kind of model server. */
export interface Protocol {
  readonly name: 'anthropic' | 'responses' | 'chat' | 'gemini'
  /** Of the path of a request for a turn. */
  readonly path: RegExp
  /** The conversation so far, the oldest first. */
  items(body: Json): readonly Json[]
  isModels(item: Json): boolean
  toolNames(body: Json): string[]
  isStreamed(url: string, body: Json): boolean
  whole(turn: Turn, model: string): Json
  stream(turn: Turn, model: string): StreamEvent[]
}

const fresh = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function nameOf(tool: Json): string {
  const nested = tool.function as Json | undefined // Chat names a function one level deeper
  return String(tool.name ?? nested?.name ?? tool.type)
}

function textInput(input: string | Json): string {
  return typeof input === 'string' ? input : JSON.stringify(input)
}

const anthropicUsage = {
  input_tokens: 10,
  output_tokens: 5,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
}

const anthropic: Protocol = {
  name: 'anthropic',
  path: /\/messages$/,
  items: (body) => listOf(body.messages),
  isModels: ({ role }) => role === 'assistant',
  toolNames: (body) => listOf(body.tools).map(nameOf),
  isStreamed: (_url, body) => body.stream === true,
  whole: (turn, model) => ({
    id: fresh('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content: [anthropicBlock(turn)],
    stop_reason: 'say' in turn ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: anthropicUsage,
  }),
  stream(turn, model) {
    const { stop_reason, content: _, ...message } = this.whole(turn, model)
    const [block, delta] =
      'say' in turn
        ? [
            { type: 'text', text: '' },
            { type: 'text_delta', text: turn.say },
          ]
        : [
            { ...anthropicBlock(turn), input: {} },
            { type: 'input_json_delta', partial_json: textInput(turn.input) },
          ]
    return [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ].map((data) => ({ name: data.type, data }))
  },
}

function anthropicBlock(turn: Turn): Json {
  return 'say' in turn
    ? { type: 'text', text: turn.say }
    : { type: 'tool_use', id: fresh('toolu'), name: turn.call, input: turn.input }
}

const responses: Protocol = {
  name: 'responses',
  path: /\/responses$/,
  items: (body) => listOf(body.input),
  isModels: ({ role, type }) =>
    role === 'assistant' || type === 'reasoning' || /_call$/.test(String(type ?? '')),
  toolNames: (body) =>
    [
      ...listOf(body.tools),
      ...listOf(body.input).flatMap((item) => (item.type === 'additional_tools' ? listOf(item.tools) : [])),
    ].flatMap((tool) => [nameOf(tool), ...listOf(tool.tools).map((one) => `${nameOf(tool)}${nameOf(one)}`)]),
  isStreamed: () => true,
  whole: (turn, model) => ({
    id: fresh('resp'),
    object: 'response',
    status: 'completed',
    model,
    output: [responsesItem(turn)],
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    },
  }),
  stream(turn, model) {
    const response = this.whole(turn, model)
    const [item] = listOf(response.output)
    const begun = { ...response, status: 'in_progress', output: [], usage: null }
    return [
      { type: 'response.created', response: begun },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    ].map((data) => ({ name: data.type, data }))
  },
}

function responsesItem(turn: Turn): Json {
  if ('say' in turn) {
    const content = [{ type: 'output_text', text: turn.say, annotations: [] }]
    return { type: 'message', id: fresh('msg'), role: 'assistant', status: 'completed', content }
  }
  const { call: name, input, namespace } = turn
  const common = { call_id: fresh('call'), name, ...(namespace && { namespace }), status: 'completed' }
  return typeof input === 'string'
    ? { type: 'custom_tool_call', id: fresh('ctc'), ...common, input }
    : { type: 'function_call', id: fresh('fc'), ...common, arguments: JSON.stringify(input) }
}

const chatUsage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

const chat: Protocol = {
  name: 'chat',
  path: /\/chat\/completions$/,
  items: (body) => listOf(body.messages),
  isModels: ({ role }) => role === 'assistant',
  toolNames: (body) => listOf(body.tools).map(nameOf),
  isStreamed: (_url, body) => body.stream === true,
  whole: (turn, model) => ({
    ...chatHead('chat.completion', model),
    choices: [{ index: 0, message: chatMessage(turn), finish_reason: chatEnd(turn) }],
    usage: chatUsage,
  }),
  stream(turn, model) {
    const head = chatHead('chat.completion.chunk', model)
    return [
      { data: { ...head, choices: [{ index: 0, delta: chatMessage(turn), finish_reason: null }] } },
      { data: { ...head, choices: [{ index: 0, delta: {}, finish_reason: chatEnd(turn) }] } },
      { data: { ...head, choices: [], usage: chatUsage } },
      { data: '[DONE]' },
    ]
  },
}

const chatHead = (object: string, model: string) => ({ id: fresh('chatcmpl'), object, created: 1, model })
const chatEnd = (turn: Turn) => ('say' in turn ? 'stop' : 'tool_calls')

function chatMessage(turn: Turn): Json {
  if ('say' in turn) return { role: 'assistant', content: turn.say }
  const called = { name: turn.call, arguments: textInput(turn.input) }
  const call = { index: 0, id: fresh('call'), type: 'function', function: called }
  return { role: 'assistant', content: null, tool_calls: [call] }
}

const gemini: Protocol = {
  name: 'gemini',
  path: /:(?:streamG|g)enerateContent$/,
  items: (body) => listOf(body.contents),
  isModels: ({ role }) => role === 'model',
  toolNames: (body) => listOf(body.tools).flatMap((tool) => listOf(tool.functionDeclarations).map(nameOf)),
  isStreamed: (url) => url.includes(':stream'),
  whole(turn, model) {
    const part = 'say' in turn ? { text: turn.say } : { functionCall: { name: turn.call, args: turn.input } }
    return {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      modelVersion: model,
      responseId: fresh('r'),
    }
  },
  stream(turn, model) {
    return [{ data: this.whole(turn, model) }]
  },
}

export const protocols: readonly Protocol[] = [anthropic, responses, chat, gemini]
