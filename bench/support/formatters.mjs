// Formatters: texts in, texts out; null = it refuses a text.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { packageFolder } from './corpus.mjs'

const fromPackages = () => createRequire(join(packageFolder(), 'x.js'))
const each = (format) => (files) =>
  Promise.all(
    files.map((file) =>
      Promise.resolve()
        .then(() => format(file))
        .catch(() => null),
    ),
  )

export const prettier = (options = {}) =>
  each(({ path, text }) => fromPackages()('prettier').format(text, { filepath: path, ...options }))

export const dprint =
  (options = {}) =>
  (files) => {
    const from = fromPackages()
    const context = from('@dprint/formatter').createContext({})
    context.addPlugin(readFileSync(from('@dprint/typescript').getPath()), options)
    return each(({ path, text }) => context.formatText({ filePath: path, fileText: text }))(files)
  }

export const ruff = (options) => async (files) => {
  const { format } = await import(join(packageFolder(), '@wasm-fmt/ruff_fmt/ruff_fmt_node.js'))
  return each(({ path, text }) => format(text, path, options))(files)
}

export const byStdin = (command, ...args) =>
  each(({ text }) => {
    const { status, stdout } = spawnSync(command, args, { input: text, maxBuffer: 1 << 30 })
    return status === 0 ? stdout.toString() : null
  })

/** For what takes long to start: copies, all at once. A file that it refuses stays as it is. */
const onCopies = (run) => (files) => {
  const folder = mkdtempSync(join(tmpdir(), 'intentgate-bench-'))
  mkdirSync(join(folder, 'all'))
  const copies = files.map(({ path, text }, at) => {
    const copy = join(folder, 'all', `${at}${extname(path)}`)
    writeFileSync(copy, text)
    return copy
  })
  run(folder, copies)
  const texts = copies.map((copy) => readFileSync(copy, 'utf8'))
  rmSync(folder, { recursive: true })
  return texts
}

export const black = (...args) =>
  onCopies((_folder, copies) => spawnSync('black', ['-q', ...args, ...copies], { maxBuffer: 1 << 30 }))

export const biome = (style) =>
  onCopies((folder) => {
    const off = { enabled: false }
    const config = { root: true, linter: off, assist: off, ...style }
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(config))
    const bin = resolve('node_modules/@biomejs/biome/bin/biome')
    spawnSync(process.execPath, [bin, 'format', '--write', '.'], { cwd: folder, maxBuffer: 1 << 30 })
  })
