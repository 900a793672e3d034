/** Endings that an import may leave out, or write in another way: `./a.js` can mean a.ts. */
const CODE_ENDING = /(?:\.d)?\.[cm]?[jt]sx?$/

/** Where a relative import leads, without ending; null = it names a package or an alias. */
export function targetOf(path: string, from: string): string | null {
  if (!/^\.{1,2}(?:\/|$)/.test(from)) return null
  const parts = path.split('/').slice(0, -1)
  for (const part of from.split('/')) {
    // Above the root there is nothing that a change could touch.
    if (part === '..') parts.length = Math.max(0, parts.length - 1)
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/').replace(CODE_ENDING, '')
}

/** Can an import that leads there mean this file? */
export function leadsTo(target: string, path: string): boolean {
  const module = path.replace(CODE_ENDING, '')
  return module === target || module === (target === '' ? 'index' : `${target}/index`)
}

/** What an alias of the file would end in: its name, or that of its folder. */
export function moduleName(path: string): string {
  const [name = '', folder = ''] = path.replace(CODE_ENDING, '').split('/').reverse()
  return name === 'index' ? folder : name
}
