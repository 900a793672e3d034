import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { gatedRepo } from '../../support/gated-repo.ts'
import { claudeCode, ledger } from './agent.ts'

/** One hook process; killed after so many milliseconds, if it still runs. */
async function tell(dir: string, payload: object, killAfter: number | null): Promise<'done' | 'killed'> {
  const child = spawn(process.execPath, [resolve('dist/cli.js'), 'hook', 'claude-code'], {
    cwd: dir,
    stdio: 'pipe',
  })
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(payload))
  const timer = killAfter === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfter)
  await once(child, 'close')
  if (timer !== null) clearTimeout(timer)
  return child.signalCode === null ? 'done' : 'killed'
}

test('six agents write at once and their hooks are killed at random: no line is lost, torn or twice there', async () => {
  const repo = gatedRepo()
  mkdirSync(join(repo.dir, 'src'), { recursive: true })
  const sure: string[] = []
  await Promise.all(
    Array.from({ length: 6 }, async (_, session) => {
      claudeCode(repo, { session: `s${session}` }).select('INT-001')
      for (let call = 0; call < 4; call++) {
        const path = `src/s${session}-${call}.ts`
        const told = {
          session_id: `s${session}`,
          cwd: repo.dir,
          tool_name: 'Write',
          tool_use_id: `${call}`,
          tool_input: { file_path: join(repo.dir, path) },
        }
        await tell(repo.dir, { ...told, hook_event_name: 'PreToolUse' }, null)
        writeFileSync(join(repo.dir, path), `${session} ${call}\n`)
        const killAfter = call % 2 === 0 ? null : 150 + Math.random() * 600
        const came = await tell(repo.dir, { ...told, hook_event_name: 'PostToolUse' }, killAfter)
        if (came === 'done') sure.push(path)
      }
    }),
  )
  const paths = ledger(repo).flatMap(({ files }) => files.map(({ path }) => path))
  expect(new Set(paths).size).toBe(paths.length)
  expect(sure.filter((path) => !paths.includes(path))).toEqual([])
  expect(repo.run('ledger', 'verify')).toMatchObject({ code: 0 })
})
