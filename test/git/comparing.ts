import { spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { type Change, statusOf } from '../../src/core/change.ts'
import { openRepository } from '../../src/git/repository.ts'
import type { Comparison, Repository, View } from '../../src/git/types.ts'
import type { TestRepo } from '../support/repo.ts'

/** The repository as the gate opens it, closed when the test ends. */
export async function opened(repo: TestRepo, folder = repo.dir): Promise<Repository> {
  const repository = await openRepository(folder)
  onTestFinished(() => repository.close())
  return repository
}

/** `A path`, `M path`, … in git's order. */
export function listed(changes: readonly Change[]): string[] {
  return changes.map((change) => `${statusOf(change)} ${change.path}`)
}

export function changesOf({ snapshot }: Comparison): string[] {
  return listed(snapshot.changes)
}

export function changeOf({ snapshot }: Comparison, path: string): Change {
  const change = snapshot.changes.find((each) => each.path === path)
  if (change === undefined) throw new Error(`${path} is no change: ${listed(snapshot.changes).join(', ')}`)
  return change
}

/** What a view holds at a path; null = no such file. */
export async function textAt(repo: Repository, view: View, path: string): Promise<string | null> {
  const entry = await view.entry(path)
  if (entry === null) return null
  const content = await repo.content(entry.blob)
  return typeof content === 'string' ? content : Buffer.from(content).toString('utf8')
}

/** Writes, stages everything and commits; returns the commit's id. */
export function commit(
  repo: TestRepo,
  files: Record<string, string | Uint8Array | null>,
  message = 'work',
): string {
  repo.write(files)
  repo.git('add', '-A')
  repo.git('commit', '-q', '--allow-empty', '-m', message)
  return repo.git('rev-parse', 'HEAD')
}

/** Goes on on a new branch, from `start`. */
export function branch(repo: TestRepo, name: string, start = 'main'): void {
  repo.git('checkout', '-q', '-b', name, start)
}

/** Lines 1 … `count`, with some of them replaced. */
export function lines(count: number, replaced: Record<number, string> = {}): string {
  return Array.from({ length: count }, (_, i) => `${replaced[i + 1] ?? `line ${i + 1}`}\n`).join('')
}

export type Files = Readonly<Record<string, string | Uint8Array>>

export interface Made {
  /** The whole tree: `->target` is a symlink, `@id` a submodule, `+x text` an executable. */
  readonly files: Files
  /** Which of the commits before this one. */
  readonly parents?: readonly number[]
  readonly message?: string
  /** A tag. */
  readonly name?: string
}

/** Commits with exactly these trees and parents, by one git process; returns their ids. */
export function graph(repo: TestRepo, commits: readonly Made[]): string[] {
  const stream = commits.map((made, at) => Buffer.concat([...commitLines(made, at)]))
  const asked = commits.map((_, at) => Buffer.from(`get-mark :${at + 1}\n`))
  const options = { cwd: repo.dir, input: Buffer.concat([...stream, ...asked]) }
  const { status, stdout, stderr } = spawnSync('git', ['fast-import', '--quiet', '--force'], options)
  if (status !== 0) throw new Error(stderr.toString())
  return stdout.toString().trim().split('\n')
}

function* commitLines({ files, parents = [], message = 'made', name }: Made, at: number): Generator<Buffer> {
  const ref = name === undefined ? `refs/graph/${at}` : `refs/tags/${name}`
  yield Buffer.from(`commit ${ref}\nmark :${at + 1}\ncommitter Test <test@example.invalid> ${at} +0000\n`)
  yield data(Buffer.from(message))
  for (const [nth, parent] of parents.entries())
    yield Buffer.from(`${nth === 0 ? 'from' : 'merge'} :${parent + 1}\n`)
  yield Buffer.from('deleteall\n')
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const [mode, rest] = modeOf(bytes)
    if (mode === '160000') yield Buffer.from(`M ${mode} ${rest} ${path}\n`)
    else yield Buffer.concat([Buffer.from(`M ${mode} inline ${path}\n`), data(rest)])
  }
}

function modeOf(bytes: Buffer): [mode: string, rest: Buffer] {
  for (const [sign, mode] of [
    ['->', '120000'],
    ['@', '160000'],
    ['+x ', '100755'],
  ] as const) {
    if (bytes.subarray(0, sign.length).equals(Buffer.from(sign))) return [mode, bytes.subarray(sign.length)]
  }
  return ['100644', bytes]
}

function data(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')])
}
