// One small thing is changed in a program: is it seen, wherever that language's own parser sees it?
// `npm run bench -- structure-mutants`; LANGUAGES=Go,Ruby for some of it, SEED=2 for others. Needs Debian's packages, and leaves out what is not there:
// `apt-get install golang-go golang-src ruby php-cli php-ast php-symfony-console openjdk-17-jdk openjdk-17-source unzip lua-penlight rust-src rustc rustfmt python3`.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { CORPORA } from './support/corpus.mjs'
import { claim, table } from './support/measure.mjs'
import * as oracles from './support/oracles.mjs'
import { loadReader } from './support/read-structure.mjs'
import { tokenMutants } from './support/token-mutants.mjs'

const SLASHES = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g
const HASHES = /(?<=^|\s)#[^\n]*/g

const SCRIPT = { needs: 'npm', comment: SLASHES, texts: 60, mutants: 100 }
const LANGUAGES = {
  JavaScript: { ...SCRIPT, path: 'a.js', meanings: oracles.babel('a.js') },
  TypeScript: { ...SCRIPT, path: 'a.ts', meanings: oracles.babel('a.ts') },
  TSX: { ...SCRIPT, path: 'a.tsx', meanings: oracles.babel('a.tsx') },
  Python: { needs: 'python3', path: 'a.py', judged: oracles.pythonMutants, texts: 260 },
  Go: { needs: 'go', path: 'a.go', comment: SLASHES, meanings: oracles.go, mutants: 100 },
  Rust: { needs: 'rustc', path: 'a.rs', comment: SLASHES, meanings: oracles.rust, texts: 30, mutants: 130 },
  CSS: { needs: 'npm', path: 'a.css', comment: /\/\*[\s\S]*?\*\//g, meanings: oracles.css },
  Java: { needs: 'javac', path: 'A.java', comment: SLASHES, meanings: oracles.java, mutants: 200 },
  Ruby: { needs: 'ruby', path: 'a.rb', comment: HASHES, meanings: oracles.ruby },
  PHP: { needs: 'php', path: 'a.php', comment: SLASHES, meanings: oracles.php, mutants: 120 },
  Bash: { needs: 'bash', path: 'a.sh', comment: HASHES, meanings: oracles.bash, texts: 30, mutants: 60 },
  Lua: { needs: 'npm', path: 'a.lua', comment: /--[^\n]*/g, meanings: oracles.lua, mutants: 150 },
  JSON: { needs: 'python3', path: 'a.json', comment: /^$/g, meanings: oracles.json, mutants: 200 },
  YAML: { needs: 'python3', path: 'a.yaml', comment: HASHES, meanings: oracles.yaml, mutants: 150 },
  TOML: { needs: 'python3', path: 'a.toml', comment: HASHES, meanings: oracles.toml, mutants: 120 },
}
const LONGEST = 10_000

/** Linear congruence: the same numbers for the same seed. */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Mutants that are programs, and whether they are others. */
function judgedMutants(texts, { comment, mutants = 60, meanings }) {
  const random = createRandom(Number(process.env.SEED ?? 20261130))
  const meant = meanings(texts)
  const all = texts.flatMap((text, of) =>
    meant[of] === null
      ? []
      : tokenMutants(text, comment, mutants, random).map((mutant) => ({ of, ...mutant })),
  )
  const changed = meanings(all.map(({ text }) => text))
  return all
    .map((mutant, at) => ({
      ...mutant,
      isChange: changed[at] !== meant[mutant.of],
      isProgram: changed[at] !== null,
    }))
    .filter(({ isProgram }) => isProgram)
}

async function mutated(language, { unitOf }) {
  const { path, texts: most = 40, judged = judgedMutants } = LANGUAGES[language]
  const all = CORPORA[language]().map((file) => readFileSync(file, 'utf8'))
  const short = all.filter((text) => text.length < LONGEST)
  const hashOf = async (text) => (await unitOf(path, text))?.hash ?? null
  const some = short.filter((_, at) => at % Math.ceil(short.length / most) === 0)
  const before = await Promise.all(some.map(hashOf))
  const texts = some.filter((_, at) => before[at] !== null)
  const hashes = before.filter((hash) => hash !== null)
  const found = { changes: 0, same: 0, unread: 0, missed: [], alarms: [], programs: new Set() }
  for (const { of, kind, text, isChange } of judged(texts, LANGUAGES[language])) {
    const hash = await hashOf(text)
    found.programs.add(of)
    found[isChange ? 'changes' : 'same']++
    if (hash === null) found.unread++
    else if (isChange !== (hash !== hashes[of]))
      found[isChange ? 'missed' : 'alarms'].push(`${kind}: ${difference(texts[of], text)}`)
  }
  return found
}

function difference(one, other) {
  let start = 0
  while (one[start] === other[start]) start++
  const around = (text) => JSON.stringify(text.slice(Math.max(0, start - 30), start + 40))
  return `${around(one)} → ${around(other)}`
}

export async function bench() {
  const reader = await loadReader()
  const only = process.env.LANGUAGES?.split(',') ?? Object.keys(LANGUAGES)
  const rows = []
  for (const language of only) {
    const { needs } = LANGUAGES[language]
    if (spawnSync(needs, ['--version'], { stdio: 'ignore' }).error !== undefined) {
      console.log(`left out: ${language}, there is no ${needs}`)
      continue
    }
    const { programs, changes, same, unread, missed, alarms } = await mutated(language, reader)
    rows.push([language, programs.size, changes, missed.length, same, alarms.length, unread])
    for (const one of missed) console.log(`${language} missed: ${one}`)
    for (const one of alarms.slice(0, 5)) console.log(`${language} taken for another: ${one}`)
    claim(`${language}: changes that are missed`, missed.length, 0)
    claim(`${language}: changes that were tried, of 500 wanted`, 500 / changes, 1)
  }
  const header = ['', 'programs', 'changed', 'missed', 'the same', 'taken for another', 'not read']
  table('One small change, as another parser sees it', header, rows)
}
