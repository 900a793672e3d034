import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { GatedRepo } from '../support/gated-repo.ts'
import { createRepo, repoAt, type TestRepo, temporaryFolder } from '../support/repo.ts'
import { runAction, type Step, type StepRun } from '../support/runner.ts'

/** A bare repository that serves as GitHub's does: by commit id, by depth, and filtered. */
export interface Forge {
  readonly bare: TestRepo
  readonly url: string
  /** `git push --force` of these refspecs; no hook runs. */
  push(...refspecs: readonly string[]): void
  /** The event file of that name in test/fixtures/events, with this forge's address and what `changes` says. */
  event(name: string, changes?: Json): Json
}

export interface Json {
  readonly [key: string]: Json | string | number | boolean | null | undefined
}

export const PULL = 'refs/pull/7'

export function forgeOf(repo: GatedRepo, ...initArgs: readonly string[]): Forge {
  const bare = repoAt(temporaryFolder())
  bare.git('init', '-q', '--bare', '-b', 'main', ...initArgs)
  for (const setting of ['allowAnySHA1InWant', 'allowFilter'])
    bare.git('config', `uploadpack.${setting}`, 'true')
  const url = pathToFileURL(bare.dir).href
  return {
    bare,
    url,
    push: (...refspecs) =>
      void repo.git('-c', 'core.hooksPath=/dev/null', 'push', '-q', '--force', url, ...refspecs),
    event: (name, changes = {}) =>
      merged(merged(eventFile(name), { repository: { clone_url: url } }), changes),
  }
}

export function eventFile(name: string): Json {
  return JSON.parse(readFileSync(`test/fixtures/events/${name}.json`, 'utf8'))
}

export function merged(into: Json, changes: Json): Json {
  const pairs = Object.entries(changes).map(([key, value]) => {
    const old = into[key]
    const isBoth = isObject(old) && isObject(value)
    return [key, isBoth ? merged(old, value) : value] as const
  })
  return { ...into, ...Object.fromEntries(pairs) }
}

function isObject(value: Json[string]): value is Json {
  return typeof value === 'object' && value !== null
}

export interface Opened {
  readonly forge: Forge
  /** A pull request's step; `merge` is what GITHUB_SHA says. */
  readonly step: Step
  readonly merge: string
}

/** Pushes both branches and makes the two refs of pull request 7, as GitHub does: where they conflict, there is no merge. */
export function openPullRequest(
  repo: GatedRepo,
  { base = 'main', head = 'topic', action = 'opened', changes = {} as Json, forge = forgeOf(repo) } = {},
): Opened {
  const [onto, tip] = [repo.git('rev-parse', base), repo.git('rev-parse', head)]
  const isClean = repo.tryGit(['merge-tree', '--write-tree', onto, tip]).code === 0
  const merge = isClean ? mergeCommit(repo, onto, tip) : onto
  forge.push(`${onto}:refs/heads/${base}`, `${tip}:refs/heads/${head}`, `${tip}:${PULL}/head`)
  if (isClean) forge.push(`${merge}:${PULL}/merge`)
  const ends = { head: { sha: tip, ref: head }, base: { sha: onto, ref: base } }
  const commits = Number(repo.git('rev-list', '--count', `${onto}..${tip}`))
  const payload = forge.event(
    `pull_request.${action}`,
    merged({ pull_request: { ...ends, commits } }, changes),
  )
  return { forge, merge, step: { event: 'pull_request', payload, sha: merge } }
}

/** The commit that a forge makes of the two, with those parents; a squash has one. */
export function mergeCommit(repo: TestRepo, base: string, head: string, parents = [base, head]): string {
  const tree = repo.git('merge-tree', '--write-tree', base, head)
  return repo.git('commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-m', 'By the forge')
}

export interface Outcome {
  readonly code: number
  /** `severity rule path`, in the report's order; a check that could not judge has its code alone. */
  readonly said: readonly string[]
}

/** What a step comes to, in short. */
export function outcomeOf(run: StepRun): Outcome {
  const { violations, error } = reportOf(run)
  const said = violations.map(({ severity, rule, path }) => `${severity} ${rule} ${path ?? '-'}`)
  return { code: run.code, said: error === undefined ? said : [error.code] }
}

export interface JsonReport {
  readonly verdict: string
  readonly bootstrap?: boolean
  readonly mode?: string
  readonly source: {
    readonly base: string
    readonly head: string
    readonly mergeBase: string
    readonly policy: string | null
  }
  readonly checked: number
  readonly notes?: readonly string[]
  readonly violations: readonly { severity: string; rule: string; path: string | null }[]
  readonly error?: { readonly code: string; readonly message: string; readonly remedy: string }
}

export function reportOf(run: StepRun): JsonReport {
  const path = run.outputs.report
  if (path === undefined) throw new Error(`no report: ${run.out}${run.err}`)
  return JSON.parse(readFileSync(path, 'utf8'))
}

export function judge(step: Step): Outcome {
  return outcomeOf(runAction(step))
}

export const PASSED: Outcome = { code: 0, said: [] }

/** A repository of no gate, whose history has nothing to do with any other. */
export function strangers(): TestRepo {
  const repo = createRepo()
  repo.write({ 'README.md': 'Another.\n' })
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'Another')
  return repo
}
