import { homedir } from 'node:os'
import { join } from 'node:path'
import type { GitWords } from '../git/words.ts'
import { readBytes } from './change.ts'
import { type Check, failure, ok, warning } from './checkup.ts'

const GIT = '2.38'
const NODE = '20.19'

/** git and node, and what in this environment changes how hooks run. */
export async function checkEnvironment(git: GitWords, env: NodeJS.ProcessEnv): Promise<Check[]> {
  return [
    checkVersion({
      id: 'git',
      found: await git.run('version'),
      least: GIT,
      why: 'an older git cannot redo a merge',
    }),
    checkVersion({ id: 'node', found: process.version, least: NODE, why: 'the hooks run on node' }),
    ...checkHuskySwitch(env),
    ...(await checkConfiguredHooks(git)),
  ]
}

interface Version {
  readonly id: string
  readonly found: string
  readonly least: string
  readonly why: string
}

/** Is the first version number in `found` at least `least`? */
export function checkVersion({ id, found, least, why }: Version): Check {
  const version = /\d+\.\d+[\w.]*/.exec(found)?.[0] ?? found
  if (!isOlder(version, least)) return ok(id, id, version)
  return failure(id, id, { detail: `${version}; ${why}`, remedy: `install ${id} ${least} or newer` })
}

function isOlder(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number)
  return major < leastMajor || (major === leastMajor && minor < leastMinor)
}

function checkHuskySwitch(env: NodeJS.ProcessEnv): Check[] {
  const checks: Check[] = []
  if (env.HUSKY === '0') {
    const remedy = 'unset HUSKY, then: npx intentgate prepare'
    checks.push(
      warning('husky-off', 'HUSKY=0', {
        detail: 'hooks are not installed, and those of husky do not run',
        remedy,
      }),
    )
  }
  const rc = join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'husky', 'init.sh')
  if (/\bHUSKY=0\b/.test(readBytes(rc) ?? '')) {
    checks.push(
      warning('husky-rc', 'HUSKY=0', {
        detail: `${rc} switches husky's hooks off`,
        remedy: `take HUSKY=0 out of ${rc}`,
      }),
    )
  }
  return checks
}

// git >= 2.54 also runs commands from its configuration; an older one ignores these settings.
async function checkConfiguredHooks(git: GitWords): Promise<Check[]> {
  const answer = await git.ask('config', '-z', '--name-only', '--get-regexp', '^hook\\.')
  const names = [...new Set((answer ?? '').split('\0').filter((name) => name !== ''))]
  if (names.length === 0) return []
  return [
    ok(
      'configured-hooks',
      'hook.*',
      `git 2.54 and newer also runs hooks from its configuration: ${names.join(', ')}`,
    ),
  ]
}
