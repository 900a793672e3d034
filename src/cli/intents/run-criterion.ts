import { spawn } from 'node:child_process'

export interface CriterionRun {
  readonly command: string
  /** Absolute. */
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  /** Gets what the command prints, as it comes. */
  show(text: string): void
}

export interface CriterionEnd {
  /** As a shell says it: 128 and the signal's number where a signal ended it. */
  readonly exit: number
  readonly seconds: number
}

const BY_SIGNAL = 128

/** Runs a `run:` criterion in the system's shell, to its end. */
export async function runCriterion({ command, cwd, env, signal, show }: CriterionRun): Promise<CriterionEnd> {
  const started = performance.now()
  const child = spawn(command, { shell: true, cwd, env, signal, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', show)
  const exit = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? BY_SIGNAL))
  })
  return { exit, seconds: Math.round(performance.now() - started) / 1000 }
}
