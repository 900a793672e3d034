import { isDeepStrictEqual } from 'node:util'

/** One script of a package.json, set or (null) removed. */
export interface ScriptEdit {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

/** The text of a package.json with one script changed; all else stays as it is written. */
export function editScript(text: string, edit: ScriptEdit): string {
  const wanted = withScript(parse(text), edit)
  const edited = editText(text, edit)
  // The edit goes by the look of the text. Where that misleads it, the file is written anew, as npm would.
  return edited !== null && isDeepStrictEqual(tryParse(edited), wanted) ? edited : write(text, wanted)
}

type Json = Record<string, unknown>

function parse(text: string): Json {
  return JSON.parse(text.replace(/^\ufeff/, ''))
}

function tryParse(text: string): Json | null {
  try {
    return parse(text)
  } catch {
    return null
  }
}

function withScript(json: Json, { name, after }: ScriptEdit): Json {
  const scripts: Json = { ...(json.scripts as Json | undefined) } // readManifest has seen that it is one
  if (after === null) delete scripts[name]
  else scripts[name] = after
  const { scripts: _, ...rest } = json
  return Object.keys(scripts).length === 0 ? rest : { ...json, scripts }
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`

function editText(text: string, { name, before, after }: ScriptEdit): string | null {
  const key = JSON.stringify(name)
  if (after === null) return removeEntry(text, key)
  if (before === null) return insertEntry(text, `${key}: ${JSON.stringify(after)}`)
  return text.replace(
    new RegExp(`(${key}\\s*:\\s*)${STRING}`),
    (_, start: string) => `${start}${JSON.stringify(after)}`,
  )
}

function insertEntry(text: string, entry: string): string | null {
  const [start, newline = '', indent = ''] = /"scripts"\s*:\s*\{(\r?\n)([ \t]+)(?=")/.exec(text) ?? []
  if (start !== undefined) return text.replace(start, () => `${start}${entry},${newline}${indent}`)
  return text.includes('"scripts"') ? null : insertScripts(text, entry)
}

function insertScripts(text: string, entry: string): string | null {
  const [start, newline = '', indent = ''] =
    /^\s*\{(\r?\n)([ \t]+)(?=")/.exec(text.replace(/^\ufeff/, '')) ?? []
  const at = text.lastIndexOf(`${newline}}`)
  if (start === undefined || at === -1) return null
  const scripts = [`${indent}"scripts": {`, `${indent}${indent}${entry}`, `${indent}}`].join(newline)
  return `${text.slice(0, at)},${newline}${scripts}${text.slice(at)}`
}

/** The exact opposite of `insertEntry`. */
function removeEntry(text: string, key: string): string {
  const entry = `${key}\\s*:\\s*${STRING}`
  const ways = [
    new RegExp(`,\\s*"scripts"\\s*:\\s*\\{\\s*${entry}\\s*\\}`), // the only script, the object not the first key
    new RegExp(`"scripts"\\s*:\\s*\\{\\s*${entry}\\s*\\}\\s*,\\s*`), // the only script, the object the first key
    new RegExp(`${entry}\\s*,\\s*`),
    new RegExp(`\\s*,\\s*${entry}`),
  ]
  const way = ways.find((pattern) => pattern.test(text))
  return way === undefined ? text : text.replace(way, '')
}

function write(text: string, json: Json): string {
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  '
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const end = text.endsWith('\n') ? newline : ''
  return JSON.stringify(json, null, indent).replaceAll('\n', newline) + end
}
