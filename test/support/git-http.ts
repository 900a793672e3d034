import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const backend = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend')

/** Part of git, but some distributions package it apart. */
export const hasHttpBackend = existsSync(backend)

export interface GitServer {
  /** Of the folder's repository `name`. */
  url(name: string): string
  /** `POST /repo.git/git-upload-pack` and the like, with the header that came with each. */
  readonly requests: { readonly what: string; readonly authorization: string | undefined }[]
}

export interface Serving {
  /** Only with this as basic `x-access-token:<token>`; anybody when absent. */
  readonly token?: string
  /** 0: only what the refs advertise can be fetched by id, unless the repository's config says more. */
  readonly protocol?: 0 | 2
  readonly onRequest?: () => void
  /** Instead of git's answer. */
  readonly instead?: (request: IncomingMessage, response: ServerResponse) => void
}

/** The bare repositories of a folder over smart HTTP, on a port of its own, until the test ends. */
export async function serveGit(root: string, serving: Serving = {}): Promise<GitServer> {
  const requests: GitServer['requests'] = []
  const server = createServer((request, response) => {
    const { authorization } = request.headers
    requests.push({ what: `${request.method} ${request.url}`, authorization })
    serving.onRequest?.()
    if (serving.instead !== undefined) return serving.instead(request, response)
    const wanted = `basic ${Buffer.from(`x-access-token:${serving.token}`).toString('base64')}`
    if (serving.token !== undefined && authorization !== wanted)
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('who are you?')
    runBackend(request, response, { root, protocol: serving.protocol ?? 2 })
  })
  await listen(server)
  const { port } = server.address() as AddressInfo // of a server that listens on a port
  return { requests, url: (name) => `http://127.0.0.1:${port}/${name}` }
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
}

/** CGI: the request in variables and on stdin, headers and body on stdout. */
function runBackend(
  request: IncomingMessage,
  response: ServerResponse,
  { root, protocol }: { readonly root: string; readonly protocol: 0 | 2 },
): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
  const { headers } = request
  const backendEnv = {
    PATH: process.env.PATH,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: pathname,
    QUERY_STRING: search.slice(1),
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: headers['content-type'],
    CONTENT_LENGTH: headers['content-length'],
    HTTP_CONTENT_ENCODING: headers['content-encoding'],
    GIT_PROTOCOL: protocol === 2 ? [headers['git-protocol']].flat()[0] : undefined,
  }
  const child = spawn(backend, { env: backendEnv, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => undefined) // it may answer before it has read everything
  request.pipe(child.stdin)
  let head = Buffer.alloc(0)
  child.stdout.on('data', (chunk: Buffer) => {
    if (response.headersSent) return void response.write(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return
    const lines = head.toString('latin1', 0, end).split('\r\n')
    const fields = lines.map((line) => line.split(': ') as [string, string]) // as CGI writes them
    const status = fields.find(([name]) => name === 'Status')?.[1] ?? '200'
    response.writeHead(Number.parseInt(status, 10), fields.flat())
    response.write(head.subarray(end + 4))
  })
  child.stdout.on('end', () => response.end())
}
