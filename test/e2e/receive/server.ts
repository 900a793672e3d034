import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type GatedRepo, gatedRepo, type Shape } from '../../support/gated-repo.ts'
import { repoAt, type TestRepo, temporaryFolder } from '../../support/repo.ts'
import { chained, claim, hookSaid, type Refusal, writeShard } from '../bypass/attack.ts'

interface Pushed extends Refusal {
  /** What the server said, without `remote:`. */
  readonly said: string
}

export interface Served {
  /** The pusher's clone: no hook of its own stops a push. */
  readonly repo: GatedRepo
  /** Bare, with the hook as docs/ci/server-hooks.md installs it. */
  readonly server: TestRepo
  push(...args: string[]): Pushed
  /** What the server's ref stands at; null = there is no such ref. */
  tip(ref: string): string | null
}

/** A server that has taken over `main` of a gated repository. */
export function served(shape: Shape = {}): Served {
  const one = emptyServer(gatedRepo(shape), shape.objects)
  const first = one.push('main')
  if (first.code !== 0) throw new Error(first.said)
  return one
}

/** An empty server for this clone. */
export function emptyServer(repo: GatedRepo, objects: Shape['objects'] = 'sha1'): Served {
  const server = repoAt(temporaryFolder())
  server.git('init', '-q', '--bare', '-b', 'main', `--object-format=${objects}`)
  installHook(server)
  repo.git('remote', 'add', 'origin', `file://${server.dir}`)
  const push: Served['push'] = (...args) => {
    const [refs, options] = [args.filter(isRef), args.filter((arg) => !isRef(arg))]
    return pushed(repo.tryGit(['push', '--no-verify', ...options, 'origin', ...refs]))
  }
  const tip: Served['tip'] = (ref) => server.tryGit(['rev-parse', '-q', '--verify', ref]).out.trim() || null
  return { repo, server, push, tip }
}

const isRef = (arg: string) => !arg.startsWith('-')

/** The three lines of the documentation. */
export function installHook(server: TestRepo, before = ''): void {
  const hook = `#!/bin/sh\n${before}exec sh '${resolve('hooks/pre-receive')}'\n`
  writeFileSync(join(server.dir, 'hooks/pre-receive'), hook, { mode: 0o755 })
}

function pushed({ code, out, err }: { code: number; out: string; err: string }): Pushed {
  const lines = err.split('\n').filter((line) => line.startsWith('remote: '))
  const said = lines.map((line) => line.slice('remote: '.length).trimEnd()).join('\n')
  return { ...hookSaid({ code, out, err: said }), said }
}

/** Writes a new file, and a record that fits it, for an intent that may not own it. */
export function forge(repo: GatedRepo, path: string, text: string, intent: string): void {
  repo.write({ [path]: text })
  writeShard(repo, chained([claim({ path, before: null, after: text, intent })]))
}
