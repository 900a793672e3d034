import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { inject } from 'vitest'
import type { Target } from '../../src/index.ts'
import { createCliThread } from './cli-thread.ts'
import { type Answer, repoAt, type TestRepo, temporaryFolder } from './repo.ts'

/** A repository that is governed: the package linked, `init` done, intents committed, the real hooks on. */
export interface GatedRepo extends TestRepo {
  /** Runs the built CLI below `cwd`, with variables of its own. */
  cli(
    args: readonly string[],
    options?: { readonly cwd?: string; readonly env?: Record<string, string> },
  ): Answer
  /** `intentgate record …` in this process: traces what changed in the working tree, as an agent. Throws unless it exits 0; its stdout. */
  record(...args: string[]): string
  /** Writes the files and records them: what an agent does. */
  trace(files: Record<string, string | Uint8Array | null>, ...recordArgs: string[]): void
  /** `git commit …` through the hooks; `-m work` unless the arguments bring a message of their own. */
  commit(...args: string[]): Answer
  /** Traces the files, stages them and commits. Throws if the gate refuses; the new commit's id. */
  commitTraced(files: Record<string, string | Uint8Array | null>, message?: string): string
  /** Writes active_intents.yaml; neither staged nor committed. */
  intents(yaml: string): void
  /** Writes policy.yaml; neither staged nor committed. */
  policy(yaml: string): void
  /** `intentgate check …` as CI runs it. */
  check(...args: string[]): Answer
  /** What CI says of `base..head`, as one net change and commit by commit. */
  landing(base?: string, head?: string): Promise<Landing>
}

/** `severity rule path` per finding, in the report's order; after `refused` where the check does not pass. */
export interface Landing {
  readonly net: readonly string[]
  readonly each: readonly string[]
}

