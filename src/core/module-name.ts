import { matchGlob } from './glob.ts'

/** What stands between the parts of a module's name, by language; elsewhere it is `/`. */
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ...['python', 'java', 'c_sharp', 'csharp', 'kotlin', 'scala', 'lua'].map((name) => [name, '.'] as const),
  ['rust', '::'],
])

/** A module as a file names it. */
export interface ImportedName {
  readonly name: string
  /** Of the importing file. */
  readonly path: string
  /** The normalisation that read the file, which says its language: `es/1`, `tst/1:python@…`. */
  readonly norm: string
}

/**
 * Does a glob of forbid_import mean this module, or something that it is part of? `passport` means `passport/lib/strategy`, `os`
 * means `os.path`. A relative name is also the path that it leads to; `fs` and `node:fs` are one.
 */
export function isModuleMeant(glob: string, imported: ImportedName): boolean {
  const language = /:([a-z_-]+)@/.exec(imported.norm)?.[1] ?? ''
  const separator = SEPARATORS.get(language) ?? '/'
  // In a glob a backslash takes the next character's meaning away.
  const plain = (text: string) => (language === 'php' ? text.replaceAll('\\', '/') : text)
  return namesOf(imported).some((name) =>
    leadingParts(plain(name), separator).some((part) => matchGlob(plain(withoutScheme(glob)), part)),
  )
}

function namesOf({ name, path }: ImportedName): string[] {
  if (/^\.{1,2}(?:\/|$)/.test(name)) return [name, resolveFrom(path, name)]
  return [withoutScheme(name)]
}

function withoutScheme(name: string): string {
  return name.replace(/^node:/, '')
}

function resolveFrom(path: string, name: string): string {
  const parts = path.split('/').slice(0, -1)
  for (const part of name.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

/** `a/b/c` is part of `a`, of `a/b`, and of itself. */
function leadingParts(name: string, separator: string): string[] {
  const parts = name.split(separator)
  return parts.map((_, at) => parts.slice(0, at + 1).join(separator)).filter((part) => part !== '')
}
