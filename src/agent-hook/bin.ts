import { join } from 'node:path'
import { kindOf } from './kind.ts'
import type { Main } from './main.ts'
import type { Full } from './parts.ts'
import { createScripts } from './scripts.ts'
import { readStdin } from './stdio.ts'

declare const __dirname: string
declare const require: unknown

async function main(args: string[]): Promise<void> {
  const payload = readStdin()
  const scripts = createScripts(__dirname, kindOf(payload, args), require)
  const { runHook } = scripts.load('agent-main') as Main
  const full = async () => (await import(/* @vite-ignore */ join(__dirname, 'agent-full.js'))) as Full
  const exit = await runHook(args, payload, { load: (name) => scripts.load(name), full })
  scripts.keep()
  // At once: what was said is written, and node would first tidy up a heap that is to be thrown away.
  process.exit(exit)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  // 0: to many agents any other status is a refusal, and a recorder that fails must not stop them.
  process.stderr.write(`intentgate: ${error instanceof Error ? error.message : String(error)}\n`)
})
