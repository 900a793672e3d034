import { EXIT, type GateError } from '../../core/error.ts'
import type { Report } from '../../core/report.ts'
import { visible } from '../../report/escape.ts'
import { reporters, type Style } from '../../report/index.ts'

/** What the pusher reads behind `remote:`. Each returns the exit code of what it says. */
export interface Voice {
  /** One line that is no refusal. */
  say(text: string): void
  refuse(why: string, remedy: string): number
  /** Silent where there is nothing to say. */
  verdict(report: Report, ref: string): number
  failure(error: GateError, ref: string | undefined): void
}

const STYLE: Style = { colour: 'never', layout: 'lines', width: 100, unicode: 'no' }

export function createVoice(env: NodeJS.ProcessEnv, err: (text: string) => void): Voice {
  const print = (text: string) => err(forWeb(env, text))
  return {
    say: (text) => print(`intentgate: ${visible(text)}\n`),
    refuse(why, remedy) {
      print(`intentgate: ${visible(why)}\n  fix: ${visible(remedy)}\n`)
      return EXIT.violations
    },
    verdict(report, ref) {
      const { verdict, violations, source } = report
      if (verdict === 'pass' && violations.length === 0) return EXIT.pass
      print(`intentgate: ${visible(ref)} is held against ${source.base}\n`)
      print(reporters.text.report(report, STYLE))
      if (verdict === 'pass') return EXIT.pass
      print(`  the same at your desk: npx intentgate check --range ${source.base}..${source.head}\n`)
      return EXIT.violations
    },
    failure(error, ref) {
      if (ref !== undefined) print(`intentgate: ${visible(ref)} cannot be judged, so the push is refused\n`)
      print(reporters.text.failure(error, STYLE))
      if (error.code === 'NO_MERGE_BASE')
        print(
          '  pages or notes, with a history of their own? on the server: git config --add intentgate.ignoreRef <ref>\n',
        )
    },
  }
}

/** GitLab shows a person in the browser only the lines that begin so. */
function forWeb({ GL_ID, GL_PROTOCOL }: NodeJS.ProcessEnv, text: string): string {
  return GL_ID === undefined && GL_PROTOCOL === undefined ? text : text.replace(/^(?=.)/gm, 'GL-HOOK-ERR: ')
}
