import type { Report } from '../../core/report.ts'
import { reporters } from '../../report/index.ts'
import { createStyle } from '../style.ts'

/** What a git hook may use: git shows both outputs on stderr, and nobody can answer. */
export interface HookIo {
  readonly env: NodeJS.ProcessEnv
  err(text: string): void
  report(report: Report): void
  readonly stdin: AsyncIterable<Uint8Array>
}

export function processHookIo(): HookIo {
  const { env, stderr, stdin } = process
  const isTTY = stderr.isTTY === true
  const style = createStyle(env, { isTTY })
  const err = (text: string) => void stderr.write(text)
  return {
    env,
    err,
    stdin,
    report: (report) =>
      err(
        reporters.text.report(report, {
          colour: style.color ? 'always' : 'never',
          layout: isTTY || style.color ? 'grouped' : 'lines', // colour off a terminal was forced, for a person
          width: stderr.columns || 100, // a terminal that does not know its width says 0
          unicode: style.unicode ? 'yes' : 'no',
        }),
      ),
  }
}
