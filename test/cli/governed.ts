import { main } from '../../src/cli/main.ts'
import { fakeIo } from '../support/io.ts'
import { createRepo, type TestRepo } from '../support/repo.ts'

export const intents = `active_intents:
  - id: INT-000
    name: Visitors feel at home
    status: IN_PROGRESS
    owned_scope: [docs/purpose.md]
    level: 1
  - id: INT-001
    name: Greet visitors by name
    status: IN_PROGRESS
    owned_scope: ["src/greet/**"]
    level: 4
    parent: INT-000
  - id: INT-002
    name: Invoices
    status: PLANNED
    owned_scope: ["src/billing/**"]
`

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface Governed extends TestRepo {
  /** Runs a command in-process, in the repository. */
  cli(...argv: string[]): Promise<Ran>
  cliIn(folder: string, env: NodeJS.ProcessEnv, ...argv: string[]): Promise<Ran>
}

/** A repository that declares intents and has one commit; no hooks, so that nothing but the command judges. */
export function governed(files: Record<string, string> = {}): Governed {
  const repo = createRepo()
  const cliIn: Governed['cliIn'] = async (folder, env, ...argv) => {
    const io = fakeIo(`${repo.dir}${folder}`, { env: { LC_ALL: 'C.UTF-8', ...env } })
    const code = await main(argv, io)
    return { code, ...io.seen }
  }
  repo.write({ '.orchestration/active_intents.yaml': intents, ...files })
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'Declare the intents')
  return { ...repo, cliIn, cli: (...argv) => cliIn('', {}, ...argv) }
}

/** Writes a file as an agent would, traced, and stages it with its record. */
export async function writeTraced(repo: Governed, path: string, content: string): Promise<void> {
  repo.write({ [path]: content })
  const { code, err } = await repo.cli(
    'record',
    '--by',
    'ai',
    '--model',
    'test/model',
    '--intent',
    'INT-001',
    '--stage',
    '--',
    path,
  )
  if (code !== 0) throw new Error(err)
  repo.git('add', path)
}
