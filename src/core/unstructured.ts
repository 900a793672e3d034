import type { Unstructured } from './structure.ts'

/** Why a file has no structure, after "it has none: ". */
export const WHY_UNSTRUCTURED: Readonly<Record<Unstructured, string>> = {
  missing: 'its content is not in this repository',
  language: 'no parser for this language',
  large: 'too large to parse',
  encoding: 'not UTF-8 text',
  syntax: 'it has a syntax error',
  depth: 'nested too deeply',
  time: 'not parsed in time',
  crash: 'the parser died of it',
  parser: 'the parser cannot be loaded on this machine',
}
