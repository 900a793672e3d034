import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { governed, writeTraced } from '../../cli/governed.ts'
import { repoAt, type TestRepo, temporaryFolder } from '../../support/repo.ts'

/** A project with its pull request, on a server of bare repositories. */
export interface Published {
  /** The folder that is served; the project is `project.git` in it. */
  readonly root: string
  /** file:// */
  readonly url: string
  readonly server: TestRepo
  readonly base: string
  readonly head: string
}

export interface Project extends TestRepo {
  /** A write that is traced and staged; no commit. */
  trace(path: string, content: string): Promise<void>
  /** A commit whose change is traced, as an agent's work is; its id. */
  traced(path: string, content: string, message?: string): Promise<string>
  /** A commit that nobody traced; its id. */
  untraced(path: string, content: string): string
  /** So many commits on the current branch, one line each at the end of `path`. */
  advance(count: number, path?: string): void
  merge(name: string, ...options: string[]): void
  /** Pushes all branches; `main` is the base, `pr` the head. */
  publish(): Published
}

export const SOURCE = 'src/greet/hello.js'
export const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
const LINES = Array.from({ length: 12 }, (_, at) => `export const line${at} = ${at}`)

/** Twelve lines, some of them replaced. */
export function edited(replaced: Readonly<Record<number, string>> = {}): string {
  return text(LINES.map((line, at) => replaced[at] ?? line))
}

export function project(): Project {
  const repo = governed({ [SOURCE]: edited(), 'README.md': 'A project.\n' })
  const head = () => repo.git('rev-parse', 'HEAD')
  return {
    ...repo,
    trace: (path, content) => writeTraced(repo, path, content),
    async traced(path, content, message = 'work') {
      await writeTraced(repo, path, content)
      repo.git('commit', '-q', '-m', message)
      return head()
    },
    untraced(path, content) {
      repo.write({ [path]: content })
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'work')
      return head()
    },
    advance(count, path = 'docs/log.txt') {
      importCommits(repo, count, path)
      repo.git('reset', '-q', '--hard')
    },
    merge: (name, ...options) => void repo.git('merge', '-q', '--no-ff', '-m', 'merge', ...options, name),
    publish: () => published(repo),
  }
}

function importCommits(repo: TestRepo, count: number, path: string): void {
  const branch = repo.git('symbolic-ref', 'HEAD')
  // Not older than its parents: with dates that run backwards git takes old commits for new ones.
  const now = Number(repo.git('log', '-1', '--format=%ct'))
  const commits = Array.from({ length: count }, (_, at) => {
    const content = Array.from({ length: at + 1 }, (_, line) => `${path} ${line}\n`).join('')
    const from = at === 0 ? `from ${branch}^0\n` : ''
    const committer = `committer Test <test@example.invalid> ${now + at} +0000`
    return `commit ${branch}\n${committer}\ndata 4\nwork\n${from}M 100644 inline ${path}\ndata ${content.length}\n${content}\n`
  })
  const { status, stderr } = spawnSync('git', ['fast-import', '--quiet'], {
    cwd: repo.dir,
    input: commits.join(''),
  })
  if (status !== 0) throw new Error(stderr.toString())
}

let template: string | null = null

afterAll(() => {
  if (template !== null) rmSync(template, { recursive: true })
})

/** A pull request of one traced commit, as is its base's; `refs/pull/7/merge` is the forge's merge of the two. Made once per file. */
export async function pullRequest(): Promise<Published> {
  template ??= await makePullRequest()
  const root = temporaryFolder()
  cpSync(template, root, { recursive: true })
  return publishedIn(root, ['refs/heads/main', 'refs/pull/7/head'])
}

async function makePullRequest(): Promise<string> {
  const repo = project()
  repo.advance(60)
  repo.git('checkout', '-q', '-b', 'pr')
  await repo.traced(SOURCE, edited({ 1: 'one' }))
  repo.git('checkout', '-q', 'main')
  await repo.traced(SOURCE, edited({ 10: 'two' }))
  repo.git('checkout', '-q', '-b', 'merge')
  repo.merge('pr')
  const { root, server } = repo.publish()
  server.git('update-ref', 'refs/pull/7/merge', 'refs/heads/merge')
  server.git('branch', '-D', 'merge')
  const kept = mkdtempSync(join(tmpdir(), 'intentgate-test-'))
  cpSync(root, kept, { recursive: true })
  return kept
}

function publishedIn(root: string, [base, head]: readonly [string, string]): Published {
  const dir = join(root, 'project.git')
  const server = repoAt(dir)
  return {
    root,
    url: `file://${dir}`,
    server,
    base: server.git('rev-parse', base),
    head: server.git('rev-parse', head),
  }
}

function published(repo: TestRepo): Published {
  const root = temporaryFolder()
  const dir = join(root, 'project.git')
  repo.git('clone', '-q', '--bare', repo.dir, dir)
  const server = repoAt(dir)
  server.git('config', 'uploadpack.allowFilter', 'true')
  // As on a forge: the head of a fork's pull request is on no branch.
  server.git('update-ref', 'refs/pull/7/head', 'refs/heads/pr')
  server.git('update-ref', '-d', 'refs/heads/pr')
  server.git('symbolic-ref', 'HEAD', 'refs/heads/main')
  return publishedIn(root, ['refs/heads/main', 'refs/pull/7/head'])
}

/** `git clone` with these options, of the base branch and the pull request's head as far as the options let. */
export function cloneOf({ url }: Published, ...options: readonly string[]): TestRepo {
  const dir = join(temporaryFolder(), 'clone')
  const clone = repoAt(dir)
  const { code, err } = clone.tryGit(['clone', '-q', ...options, url, dir], { cwd: '/' })
  if (code !== 0) throw new Error(err)
  const depth = options.filter((option) => /^--(?:depth|filter)/.test(option))
  clone.git('fetch', '-q', ...depth, 'origin', '+refs/pull/7/head:refs/remotes/pull/7/head')
  clone.git('checkout', '-q', 'refs/remotes/pull/7/head')
  return clone
}
