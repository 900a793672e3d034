import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { gatedRepo } from '../../support/gated-repo.ts'
import { temporaryFolder } from '../../support/repo.ts'
import { ledger } from './agent.ts'

const SESSION = '5dbeea7e-c65d-43f9-9ecc-a07b1998afa0'

test('Copilot’s model is the one that its log names last, and unknown before there is a log', () => {
  const repo = gatedRepo()
  const home = temporaryFolder()
  const folder = join(home, '.copilot/session-state', SESSION)
  mkdirSync(folder, { recursive: true })
  const tell = (event: string, path: string) => {
    const payload = { sessionId: SESSION, cwd: repo.dir, toolName: 'create', toolArgs: { path } }
    const { status, stderr } = spawnSync(
      process.execPath,
      [resolve('dist/agent.cjs'), 'copilot-cli', '--event', event],
      { cwd: repo.dir, input: JSON.stringify(payload), env: { ...process.env, HOME: home } },
    )
    if (status !== 0) throw new Error(stderr.toString())
  }
  const write = (path: string) => {
    tell('preToolUse', path)
    repo.write({ [path]: 'x\n' })
    tell('postToolUse', path)
  }
  const logs = (...lines: object[]) =>
    writeFileSync(join(folder, 'events.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const start = { type: 'session.start', data: { selectedModel: 'vendor-1' } }
  write('src/a.ts')
  logs(start, { type: 'user.message', data: { content: 'say "model":"nonsense"' } })
  write('src/b.ts')
  logs(start, { type: 'assistant.message', data: { model: 'vendor-2' } })
  write('src/c.ts')
  const models = ledger(repo).flatMap(({ files }) =>
    files.map(({ path, conversations: [said] }) => [path, said!.contributor.model_id]),
  )
  expect(Object.fromEntries(models)).toEqual({
    'src/a.ts': undefined,
    'src/b.ts': 'vendor-1',
    'src/c.ts': 'vendor-2',
  })
})
