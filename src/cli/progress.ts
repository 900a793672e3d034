import type { Io } from './command.ts'

export interface Progress {
  show(done: number, total: number): void
  clear(): void
}

/** A count that rewrites its own line on stderr: only where a person watches, only for work that is long. */
export function createProgress(
  { err, terminal, style }: Pick<Io, 'err' | 'terminal' | 'style'>,
  what: string,
): Progress {
  let shown = false
  return {
    show: (done, total) => {
      if (terminal === 'pipe' || total < 20) return
      shown = true
      err(`\r${style.dim(`${done}/${total} ${what}`)}`)
    },
    clear: () => {
      if (shown) err('\r\u001b[K')
      shown = false
    },
  }
}