export interface Shape {
  readonly layout?: 'direct' | 'husky'
  readonly objects?: 'sha1' | 'sha256'
  /** Of package.json and node_modules; default: the root. */
  readonly folder?: string
  /** active_intents.yaml; default: INT-001 owns src/**. */
  readonly intents?: string
  /** policy.yaml; default: as init writes it. */
  readonly policy?: string
  /** More files from before the adoption. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
}

/** The tags of what every gated repository starts with. */
export const BEFORE = 'before'
export const ADOPTED = 'adopted'

export const INTENTS = `active_intents:
  - id: INT-001
    name: Work on the sources
    status: IN_PROGRESS
    owned_scope: ["src/**"]
`

/** `src/app.ts` as it was before the adoption: 24 lines that differ from each other. */
export const APP = Array.from({ length: 24 }, (_, at) => `export const item${at + 1} = ${at + 1}\n`).join('')

/** A text with some of its lines (counted from 1) replaced; an empty text removes the line, several lines insert. */
export function edit(text: string, lines: Readonly<Record<number, string>>): string {
  return text
    .split(/(?<=\n)/)
    .map((line, at) => lines[at + 1] ?? line)
    .join('')
}

/** A fresh copy: `before` (src/app.ts, README.md) and `adopted` (the gate) are tags on the branch `main`. */
export function gatedRepo(shape: Shape = {}): GatedRepo {
  const dir = temporaryFolder()
  cpSync(templateOf(shape), dir, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  const repo = gatedRepoAt(dir)
  // husky's folder is named absolutely, so that worktrees are covered: a copy has one of its own.
  if (shape.layout === 'husky')
    repo.git('config', 'core.hooksPath', join(dir, shape.folder ?? '', '.husky/_'))
  return repo
}

/** Wraps a folder that is such a repository already: a clone, a worktree. */
export function gatedRepoAt(dir: string): GatedRepo {
  const repo = repoAt(dir)
  const cli: GatedRepo['cli'] = (args, { cwd = dir, env = {} } = {}) => {
    const result = spawnSync(process.execPath, [resolve('dist/cli.js'), ...args], {
      cwd,
      env: { ...process.env, ...env },
      input: '',
    })
    if (result.error !== undefined) throw result.error
    return { code: result.status ?? -1, out: result.stdout.toString(), err: result.stderr.toString() }
  }
  const check: GatedRepo['check'] = (...args) => cli(['check', ...args], { env: { CI: 'true' } })
  const gated: GatedRepo = {
    ...repo,
    cli,
    check,
    record: (...args) => orThrow('record', runRecord(dir, args)).out,
    trace(files, ...recordArgs) {
      repo.write(files)
      gated.record(...recordArgs)
    },
    commit: (...args) => repo.tryGit(['commit', ...(bringsMessage(args) ? [] : ['-m', 'work']), ...args]),
    commitTraced(files, message = 'work') {
      gated.trace(files)
      repo.git('add', '-A')
      orThrow('git commit', gated.commit('-m', message))
      return repo.git('rev-parse', 'HEAD')
    },
    intents: (yaml) => repo.write({ '.orchestration/active_intents.yaml': yaml }),
    policy: (yaml) => repo.write({ '.orchestration/policy.yaml': yaml }),
    landing: async (base = ADOPTED, head = 'HEAD') => ({
      net: await findings(dir, { kind: 'range', base, head, commits: 'net' }),
      each: await findings(dir, { kind: 'range', base, head, commits: 'each' }),
    }),
  }
  return gated
}

let thread: ReturnType<typeof createCliThread> | null = null

// Most of what these tests do is recording: half a second each would be most of their time.
function runRecord(cwd: string, args: readonly string[]): Answer {
  thread ??= createCliThread()
  return thread({ argv: ['record', ...args], cwd, env: process.env })
}

function orThrow(what: string, answer: Answer): Answer {
  if (answer.code !== 0) throw new Error(`${what} → ${answer.code}\n${answer.out}${answer.err}`)
  return answer
}

function bringsMessage(args: readonly string[]): boolean {
  return args.some((arg) => /^(?:-m|-F|-C|-c|--message|--file|--no-edit|--fixup|--squash)(?:=|$)/.test(arg))
}

/** The built library, in this process: a check through the command line would cost half a second each time. */
async function findings(dir: string, what: Target): Promise<string[]> {
  const { check }: typeof import('../../src/index.ts') = await import(resolve('dist/index.js'))
  const { verdict, violations } = await check(dir, { what, place: 'ci' })
  const said = violations.map(({ severity, rule, path }) => `${severity} ${rule} ${path ?? '-'}`)
  return verdict === 'pass' ? said : ['refused', ...said]
}

/** Made once per run and kind, by whichever test comes first. */
function templateOf(shape: Shape): string {
  const key = createHash('sha1').update(JSON.stringify(shape)).digest('hex').slice(0, 12)
  const template = join(inject('templates'), key)
  if (existsSync(template)) return template
  const draft = mkdtempSync(join(inject('templates'), 'draft-'))
  fillTemplate(draft, shape)
  try {
    renameSync(draft, template)
  } catch (error) {
    // Another worker was first.
    if (!existsSync(template)) throw error
    rmSync(draft, { recursive: true })
  }
  return template
}

function fillTemplate(
  dir: string,
  { layout = 'direct', objects = 'sha1', folder = '.', ...given }: Shape,
): void {
  const repo = gatedRepoAt(dir)
  repo.git('init', '-q', '-b', 'main', `--object-format=${objects}`)
  const manifest = { name: 'project', devDependencies: { intentgate: '1.0.0' } }
  repo.write({
    '.gitignore': 'node_modules/\n',
    'README.md': 'A project.\n',
    'src/app.ts': APP,
    [join(folder, 'package.json')]: `${JSON.stringify(manifest, null, 2)}\n`,
    ...given.files,
  })
  mkdirSync(join(dir, folder, 'node_modules'))
  symlinkSync(resolve('.'), join(dir, folder, 'node_modules', 'intentgate'))
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'Before the gate')
  repo.git('tag', BEFORE)
  orThrow('init', repo.cli(['init', '--yes', '--hooks', layout]))
  repo.intents(given.intents ?? INTENTS)
  if (given.policy !== undefined) repo.policy(given.policy)
  repo.git('add', '-A')
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'Adopt the gate')
  // Judged, so that this working tree is one that has seen commits before.
  repo.git('commit', '-q', '--allow-empty', '-m', 'The first judged commit')
  repo.git('tag', ADOPTED)
  for (const name of readdirSync(join(dir, '.git/hooks')))
    if (name.endsWith('.sample')) rmSync(join(dir, '.git/hooks', name))
}
