import { isAbsolute, posix } from 'node:path'
import { GateError } from '../core/error.ts'
import { decodePath } from '../core/path.ts'
import type { Repository } from './types.ts'

const STATUS = [
  'status',
  '--porcelain=v2',
  '-z',
  '--untracked-files=all', // by file, not by folder
  '--no-renames',
  '--ignore-submodules=dirty', // a submodule's own uncommitted work is not what its superproject would commit
]

/**
 * Every path that differs between HEAD and the index or the working tree, untracked files included, ignored ones not.
 * `pathspecs` are literal, relative to the current folder; none = everywhere. Throws USAGE for a path outside.
 */
export async function changedPaths(repo: Repository, pathspecs: readonly string[]): Promise<string[]> {
  const specs = pathspecs.map((spec) => fromTop(repo, spec))
  const { stdout } = await repo.git([...STATUS, '--', ...specs])
  return parseStatus(stdout)
}

function fromTop({ prefix }: Repository, spec: string): string {
  const path = isAbsolute(spec) ? spec : posix.join(prefix, spec)
  const isOutside = path === '..' || path.startsWith('../')
  if (spec === '' || isOutside) {
    throw new GateError('USAGE', {
      message: `'${spec}' is not a path in this repository`,
      remedy: 'name files or folders below the repository, relative to the current folder',
    })
  }
  return path
}

/** Kind, and then as many words as stand before the path: modes, ids and the like. */
const LINE = /^(?:1(?: \S+){7}|u(?: \S+){9}|\?) /

/** Reads `git status --porcelain=v2 -z --no-renames`. */
export function parseStatus(output: Buffer): string[] {
  const paths: string[] = []
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0, at)
    const before = LINE.exec(output.toString('latin1', at, end))?.[0]
    if (end === -1 || before === undefined) throw unexpected(output, at)
    // A repository inside this one that is no submodule yet is listed as a folder.
    paths.push(decodePath(output.subarray(at + before.length, end)).replace(/\/$/, ''))
    at = end + 1
  }
  return paths
}

function unexpected(output: Buffer, at: number): GateError {
  return new GateError('GIT_OUTPUT', {
    command: 'status',
    detail: JSON.stringify(output.toString('latin1', at, at + 120)),
  })
}
