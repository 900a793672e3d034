/** The keys of a git configuration file, in lower case and with their last value: `core.filemode` → `false`. */
export type GitConfig = ReadonlyMap<string, string>

const SECTION = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/
const ENTRY = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*?))?\s*$/

/** Reads as much of git's format as it takes to know our keys; quoting inside of other values is left as it is. */
export function parseGitConfig(text: string): GitConfig {
  const found = new Map<string, string>()
  let section = ''
  for (const line of text.split(/\r?\n/)) {
    const heading = SECTION.exec(line)
    if (heading !== null) section = sectionOf(heading)
    const entry = ENTRY.exec(heading === null ? line : heading[3]!)
    if (entry !== null) found.set(`${section}.${entry[1]!.toLowerCase()}`, plain(entry[2] ?? 'true'))
  }
  return found
}

function sectionOf([, name, sub]: RegExpExecArray): string {
  return sub === undefined ? name!.toLowerCase() : `${name!.toLowerCase()}.${sub}`
}

function plain(value: string): string {
  const bare = value.replace(/\s+[#;].*$/, '')
  return /^".*"$/.test(bare) ? bare.slice(1, -1).replace(/\\(.)/g, '$1') : bare
}

/** As git reads a boolean; anything else that is set is true. */
export function isOff(value: string | undefined): boolean {
  return value !== undefined && /^(?:false|no|off|0|)$/i.test(value)
}
