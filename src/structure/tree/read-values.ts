import { type Reading, without } from '../reading.ts'
import { jsonValues } from './json.ts'
import { tomlValues } from './toml.ts'
import { structureOfValues, type Values } from './values.ts'
import { yamlValues } from './yaml.ts'

const READERS = { json: jsonValues, toml: tomlValues, yaml: yamlValues } as const satisfies Record<
  string,
  (text: string) => Values | null
>

/** What is read as a value, and has no grammar here. */
export type ValueFormat = keyof typeof READERS

/** The structure of a text by what it says to a program that reads it. */
export function readValues(written: string, format: ValueFormat): Reading {
  const text = written.replaceAll('\r\n', '\n')
  const values = READERS[format](text)
  if (values === null) return without('syntax')
  const norm = `${format}/1`
  return { kind: 'structured', norm, unit: structureOfValues(text, values, norm), imports: [] }
}
