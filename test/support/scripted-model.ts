import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { type Json, type Protocol, protocols, type Turn } from './model-protocols.ts'
import { temporaryFolder } from './repo.ts'

/** One request for a turn, as the model got it. */
export interface ModelRequest {
  readonly protocol: Protocol['name']
  readonly tools: readonly string[]
  /** Everything that the model was told since its last turn: results of tools, what hooks add, the prompt. */
  readonly heard: string
  readonly body: Json
}

/** Says what the model does next; `turn` counts from 0. An error in it ends the run, and is thrown by `check`. */
export type Script = readonly Turn[] | ((request: ModelRequest, turn: number) => Turn | Promise<Turn>)

export interface ScriptedModel {
  readonly port: number
  /** The same server for a network namespace, where the port has to be brought in (see agent-run.ts). */
  readonly socket: string
  /** Every request with tools, in order: the n-th asked for the n-th turn. */
  readonly requests: readonly ModelRequest[]
  /** Throws what the script threw. */
  check(): void
}

/** A model on loopback that does what the script says, in the protocols of Anthropic, OpenAI (two) and Gemini. */
export async function scriptedModel(script: Script): Promise<ScriptedModel> {
  const requests: ModelRequest[] = []
  const failures: unknown[] = []
  const next = async (request: ModelRequest): Promise<Turn> => {
    const turn = requests.push(request) - 1
    try {
      return typeof script === 'function' ? await script(request, turn) : (script[turn] ?? { say: 'done' })
    } catch (error) {
      failures.push(error)
      return { say: 'the script failed' }
    }
  }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    respond(request, response, next).catch((error: unknown) => {
      failures.push(error)
      response.destroy()
    })
  }
  const socket = join(temporaryFolder(), 'model')
  const [tcp, unix] = [createServer(answer), createServer(answer)]
  onTestFinished(() => {
    for (const server of [tcp, unix]) {
      server.close()
      server.closeAllConnections()
    }
  })
  await Promise.all([
    new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done)),
    new Promise<void>((done) => unix.listen(socket, done)),
  ])
  const { port } = tcp.address() as AddressInfo // it listens on TCP
  return {
    port,
    socket,
    requests,
    check() {
      if (failures.length > 0) throw failures[0]
    },
  }
}

async function respond(
  incoming: IncomingMessage,
  response: ServerResponse,
  next: (request: ModelRequest) => Promise<Turn>,
): Promise<void> {
  const { pathname } = new URL(incoming.url ?? '/', 'http://localhost')
  const protocol = protocols.find(({ path }) => path.test(pathname))
  if (incoming.method !== 'POST' || protocol === undefined) {
    answerOther(pathname, response)
    return
  }
  const body = (await json(incoming)) as Json // an agent sends an object
  const tools = protocol.toolNames(body)
  const request: ModelRequest = { protocol: protocol.name, tools, heard: heardIn(protocol, body), body }
  // Titles, summaries and the like are asked for without tools: they are no turn of the work.
  const turn = tools.length === 0 ? { say: 'ok' } : await next(request)
  const model = String(body.model ?? /models\/([^:]+)/.exec(pathname)?.[1])
  if (!protocol.isStreamed(pathname, body)) {
    sendJson(response, 200, protocol.whole(turn, model))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const { name, data } of protocol.stream(turn, model)) {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    response.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`)
  }
  response.end()
}

function answerOther(path: string, response: ServerResponse): void {
  if (/count_?tokens$/i.test(path)) sendJson(response, 200, { input_tokens: 10, totalTokens: 10 })
  else if (/\/models$/.test(path)) sendJson(response, 200, { object: 'list', data: [], models: [] })
  else sendJson(response, 404, { error: { type: 'not_found_error', message: `nothing at ${path}` } })
}

function sendJson(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function heardIn(protocol: Protocol, body: Json): string {
  const items = protocol.items(body)
  const last = items.findLastIndex((item) => protocol.isModels(item))
  return textsIn(items.slice(last + 1)).join('\n')
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...textsInJson(value)]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

// Some agents tell the result of a tool as JSON in a string.
function textsInJson(text: string): string[] {
  if (!text.startsWith('{')) return []
  try {
    return textsIn(JSON.parse(text))
  } catch {
    // A text that only begins like it.
    return []
  }
}
