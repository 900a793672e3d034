import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { EVENTS } from '../../../src/setup/shim.ts'
import { type Answer, repoAt, type TestRepo, temporaryFolder } from '../../support/repo.ts'

export interface Project extends TestRepo {
  /** Runs the built CLI somewhere else in the project. */
  readonly runIn: (folder: string, ...args: string[]) => Answer
  /** What `npm install` does last: the script that init put into package.json. */
  readonly install: (env?: Record<string, string>, folder?: string) => Answer
  /** Commits a change to `file` and says which hooks of the package ran, in order. */
  readonly commit: (options?: {
    cwd?: string
    args?: readonly string[]
  }) => Answer & { readonly hooks: string[] }
}

interface Shape {
  /** Folder of package.json; null = no package. */
  readonly folder?: string | null
  readonly packageJson?: string
  /** false: package.json names the gate, but it is not installed. */
  readonly installed?: boolean
}

export const PACKAGE_JSON = `{
  "name": "project",
  "devDependencies": {
    "intentgate": "1.0.0"
  }
}
`

/** A repository with one commit whose package.json installs a package with stub hooks and the real, built doors. */
export function createProject({
  folder = '',
  packageJson = PACKAGE_JSON,
  installed = true,
}: Shape = {}): Project {
  const project = projectAt(temporaryFolder())
  project.git('init', '-q', '-b', 'main')
  project.write({ '.gitignore': 'node_modules/\n' })
  if (folder !== null) {
    project.write({ [join(folder, 'package.json')]: packageJson })
    if (installed) installStub(join(project.dir, folder, 'node_modules', 'intentgate'))
  }
  project.git('add', '-A')
  project.git('commit', '-q', '-m', 'before')
  return project
}

export function projectAt(dir: string): Project {
  const repo = repoAt(dir)
  return {
    ...repo,
    runIn: (folder, ...args) => node([resolve('dist/cli.js'), ...args], join(dir, folder)),
    install: (env = {}, folder = '') => install(join(dir, folder), env),
    commit: ({ cwd = dir, args = ['-m', 'x'] } = {}) => {
      writeFileSync(join(cwd, 'file'), `${Math.random()}`)
      repo.tryGit(['add', 'file'], { cwd })
      const answer = repo.tryGit(['commit', ...args], { cwd })
      return { ...answer, hooks: hooksIn(answer.err) }
    },
  }
}

/** The events whose stub spoke. */
export function hooksIn(err: string): string[] {
  return [...err.matchAll(/^stub (\S+)/gm)].map(([, event]) => event!)
}

/** Each stub says its name, its arguments and where it was found; a file `.refuse` in the working tree makes it refuse. */
export function installStub(folder: string): void {
  mkdirSync(join(folder, 'hooks'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), readFileSync('package.json'))
  symlinkSync(resolve('dist'), join(folder, 'dist'))
  for (const event of EVENTS) {
    const stdin = event === 'pre-push' ? "sed 's/^/refs: /' >&2\n" : ''
    writeFileSync(
      join(folder, 'hooks', event),
      `echo "stub ${event} [$*] in $IG" >&2\n${stdin}[ ! -f .refuse ] || exit 1\n`,
    )
  }
}

function install(cwd: string, env: Record<string, string>): Answer {
  const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'))
  return answer(
    spawnSync('sh', ['-c', scripts.prepare ?? scripts.postinstall], {
      cwd,
      env: { ...process.env, ...env },
      input: '',
    }),
  )
}

function node(args: readonly string[], cwd: string): Answer {
  return answer(spawnSync(process.execPath, [...args], { cwd, env: process.env, input: '' }))
}

function answer(result: SpawnSyncReturns<Buffer>): Answer {
  if (result.error !== undefined) throw result.error
  return { code: result.status ?? -1, out: result.stdout.toString(), err: result.stderr.toString() }
}

/** Every file of the project with its mode and bytes, and git's settings: what uninstall has to give back. */
export function fingerprint({ dir, git }: Project, ignored: readonly string[] = []): Record<string, string> {
  const skipped = new Set(['node_modules', '.orchestration', ...ignored])
  const files: Record<string, string> = { config: git('config', '--local', '--list') }
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(dir, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (
        skipped.has(entry.name) ||
        (path.startsWith('.git/') && !path.startsWith('.git/hooks')) ||
        path.endsWith('.sample')
      )
        continue
      if (entry.isDirectory()) walk(path)
      else
        files[path] =
          `${statSync(join(dir, path)).mode.toString(8)} ${readFileSync(join(dir, path), 'latin1')}`
    }
  }
  walk('')
  return files
}

/** A hook of the user's own in git's folder. */
export function writeHook({ dir }: Project, event: string, text: string, mode = 0o755): void {
  const file = join(dir, '.git', 'hooks', event)
  writeFileSync(file, text)
  chmodSync(file, mode)
}

export function isThere({ dir }: Project, path: string): boolean {
  return existsSync(join(dir, path))
}
