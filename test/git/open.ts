import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { GateError } from '../../src/core/error.ts'
import { openRepository } from '../../src/git/repository.ts'
import type { Repository } from '../../src/git/types.ts'

/** Opens, as a hook with these variables would, and closes when the test ends. */
export async function open(dir: string, env: Record<string, string> = {}): Promise<Repository> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const repo = await openRepository(dir)
  onTestFinished(() => repo.close())
  return repo
}

/** The code of the GateError that this fails with; anything else is thrown on. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof GateError) return error.code
    throw error
  }
  return 'no error'
}

/** Every file below a folder with its size and time: equal before and after means that nothing was written. */
export function fingerprint(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return names
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const { size, mtimeMs } = statSync(file)
      return `${file} ${size} ${mtimeMs}`
    })
    .sort()
}
