// Writes labels.json: node bench/structure-labels/table.mjs REFACTORINGMINER_CLONE CHARTJS_CLONE
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '../support/measure.mjs'
import { alone, functionsIn } from './functions.mjs'
import { openHistory } from './history.mjs'
import { createOracle } from './oracle.mjs'

const ORACLE = 'src/test/resources/oracle/javascript-dataset/data.json'
const METHOD = /(?:public|private) ([\w$.]+)\(([^)]*)\)/
const CLASS = /(?:from|in|to) class ([\w$.]+)/

const [miner, clone] = process.argv.slice(2)
const gitDir = existsSync(join(miner, '.git')) ? join(miner, '.git') : miner
const commits = JSON.parse(must('git', ['--git-dir', gitDir, 'show', `HEAD:${ORACLE}`]))
const oracle = await createOracle()
if (oracle === null) throw new Error('npm cannot bring Babel here')
const history = openHistory(clone)
const rows = commits.flatMap(({ sha1, refactorings }) => {
  const files = history.filesOf(sha1)
  return refactorings.map(({ type, description, validation }) => ({
    commit: sha1,
    type,
    validation,
    ...placeOf(description, files),
    description,
  }))
})
const target = new URL('labels.json', import.meta.url)
writeFileSync(target, `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`)

/** The function before and after that a label is about, and whether it is the same program but for names. */
function placeOf(description, files) {
  const [before, after] = mentioned(description)
  const from = before === null ? null : find(before, files, 'before')
  const to = after === null ? null : find(after, files, 'after')
  if (from === null || to === null) return { before: from?.said ?? null, after: to?.said ?? null, pure: null }
  return { before: from.said, after: to.said, pure: isPure(from, to) }
}

/** Of both sides: the name, the parameters and the class of the method that is named. */
function mentioned(description) {
  const parts =
    /^(?:Move|Move And Rename|Rename) Method (.*?) (?:to|renamed to) ((?:public|private) .*)$/.exec(
      description,
    )
  const [was, is] = parts === null ? [null, description] : [parts[1], parts[2]]
  const after = methodIn(is, description)
  if (after === null) return [null, null]
  if (was === null) return [{ ...after, params: null }, after]
  return [methodIn(was, CLASS.test(was) ? was : is), after]
}

function methodIn(text, around) {
  const method = METHOD.exec(text)
  const owner = CLASS.exec(text) ?? CLASS.exec(around)
  if (method === null || owner === null) return null
  const params = method[2]
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return { name: method[1].split('.').at(-1), params, owner: owner[1] }
}

/** A class is called by its file, and what stands in it: `core.controller.render` is in core.controller.js. */
function find({ name, params, owner }, files, side) {
  for (const file of files) {
    const base = /([^/]+)\.\w+$/.exec(file.path)[1]
    if (file[side] === null || (owner !== base && !owner.startsWith(`${base}.`))) continue
    const named = functionsIn(oracle, file.path, file[side]).filter((found) => found.name === name)
    const [only, ...more] =
      params === null ? named : named.filter((found) => `${found.params}` === `${params}`)
    if (only !== undefined && more.length === 0)
      return { said: { file: file.path, name, params: only.params }, found: only }
  }
  return null
}

function isPure({ said, found }, to) {
  const [was, is] = [found, to.found].map((one) => oracle.itemsOf('a.js', alone(one))?.[0] ?? null)
  if (was === null || is === null) return null
  const without = (text, name) =>
    text
      .replaceAll(JSON.stringify(['Identifier', name, false]), '["own"]')
      .replaceAll(JSON.stringify(['key', name]), '["own"]')
  return without(was.text, said.name) === without(is.text, to.said.name)
}
