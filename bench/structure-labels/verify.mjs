// What Babel says of one unit that we call a refactoring: same, other, or open = it cannot be told alone.

const items = new Map()

/** Parsed once: a file has many units. */
function itemsOf(path, text, oracle) {
  const key = `${path}\n${text}`
  if (items.size > 200) items.clear()
  if (!items.has(key)) items.set(key, oracle.itemsOf(path, text))
  return items.get(key)
}

export function verify(change, changes, files, oracle) {
  const { path, from, kind } = change
  const origin = from?.path ?? path
  const [before, after] = [
    itemsOf(origin, files.find((file) => file.path === origin).before, oracle),
    itemsOf(path, files.find((file) => file.path === path).after, oracle),
  ]
  if (before === null || after === null) return 'open'
  if (kind === 'imports' || kind === 'file') return verifyFile(change, changes, before, after)
  const is = innermost(after, change.startLine, change.endLine)
  if (is === null || evolvesInside(change.path, is, changes)) return 'open'
  const was = before.filter((item) => isCounterpart(item, is, change))
  return was.some((item) => isSame(item, is)) ? 'same' : was.length === 0 ? 'open' : 'other'
}

/** The smallest statement or class member that holds the lines; comments above are part of the unit, not of it. */
function innermost(list, startLine, endLine) {
  const around = list.filter(({ start, end }) => start <= endLine && end >= endLine && end >= startLine)
  return around.sort((a, b) => a.end - a.start - (b.end - b.start))[0] ?? null
}

function evolvesInside(path, { start, end }, changes) {
  return changes.some(
    (other) =>
      other.path === path &&
      other.mutation === 'INTENT_EVOLUTION' &&
      other.kind !== 'file' &&
      (other.class === 'REMOVED' || (other.startLine <= end && other.endLine >= start)),
  )
}

/** A counterpart may stand anywhere: what moved has moved, and what is renamed has another name. */
function isCounterpart(item, is, { fromLine = 1, from }) {
  if (item.node.type !== is.node.type) return false
  return from !== undefined || item.end >= fromLine || item.text === is.text
}

/** Names that the file binds around it may be others, one for one. */
function isSame(before, after) {
  if (before.text !== after.text) return false
  const [there, back] = [new Map(), new Map()]
  return before.names.every(([number, name], at) => {
    const [other, now] = after.names[at] ?? []
    if (other !== number) return false
    const isOne = (there.get(name) ?? now) === now && (back.get(now) ?? name) === name
    there.set(name, now)
    back.set(now, name)
    return isOne
  })
}

/** Imports, and what is in no unit: the statements of the whole file, where nothing in it evolved. */
function verifyFile({ path, kind }, changes, before, after) {
  if (kind === 'imports') {
    const imports = (list) => list.filter(isImport).map(importText).sort()
    return `${imports(before)}` === `${imports(after)}` ? 'same' : 'open'
  }
  if (changes.some((other) => other.path === path && other.mutation === 'INTENT_EVOLUTION')) return 'open'
  const texts = (list) =>
    list
      .filter((item) => !isImport(item))
      .map(({ text }) => text)
      .sort()
  return `${texts(before)}` === `${texts(after)}` ? 'same' : 'other'
}

function isImport({ node }) {
  return node.type === 'ImportDeclaration'
}

/** What is imported, in any order, by the names that it is used by. */
function importText({ node: { source, specifiers, importKind } }) {
  const names = specifiers.map(({ type, imported, local, importKind: own }) => [
    type,
    imported?.name ?? imported?.value,
    local.name,
    own,
  ])
  return JSON.stringify([source.value, importKind, names.map((name) => JSON.stringify(name)).sort()])
}
