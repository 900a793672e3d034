import { styleText } from 'node:util'

type Paint = (text: string) => string

/** How text may look where it is read. Plain functions of text: they add colour or nothing. */
export interface Style {
  readonly color: boolean
  /** Beyond ASCII: the locale says UTF-8. */
  readonly unicode: boolean
  readonly bold: Paint
  readonly dim: Paint
  readonly red: Paint
  readonly green: Paint
  readonly yellow: Paint
  readonly cyan: Paint
  readonly tick: string
  readonly cross: string
  readonly warning: string
}

export function createStyle(env: NodeJS.ProcessEnv, { isTTY }: { readonly isTTY: boolean }): Style {
  const color = wantsColor(env, isTTY)
  const unicode = isUtf8(env)
  const paint = (format: Parameters<typeof styleText>[0]): Paint =>
    color ? (text) => styleText(format, text, { validateStream: false }) : (text) => text
  return {
    color,
    unicode,
    bold: paint('bold'),
    dim: paint('dim'),
    red: paint('red'),
    green: paint('green'),
    yellow: paint('yellow'),
    cyan: paint('cyan'),
    tick: unicode ? '✔' : 'ok',
    cross: unicode ? '✘' : 'X',
    warning: unicode ? '⚠' : '!',
  }
}

function wantsColor(env: NodeJS.ProcessEnv, terminal: boolean): boolean {
  const forced = env.FORCE_COLOR
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  if ((env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb') return false
  return terminal
}

// The first of these that is not empty decides, as POSIX says. Windows has none of them in its own terminals.
function isUtf8(env: NodeJS.ProcessEnv): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG
  if (locale === undefined || locale === '') return (env.WT_SESSION ?? '') !== ''
  return /utf-?8/i.test(locale)
}
