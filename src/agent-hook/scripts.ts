import { hash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { removeIfThere } from '../store/remove.ts'

/**
 * Scripts that lie beside this one and run from what V8 made of them at an earlier event, which is kept beside them too:
 * compiling them takes longer than all that an ordinary event does.
 */
export interface Scripts {
  /** What the script of that name exports. */
  load(name: string): unknown
  /** Keeps what is compiled by now for the next event of this kind. Never throws: without it events only take longer. */
  keep(): void
}

interface Loaded {
  readonly exports: unknown
  readonly script: Script
  readonly source: string
  /** Where it is kept, and what so many events needed of it. */
  readonly file: string
  readonly lessons: number
}

/** The first event of a kind finds less to do than the later ones. */
const LESSONS = 3

type Wrapped = (exports: unknown, require: unknown, module: { readonly exports: unknown }) => void

export function createScripts(folder: string, kind: string, require: unknown): Scripts {
  const loaded = new Map<string, Loaded>()
  const suffix = `${kind}-${thisNode()}`
  return {
    load(name) {
      const known = loaded.get(name)
      if (known !== undefined) return known.exports
      const script = loadScript(
        join(folder, `${name}.cjs`),
        join(folder, 'compiled', `${name}-${suffix}`),
        require,
      )
      loaded.set(name, script)
      return script.exports
    },
    keep() {
      for (const script of loaded.values()) if (script.lessons < LESSONS) keepCompiled(script)
    },
  }
}

/** What one node makes, with one set of flags, another one cannot read. */
function thisNode(): string {
  const { version, platform, arch, env } = process
  const flags = env.NODE_OPTIONS === undefined ? [] : [digest(env.NODE_OPTIONS).slice(0, 16)]
  return [version, platform, arch, ...flags].join('-')
}

function loadScript(filename: string, file: string, require: unknown): Loaded {
  // The bundler leaves nothing but ASCII.
  const source = readFileSync(filename, 'latin1')
  const kept = readKept(file, source)
  const script = new Script(source, { filename, ...(kept !== null && { cachedData: kept.compiled }) })
  const module = { exports: {} }
  const run = script.runInThisContext() as Wrapped // scripts/build.mjs wraps each into a function
  run(module.exports, require, module)
  const lessons = kept !== null && script.cachedDataRejected === false ? kept.lessons : 0
  return { exports: module.exports, script, source, file, lessons }
}

interface Kept {
  readonly lessons: number
  readonly compiled: Buffer
}

function readKept(file: string, source: string): Kept | null {
  // An error takes longer to make than to ask.
  if (!existsSync(file)) return null
  try {
    const bytes = readFileSync(file)
    const end = bytes.indexOf('\n')
    const { of, made, lessons } = JSON.parse(bytes.toString('latin1', 0, end))
    const compiled = bytes.subarray(end + 1)
    // V8 itself only looks at the length of the source, and what is damaged would end the process.
    return of === nameOf(source) && made === digest(compiled) ? { lessons, compiled } : null
  } catch {
    return null
  }
}

/** Its first line is a comment with the digest of the rest. */
function nameOf(source: string): string {
  return source.slice(0, source.indexOf('\n'))
}

function keepCompiled(script: Loaded): void {
  try {
    writeKept(script)
  } catch {
    // A package that cannot be written to, a full disk: it is compiled each time.
  }
}

function writeKept({ script, source, file, lessons }: Loaded): void {
  const draft = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  // First: where nothing can be written, nothing need be made.
  closeSync(openSync(draft, 'wx'))
  try {
    const compiled = script.createCachedData()
    const head = { of: nameOf(source), made: digest(compiled), lessons: lessons + 1 }
    writeFileSync(draft, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), compiled]))
    renameSync(draft, file)
  } finally {
    removeIfThere(draft)
  }
}

function digest(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex')
}
