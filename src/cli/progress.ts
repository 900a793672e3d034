import type { Io } from './command.ts'

export interface Progress {
  /** Does anybody watch? Else nothing need be counted. */
  readonly isSeen: boolean
  show(done: number, total: number): void
  clear(): void
}

/** A count that rewrites its own line on stderr: only where a person watches, only for work that is long. */
export function createProgress(
  { err, terminal, style }: Pick<Io, 'err' | 'terminal' | 'style'>,
  what: string,
): Progress {
  let shown = false
  const isSeen = terminal !== 'pipe'
  return {
    isSeen,
    show: (done, total) => {
      if (!isSeen || total < 20) return
      shown = true
      err(`\r${style.dim(`${done}/${total} ${what}`)}`)
    },
    clear: () => {
      if (shown) err('\r\u001b[K')
      shown = false
    },
  }
}
