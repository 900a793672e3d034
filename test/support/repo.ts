import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

export interface Answer {
  readonly code: number
  readonly out: string
  readonly err: string
}

const cli = resolve('dist/cli.js')

/** A real repository in a temporary folder, removed when the test ends. */
export interface TestRepo {
  readonly dir: string
  /** Runs git and throws on failure; trimmed stdout. */
  git(...args: string[]): string
  /** Runs git and returns whatever came of it. */
  tryGit(
    args: readonly string[],
    options?: {
      readonly env?: Record<string, string>
      readonly input?: string | Uint8Array
      readonly cwd?: string
    },
  ): Answer
  /** Writes files, making folders; null removes. */
  write(files: Record<string, string | Uint8Array | null>): void
  read(path: string): string
  /** Runs the built CLI in the repository. */
  run(...args: string[]): Answer
}

function answer(result: SpawnSyncReturns<Buffer>): Answer {
  if (result.error !== undefined) throw result.error
  return { code: result.status ?? -1, out: result.stdout.toString(), err: result.stderr.toString() }
}

export function temporaryFolder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'intentgate-test-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Wraps a folder that already is (or will become) a repository. */
export function repoAt(dir: string): TestRepo {
  const tryGit: TestRepo['tryGit'] = (args, options = {}) =>
    answer(
      spawnSync('git', [...args], {
        cwd: options.cwd ?? dir,
        env: { ...process.env, ...options.env },
        input: options.input ?? '',
      }),
    )
  return {
    dir,
    tryGit,
    git(...args) {
      const result = tryGit(args)
      if (result.code !== 0)
        throw new Error(`git ${args.join(' ')} → ${result.code}\n${result.out}${result.err}`)
      return result.out.trim()
    },
    write(files) {
      for (const [path, content] of Object.entries(files)) {
        const file = join(dir, path)
        if (content === null) rmSync(file, { recursive: true, force: true })
        else {
          mkdirSync(dirname(file), { recursive: true })
          writeFileSync(file, content)
        }
      }
    },
    read: (path) => readFileSync(join(dir, path), 'utf8'),
    run: (...args) =>
      answer(spawnSync(process.execPath, [cli, ...args], { cwd: dir, env: process.env, input: '' })),
  }
}

/** `git init` with one branch `main`. */
export function createRepo(...initArgs: string[]): TestRepo {
  const repo = repoAt(temporaryFolder())
  repo.git('init', '-q', '-b', 'main', ...initArgs)
  return repo
}
