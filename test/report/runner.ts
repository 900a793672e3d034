/** What CI systems make of a log, as their sources say: which lines they take for commands. */
export interface Command {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly data: string
}

export function commandsIn(output: string): Command[] {
  return linesOf(output).flatMap((line) => parseCommand(line) ?? parseOldCommand(line) ?? [])
}

// A runner reads a line at a time; .NET ends one at \r, \n and \r\n. The rest is what other readers split at.
export function linesOf(output: string): string[] {
  return output.split(/\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/)
}

/** `::name key=value,key=value::data`, after any leading space. */
function parseCommand(line: string): Command | null {
  const trimmed = line.trimStart()
  const end = trimmed.startsWith('::') ? trimmed.indexOf('::', 2) : -1
  if (end === -1) return null
  const head = trimmed.slice(2, end)
  const space = head.indexOf(' ')
  const name = space === -1 ? head : head.slice(0, space)
  const pairs =
    space === -1
      ? []
      : head
          .slice(space + 1)
          .trim()
          .split(',')
  const properties = Object.fromEntries(
    pairs.map((pair) => pair.split(/=(.*)/s)).map(([key = '', value = '']) => [key, unescapeProperty(value)]),
  )
  return { name, properties, data: unescapeData(trimmed.slice(end + 2)) }
}

/** `##[name]data` anywhere in a line (GitHub, Azure), `##vso[…]` (Azure), `##teamcity[…]`. */
function parseOldCommand(line: string): Command | null {
  const found = /##([\w.-]*)\[/.exec(line)
  return found === null ? null : { name: `##${found[1]}`, properties: {}, data: line.slice(found.index) }
}

function unescapeData(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')
}

function unescapeProperty(text: string): string {
  return unescapeData(text.replaceAll('%3A', ':').replaceAll('%2C', ','))
}
