import { PassThrough } from 'node:stream'
import { onTestFinished } from 'vitest'
import { openGate } from '../../src/cli/intents/gate.ts'
import type { AgentSession } from '../../src/core/agent-session.ts'
import { serveMcp } from '../../src/mcp/server.ts'
import { fakeIo } from '../support/io.ts'

/** How a client begins: with `initialize`, as until 2025, or by naming itself in every request. */
export type Era = 'handshake' | 'envelope'

interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
}

export interface McpClient {
  /** The `result` of a request; throws what the server says is wrong. */
  ask(method: string, params?: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>
  call(tool: string, args?: unknown, meta?: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
  /** Sends bytes as they are. */
  send(text: string): void
  /** Hangs up; resolves once the server has ended. */
  close(): Promise<void>
}

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

interface Message {
  readonly id?: number
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message: string }
}

/** A client on a stream of lines, whatever serves the other end. */
export async function clientOn(
  write: (text: string) => void,
  lines: AsyncIterable<string>,
  era: Era,
): Promise<Omit<McpClient, 'close'>> {
  const waiting = new Map<number, (message: Message) => void>()
  void (async () => {
    for await (const line of lines) {
      const message: Message = JSON.parse(line)
      if (message.id !== undefined) waiting.get(message.id)?.(message)
    }
  })()
  let last = 0
  const ask: McpClient['ask'] = async (method, params = {}) => {
    const id = ++last
    const sent = era === 'envelope' ? { ...params, _meta: { ...ENVELOPE, ...(params._meta ?? {}) } } : params
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
    write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: sent })}\n`)
    const { result, error } = await answered
    if (result === undefined) throw new Error(error?.message ?? 'no result')
    return result
  }
  if (era === 'envelope') await ask('server/discover')
  else {
    const clientInfo = { name: 'test', version: '1' }
    await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  }
  const call: McpClient['call'] = async (name, args = {}, meta) => {
    const result = await ask('tools/call', { name, arguments: args, ...(meta && { _meta: meta }) })
    const [content] = result.content as { text: string }[] // what the protocol promises, and the test is about
    return { text: content!.text, isError: result.isError === true }
  }
  return { ask, call, send: write }
}

/** A client of our server for the repository in `dir`, both in this process. */
export async function connect(
  dir: string,
  { era = 'envelope', session = null }: { era?: Era; session?: AgentSession | null } = {},
): Promise<McpClient & { readonly errors: readonly string[] }> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const errors: string[] = []
  const served = serveMcp(await openGate(fakeIo(dir)), {
    input,
    output,
    session,
    version: '1.2.3',
    onError: (error) => void errors.push(error.message),
  })
  const client = await clientOn((text) => void input.write(text), linesOf(output), era)
  const close = async () => {
    input.end()
    await served
  }
  onTestFinished(close)
  return { ...client, errors, close }
}

export async function* linesOf(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of stream) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop()!
    yield* lines
  }
}
