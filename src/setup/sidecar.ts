import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../core/error.ts'
import {
  AGENT_PATH,
  INTENTS_PATH,
  LEDGER_FILE,
  LEDGER_FOLDER,
  POLICY_PATH,
  SIDECAR,
} from '../core/sidecar.ts'
import { parsePolicy } from '../store/config.ts'
import { asBytes, type Change, fileChange, keep, readBytes } from './change.ts'
import { BEGIN, END, putBlock, removeBlock } from './marked.ts'
import type { Site } from './site.ts'
import { AGENT_TEMPLATE, INTENTS_TEMPLATE, POLICY_TEMPLATE } from './templates.ts'

/** The files of `.orchestration/` that are missing. What is there stays as it is. */
export function sidecarFiles(site: Site): Change[] {
  const files = [
    [INTENTS_PATH, asBytes(INTENTS_TEMPLATE)],
    [POLICY_PATH, asBytes(POLICY_TEMPLATE)],
    [AGENT_PATH, asBytes(AGENT_TEMPLATE)],
    [`${LEDGER_FOLDER}/.keep`, ''],
    ...schemas(site.running),
  ] as const
  return files.map(([what, after]) => createOnly(site.top, what, after))
}

function createOnly(top: string, what: string, after: string): Change {
  const file = join(top, what)
  const before = readBytes(file)
  if (before === null) return fileChange({ file, what, after })
  const isOutdated = what.endsWith('.json') && before !== after
  return isOutdated
    ? keep(what, 'differs from this version; delete it and run init again to renew it')
    : keep(what)
}

function schemas(running: string): [string, string][] {
  const folder = join(running, SIDECAR, 'schema')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.sort().map((name) => [`${SIDECAR}/schema/${name}`, readBytes(join(folder, name)) ?? ''])
}

const ATTRIBUTES = [LEDGER_FOLDER, LEDGER_FILE].map(
  (path) => `${path === LEDGER_FOLDER ? `${path}/**` : path} -text linguist-generated=true`,
)

// Lessons of two branches both stand at the end: git, unlike a forge, then keeps both.
const MERGED = `${AGENT_PATH} merge=union`

// Both branches append to the one file: without this every merge of two of them is a conflict.
const SINGLE_MERGED = `${LEDGER_FILE} merge=union`

/** Does the policy of the working tree put the ledger into one file? A policy that cannot be read is named by its own check. */
export function isSingleFile(top: string): boolean {
  const text = readBytes(join(top, POLICY_PATH))
  if (text === null) return false
  try {
    return parsePolicy(Buffer.from(text, 'latin1'), POLICY_PATH).ledger.layout === 'single'
  } catch (error) {
    if (error instanceof GateError) return false
    throw error
  }
}

/** Keeps the ledger byte for byte and out of the way in reviews, and husky's files readable for sh on Windows. */
export async function ledgerAttributes(site: Site, hookFolder: string | null): Promise<Change> {
  const what = '.gitattributes'
  const file = join(site.top, what)
  const text = readBytes(file) ?? ''
  if (!text.includes(BEGIN) && (await hasLedgerAttributes(site))) return keep(what)
  const hooks = hookFolder === null ? [] : [`${pattern(`/${hookFolder}/*`)} text eol=lf`]
  const merged = isSingleFile(site.top) ? [MERGED, SINGLE_MERGED] : [MERGED]
  const comment = `${BEGIN} (the ledger is evidence: byte for byte, and folded away in reviews)`
  const block = asBytes([comment, ...ATTRIBUTES, ...merged, ...hooks, END].join('\n'))
  return fileChange({ file, what, after: putBlock(text, block, text.length, what) })
}

// With a space in it, git wants it quoted as C does.
function pattern(path: string): string {
  return /[\s"]/.test(path) ? JSON.stringify(path) : path
}

export function withoutLedgerAttributes(site: Site): Change[] {
  const what = '.gitattributes'
  const file = join(site.top, what)
  const text = readBytes(file)
  if (text === null || !text.includes(BEGIN)) return []
  return [fileChange({ file, what, after: removeBlock(text, what) || null })]
}

/** Do the attributes hold, whoever wrote them? */
export async function hasLedgerAttributes(site: Site): Promise<boolean> {
  const paths = [`${LEDGER_FOLDER}/2026-01/01-x.jsonl`, LEDGER_FILE]
  const answer = await site.git.run('check-attr', '-z', 'text', 'linguist-generated', '--', ...paths)
  // Triples: path, attribute, value.
  const values = answer.split('\0').filter((_, at) => at % 3 === 2)
  return (
    (await mergesAsPolicySays(site)) &&
    values.length === 4 &&
    values.every((value, at) => (at % 2 === 0 ? value === 'unset' : /^(?:set|true)$/.test(value)))
  )
}

/** The single file merges by itself, at least where git does it and not a forge. */
export async function mergesAsPolicySays({ git, top }: Site): Promise<boolean> {
  if (!isSingleFile(top)) return true
  const [, , value] = (await git.run('check-attr', '-z', 'merge', '--', LEDGER_FILE)).split('\0')
  return value === 'union'
}
