import { visible } from '../../report/escape.ts'

/** What a workflow command of GitHub Actions puts on lines of a file. */
export interface Annotation {
  readonly level: string
  readonly path: string
  readonly line: number
  readonly endLine: number
  readonly title: string
  readonly message: string
}

const COMMAND = /^::(error|warning|notice) ([^:]*(?:file=[^:]*))::(.*)$/gm

/** The annotations on lines that a runner would find in this log. */
export function annotationsIn(log: string): Annotation[] {
  return Array.from(log.matchAll(COMMAND), ([, level = '', given = '', message = '']) => {
    const properties = new Map(given.split(',').map((property) => splitOnce(property)))
    const said = (name: string) => visible(unescaped(properties.get(name) ?? ''))
    const line = Number(properties.get('line') ?? 1)
    return {
      level,
      path: said('file'),
      line,
      endLine: Number(properties.get('endLine') ?? line),
      title: said('title'),
      message: unescaped(message).split('\n').map(visible).join('\n'),
    }
  })
}

function splitOnce(property: string): [string, string] {
  const at = property.indexOf('=')
  return [property.slice(0, at), property.slice(at + 1)]
}

/** As the runner does: `%25` last. */
function unescaped(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%')
}
