import { type Change, type Entry, kindOf } from './change.ts'
import { boundsOf, type ForbidImport } from './constraint.ts'
import { splitLines } from './digest.ts'
import type { Evidence, Need } from './evidence.ts'
import { excerpt } from './excerpt.ts'
import { matchGlob } from './glob.ts'
import { isModuleMeant } from './module-name.ts'
import { count } from './multiset.ts'
import { withWayOn } from './remedy.ts'
import type { Facts, Finding } from './rule.ts'
import { INTENTS_PATH } from './sidecar.ts'
import { type FileStructure, type Import, structureKey, type Unstructured } from './structure.ts'
import { WHY_UNSTRUCTURED } from './unstructured.ts'

interface ImportUse {
  readonly path: string
  /** null = it was no file. */
  readonly before: Entry | null
  readonly after: Entry
  readonly intent: string
  readonly entry: ForbidImport
}

/** The structure of both sides of every file that a forbid_import is meant for, and its text. */
export function* importNeeds(facts: Facts): Iterable<Need> {
  for (const { path, before, after } of importUses(facts)) {
    yield { kind: 'blob', oid: after.blob }
    for (const side of [before, after]) if (side !== null) yield { kind: 'structure', path, oid: side.blob }
  }
}

/** Imports of a forbidden module that the change adds, and files in which they cannot be looked for. */
export function* forbiddenImports(facts: Facts): Iterable<Finding> {
  for (const use of importUses(facts)) yield* importFindings(facts, use)
}

function* importFindings(facts: Facts, use: ImportUse): Iterable<Finding> {
  const after = structureOf(facts.evidence, use.path, use.after)
  if (after.kind === 'unstructured') return yield unread(facts, use, after.why)
  // What stands in the part that could not be parsed is not known.
  if (after.unit.hash === null) yield unread(facts, use, 'syntax')
  const meant = addedImports(facts.evidence, use, after.imports).filter((added) =>
    isMeant(use, added, after.norm),
  )
  const lines = meant.length === 0 ? [] : linesOf(facts.evidence, use.after.blob)
  for (const added of meant) yield forbidden(facts, use, added, lines)
}

function importUses({ evidence, coverage }: Facts): ImportUse[] {
  return coverage.flatMap(({ change, intents }) => {
    const { path, after } = change
    const meant = intents.flatMap((intent) => {
      const entries = boundsOf(evidence, intent).forbidImports
      return entries.flatMap((entry) => (isFor(entry, path) ? [{ intent, entry }] : []))
    })
    if (meant.length === 0 || after === null || kindOf(after.mode) !== 'file' || canHoldNone(path)) return []
    return meant.map((one) => ({ ...one, path, before: fileBefore(change), after }))
  })
}

function isFor({ in: files }: ForbidImport, path: string): boolean {
  return files === undefined || matchGlob(files, path)
}

function fileBefore({ before }: Change): Entry | null {
  return before === null || kindOf(before.mode) !== 'file' ? null : before
}

/** Files that load no module, whatever they say. Any other is looked into, and if it cannot be read that is said. */
const HOLDS_NONE = new RegExp(
  [
    /\.(?:md|markdown|txt|rst|adoc|json|jsonc|json5|ya?ml|toml|ini|cfg|properties|env|csv|tsv|xml|lock|snap|sql)$/,
    /\.(?:png|jpe?g|gif|webp|avif|ico|svg|pdf|woff2?|ttf|otf|eot|mp[34]|webm|wav|zip|gz|br|wasm)$/,
    /(?:^|\/)(?:\.(?:git(?:ignore|attributes|modules|keep)|editorconfig|npmignore|npmrc|nvmrc|dockerignore|prettierignore)|LICEN[CS]E|NOTICE|CODEOWNERS|Dockerfile)$/,
  ]
    .map(({ source }) => `(?:${source})`)
    .join('|'),
  'i',
)

function canHoldNone(path: string): boolean {
  return HOLDS_NONE.test(path)
}

function structureOf({ loaded }: Evidence, path: string, { blob }: Entry): FileStructure {
  return loaded.structures.get(structureKey(path, blob)) ?? { kind: 'unstructured', why: 'missing' }
}

/** Of equal ones, those that stand last. What the base had cannot be told where it cannot be read. */
function addedImports(evidence: Evidence, use: ImportUse, imports: readonly Import[]): Import[] {
  const before = use.before === null ? null : structureOf(evidence, use.path, use.before)
  const known = count(before?.kind === 'structured' ? before.imports.map(({ name }) => name) : [])
  return imports.filter(({ name }) => {
    const left = known.get(name) ?? 0
    known.set(name, left - 1)
    return left <= 0
  })
}

function isMeant({ path, entry }: ImportUse, { name }: Import, norm: string): boolean {
  return name === null || isModuleMeant(entry.forbid_import, { name, path, norm })
}

function forbidden(
  { snapshot }: Facts,
  use: ImportUse,
  { name, line }: Import,
  lines: readonly Uint8Array[],
): Finding {
  const { path, intent } = use
  const forbids = `${intent} forbids imports of ${excerpt(use.entry.forbid_import)}`
  const said = excerpt(utf8.decode(lines[line - 1]))
  const [message, remedy] =
    name === null
      ? [
          `${forbids}, and what this loads is computed when it runs: ${said}`,
          'write the name of the module as plain text',
        ]
      : [
          `${forbids}: ${said}`,
          'do it without that module; or have the constraint changed first, in a change of its own',
        ]
  return { path, line, intent, message, remedy: withWayOn(remedy, snapshot.operation) }
}

const utf8 = new TextDecoder()

function linesOf({ loaded }: Evidence, oid: string): Uint8Array[] {
  const content = loaded.blobs.get(oid)
  return content instanceof Uint8Array ? splitLines(content) : []
}

function unread({ snapshot }: Facts, { path, intent, entry }: ImportUse, why: Unstructured): Finding {
  return {
    path,
    intent,
    message: `its imports cannot be read to check them against ${intent}'s forbid_import ${excerpt(entry.forbid_import)}: ${WHY_UNSTRUCTURED[why]}`,
    remedy: withWayOn(WAYS_OUT[why] ?? SAY_WHERE, snapshot.operation),
  }
}

const SAY_WHERE = `say with "in:" which files the constraint is meant for (${INTENTS_PATH})`
const WAYS_OUT: Readonly<Partial<Record<Unstructured, string>>> = {
  missing: 'fetch the whole history of what is judged',
  syntax: 'correct the syntax error',
  encoding: 'save it as UTF-8',
  parser: 'npm install, without --omit=optional',
}
