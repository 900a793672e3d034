import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyNth, structure } from '../structure/corpus.ts'

interface Mutant {
  readonly of: number
  readonly kind: string
  readonly text: string
  readonly isChange: boolean
}

/** Where the modules of the language itself are; null = there is no Python here. */
const LIBRARY = libraryFolder()

function libraryFolder(): string | null {
  const found = spawnSync('python3', ['-c', 'import os; print(os.path.dirname(os.__file__))'], {
    encoding: 'utf8',
  })
  return found.status === 0 ? found.stdout.trim() : null
}

test.skipIf(LIBRARY === null)(
  'no change of a program of Python is missed, as its own parser sees it',
  async () => {
    const folder = LIBRARY!
    const files = readdirSync(folder, { encoding: 'utf8' }).filter((name) => name.endsWith('.py'))
    const texts = everyNth(
      files.map((name) => readFileSync(join(folder, name), 'utf8')).filter((text) => text.length < 9000),
      30,
    )
    const mutants = mutantsOf(texts)
    const missed: string[] = []
    for (const { of, kind, text } of mutants.filter(({ isChange }) => isChange)) {
      const before = await structure(texts[of]!, 'a.py')
      const after = await structure(text, 'a.py').catch(() => null)
      if (after?.hash != null && after.hash === before.hash) missed.push(`${kind}\n${text}`)
    }
    expect(missed).toEqual([])
    expect(mutants.filter(({ isChange }) => isChange).length).toBeGreaterThan(400)
  },
)

function mutantsOf(texts: readonly string[]): Mutant[] {
  const input = JSON.stringify({ seed: 20261130, count: 120, texts })
  const lines = execFileSync('python3', ['bench/support/mutants.py'], { input, maxBuffer: 1 << 30 })
  return lines
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
