import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { isErrno } from './errno.ts'

/** What came of the acceptance criteria, for exactly this content and these criteria. */
const Acceptance = z.object({
  version: z.literal(1),
  intent: z.string(),
  /** git's id of the tree it was tried on, without `.orchestration/`. */
  tree: z.string(),
  /** SHA-256 of the criteria. */
  criteria: z.string(),
  at: z.string(),
  runs: z.array(z.object({ run: z.string(), exit: z.number(), seconds: z.number() })),
  /** Those in words; null = nobody was there to say. */
  answers: z.array(z.object({ criterion: z.string(), answer: z.nullable(z.enum(['yes', 'no'])) })),
})
export type Acceptance = z.infer<typeof Acceptance>

/** In the git directory, never in the tree: what a change says of its own tests is a claim that nobody can hold against it. */
function fileOf(state: string, id: string): string {
  return join(state, 'acceptance', `${id}.json`)
}

export function readAcceptance(state: string, id: string): Acceptance | null {
  try {
    return Acceptance.safeParse(JSON.parse(readFileSync(fileOf(state, id), 'utf8'))).data ?? null
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR') || error instanceof SyntaxError) return null
    throw error
  }
}

export function writeAcceptance(state: string, acceptance: Acceptance): void {
  const file = fileOf(state, acceptance.intent)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(acceptance, null, 2)}\n`)
}
