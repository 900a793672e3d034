import { fold } from './read.ts'

/** What one tool of an agent does, and under which names its input holds that. Snake or camel case is all the same. */
export type ToolSpec =
  | {
      readonly kind: 'edit'
      readonly operation: 'write' | 'edit' | 'delete'
      readonly paths: readonly string[]
    }
  | { readonly kind: 'patch'; readonly text: readonly string[] }
  | { readonly kind: 'read'; readonly paths: readonly string[] }
  | { readonly kind: 'shell'; readonly command: readonly string[] }
  /** It says what somebody is about to write, and writes nothing. */
  | { readonly kind: 'other'; readonly paths: readonly string[] }

export type ToolTable = Readonly<Record<string, ToolSpec>>

export function writes(...paths: string[]): ToolSpec {
  return { kind: 'edit', operation: 'write', paths }
}

export function edits(...paths: string[]): ToolSpec {
  return { kind: 'edit', operation: 'edit', paths }
}

export function deletes(...paths: string[]): ToolSpec {
  return { kind: 'edit', operation: 'delete', paths }
}

export function patches(...text: string[]): ToolSpec {
  return { kind: 'patch', text }
}

export function reads(...paths: string[]): ToolSpec {
  return { kind: 'read', paths }
}

export function looks(...paths: string[]): ToolSpec {
  return { kind: 'other', paths }
}

export function runs(...command: string[]): ToolSpec {
  return { kind: 'shell', command }
}

/** Code mode and parallel calls put the namespace before the name. */
export function bareName(name: string): string {
  return name.replace(/^(?:functions|tools)\./, '')
}

export function specOf(table: ToolTable, name: string): ToolSpec | null {
  if (Object.hasOwn(table, name)) return table[name]!
  const wanted = fold(name)
  const key = Object.keys(table).find((known) => fold(known) === wanted)
  return key === undefined ? null : table[key]!
}
