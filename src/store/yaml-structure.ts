import { type Alias, type Document, isAlias, isMap, isNode, isScalar, isSeq, visit, type YAMLMap } from 'yaml'
import type { YamlPath } from './yaml.ts'

export const MAX_ALIASES = 32

/** `offset` counts characters from the start of the text. */
export interface OffsetIssue {
  readonly offset: number
  readonly message: string
}

/** What the grammar allows and a configuration must not hold: a key given twice, aliases without end or without anchor. */
export function structureIssues(document: Document): OffsetIssue[] {
  const issues: OffsetIssue[] = []
  const anchors = new Set<string>()
  let aliases = 0
  visit(document, {
    Alias(_key, alias) {
      const message = aliasProblem(alias, anchors, ++aliases)
      if (message !== null) issues.push({ offset: startOf(alias), message })
      return aliases > MAX_ALIASES ? visit.BREAK : undefined
    },
    Value(_key, node) {
      if (node.anchor !== undefined) anchors.add(node.anchor)
      if (isMap(node)) issues.push(...repeatedKeys(node))
    },
  })
  return issues
}

function aliasProblem(alias: Alias, anchors: ReadonlySet<string>, count: number): string | null {
  if (count > MAX_ALIASES) return `more than ${MAX_ALIASES} aliases`
  return anchors.has(alias.source) ? null : `no anchor &${alias.source} before this alias`
}

function repeatedKeys(map: YAMLMap): OffsetIssue[] {
  const issues: OffsetIssue[] = []
  const seen = new Set<unknown>()
  for (const { key } of map.items) {
    const name = isScalar(key) ? key.value : key
    if (name === '__proto__') issues.push({ offset: startOf(key), message: "unknown key '__proto__'" })
    else if (seen.has(name))
      issues.push({ offset: startOf(key), message: `the key '${String(name)}' is given twice` })
    seen.add(name)
  }
  return issues
}

/** Where the value at `path` starts, or its key; where nothing stands there, the nearest parent. */
export function offsetOf(document: Document, path: YamlPath, what: 'key' | 'value'): number {
  let node: unknown = document.contents
  let key: unknown = null
  for (const segment of path) {
    const step = stepInto(resolved(node, document), segment)
    if (step === null) return startOf(node)
    ;({ node, key } = step)
  }
  return what === 'key' && key !== null ? startOf(key) : startOf(node)
}

function resolved(node: unknown, document: Document): unknown {
  return isAlias(node) ? node.resolve(document) : node
}

function stepInto(node: unknown, segment: PropertyKey): { node: unknown; key: unknown } | null {
  if (isSeq(node)) {
    const item = node.items[Number(segment)]
    return item === undefined ? null : { node: item, key: null }
  }
  const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === segment) : undefined
  return pair === undefined ? null : { node: pair.value ?? pair.key, key: pair.key }
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0
}
