export interface AttributeFile {
  /** As git stores it. */
  readonly path: Buffer
  readonly blob: string
}

const NAME = Buffer.from('.gitattributes\0')
const TAB = 0x09
const FILE = /^100(?:644|755) blob ([0-9a-f]{40}|[0-9a-f]{64})$/

/**
 * The `.gitattributes` in the output of `git ls-tree -r -z`: `mode type id TAB path NUL`, repeated. Only plain files at paths that
 * a checkout could have: git follows no other, and a crafted tree must not lead out of the folder they are written to.
 */
export function* attributeFiles(listing: Buffer): Generator<AttributeFile> {
  // A list of 50,000 paths is searched for the few that matter, not parsed.
  for (let at = listing.indexOf(NAME); at !== -1; at = listing.indexOf(NAME, at + 1)) {
    const start = listing.lastIndexOf(0, at) + 1
    const tab = listing.indexOf(TAB, start)
    const path = listing.subarray(tab + 1, at + NAME.length - 1)
    const blob = FILE.exec(listing.toString('latin1', start, tab))?.[1]
    if (blob !== undefined && isCheckoutPath(path.toString('latin1'))) yield { path, blob }
  }
}

function isCheckoutPath(path: string): boolean {
  const names = path.split('/')
  if (names.at(-1) !== '.gitattributes' || path.includes('\\')) return false
  return names.every((name) => name !== '' && name !== '.' && name !== '..' && name.toLowerCase() !== '.git')
}
