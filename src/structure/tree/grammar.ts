import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { Language, Parser } from 'web-tree-sitter'

export interface Grammar {
  readonly parser: Parser
  /** `tst/1:<name>@<12 hex>`: another grammar makes other trees, so its digest is a part of every hash. */
  readonly norm: string
}

/** A grammar that is not there, not the one that the manifest names, or not for this runtime. */
export class GrammarError extends Error {}

const grammars = new Map<string, Promise<Grammar>>()
let runtime: Promise<void> | null = null

/** Loads a grammar on its first use. Rejects with GrammarError. */
export function loadGrammar(name: string): Promise<Grammar> {
  const known = grammars.get(name)
  if (known !== undefined) return known
  const loading = load(name)
  grammars.set(name, loading)
  return loading
}

async function load(name: string): Promise<Grammar> {
  try {
    runtime ??= Parser.init({ wasmBinary: readWasm('tree-sitter').wasm })
    await runtime
    const { wasm, sha256 } = readWasm(name)
    const parser = new Parser()
    parser.setLanguage(await Language.load(wasm))
    return { parser, norm: `tst/1:${name}@${sha256.slice(0, 12)}` }
  } catch (error) {
    // The runtime's own errors can be empty.
    throw new GrammarError(`the grammar '${name}' cannot be loaded`, { cause: error })
  }
}

function readWasm(name: string): { readonly wasm: Buffer; readonly sha256: string } {
  const folder = grammarFolder()
  const wasm = brotliDecompressSync(readFileSync(new URL(`${name}.wasm.br`, folder)))
  const sha256 = createHash('sha256').update(wasm).digest('hex')
  const manifest: unknown = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'))
  if (recordedDigest(manifest, name) !== sha256)
    throw new GrammarError(`${name}.wasm is not what the manifest says`)
  return { wasm, sha256 }
}

function recordedDigest(manifest: unknown, name: string): unknown {
  const entries = Object.entries(manifest ?? {})
  const entry: unknown = entries.find(([key]) => key === name)?.[1]
  return typeof entry === 'object' && entry !== null && 'sha256' in entry ? entry.sha256 : null
}

/** Beside the file that this is bundled into, or beside its folder: as in the sources, and in chunks. */
function grammarFolder(): URL {
  const beside = new URL('./grammars/', import.meta.url)
  return existsSync(beside) ? beside : new URL('../grammars/', import.meta.url)
}
