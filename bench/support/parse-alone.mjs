// The anchor of a range: a process that makes the trees of both sides of some files, and does nothing else.
import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { nextVersion, OPTIONS } from './parse-options.mjs'

for (const path of process.argv.slice(2)) {
  const text = readFileSync(path, 'utf8')
  for (const side of [text, nextVersion(text)])
    if (parseSync(path, side, { ...OPTIONS, lang: 'ts' }).program.body === undefined)
      throw new Error(`${path}: no tree`)
}
