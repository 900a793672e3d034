// What other parsers make of programs: texts in, their meaning out, as a text without places and comments; null = it is no program.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { loadMeaning } from './babel-meaning.mjs'
import { packageFolder } from './corpus.mjs'
import { must } from './measure.mjs'
import { plainRust } from './rust-tree.mjs'

const meaning = await loadMeaning()
const fromPackages = (name) => createRequire(join(packageFolder(), 'x.js'))(name)
const asked = (command, args, input) => JSON.parse(must(command, args, { input: JSON.stringify(input) }))
const oracle = (file) => resolve('bench/support/oracles', file)
const inProcess = (meaning, plain) => (texts) =>
  texts.map((text) => {
    try {
      return JSON.stringify(meaning(text), plain)
    } catch {
      return null
    }
  })

export const go = (texts) => asked('go', ['run', oracle('go.go')], texts)
export const ruby = (texts) => asked('ruby', [oracle('ruby.rb')], texts)
export const php = (texts) => asked('php', ['-d', 'memory_limit=-1', oracle('php.php')], texts)
export const json = (texts) => asked('python3', [oracle('values.py')], { of: 'json', texts })
export const toml = (texts) => asked('python3', [oracle('values.py')], { of: 'toml', texts })

export const yaml = (texts) => asked('python3', [oracle('values.py')], { of: 'yaml', texts })

/** Python brings its own mutants: how deep a line stands is one more thing to change. */
export function pythonMutants(texts) {
  const input = JSON.stringify({ seed: 20261130, count: 90, texts })
  const lines = must('python3', ['bench/support/mutants.py'], { input }).split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

export function java(texts) {
  const said = must('java', [oracle('Java.java')], { input: texts.join('\0') })
  return said.split('\0').map((one) => (one === '' ? null : one))
}

export const lua = inProcess((text) =>
  fromPackages('luaparse').parse(text, { comments: false, locations: false, luaVersion: '5.3' }),
)

export const css = inProcess((text) => {
  const { parse, toPlainObject } = fromPackages('css-tree')
  const onParseError = (error) => {
    throw error
  }
  return toPlainObject(parse(text, { positions: false, onParseError }))
}, withoutCssLayout)

/** White space in custom properties, comments. */
function withoutCssLayout(_key, value) {
  if (Array.isArray(value)) return value.filter(({ type }) => type !== 'Comment')
  if (value?.type !== 'Raw') return value
  return {
    ...value,
    value: value.value
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/(?<=[(,]) | (?=[),])/g, ''),
  }
}

/** As Babel reads it, by the ending of `path`. */
export const babel = (path) => (texts) => texts.map((text) => meaning(path, text))

/** As bash prints what it has read, without blank lines, which say something in here documents only. */
export const bash = (texts) =>
  texts.map((text) => {
    const said = printed('bash', ['--pretty-print'], text, '.sh')
    const parts = said?.split(/(<<-?\s*(['"\\]?)\w[\s\S]*?\n\t*\w+\n)/)
    return (
      parts
        ?.map((part) => (part?.startsWith('<<') ? part : (part ?? '').replaceAll(/\n+/g, '\n')))
        .join('') ?? null
    )
  })

/** As rustfmt would write it, without blank lines, in rustc's tree before macros are expanded. */
export const rust = (texts) =>
  texts.map((text) => {
    const input = text.replaceAll(/\n\s*\n/g, '\n')
    const { status, stdout } = spawnSync('rustfmt', ['--edition', '2021'], { input })
    if (status !== 0) return null
    const tree = printed(
      'rustc',
      ['--edition', '2021', '--crate-type', 'lib', '-Zunpretty=ast-tree'],
      stdout,
      '.rs',
    )
    return tree === null ? null : plainRust(tree)
  })

function printed(command, args, text, ending) {
  const folder = mkdtempSync(join(tmpdir(), 'intentgate-bench-'))
  const file = join(folder, `a${ending}`)
  writeFileSync(file, text)
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, RUSTC_BOOTSTRAP: '1', LC_ALL: 'C.UTF-8' }
  const { status, stdout, stderr } = spawnSync(command, [...args, file], { env, maxBuffer: 1 << 28 })
  rmSync(folder, { recursive: true })
  return status === 0 && stderr.length === 0 ? stdout.toString() : null
}
