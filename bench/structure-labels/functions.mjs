// The functions of a file as a label names them, by Babel.

/** `{ name, params, slice, text, names }` of every function that has a name: a declaration, a property, a method, what is assigned. */
export function functionsIn(oracle, path, text) {
  const program = oracle.itemsOf(path, text)
  if (program === null) return []
  const found = []
  const walk = (node, name) => {
    if (Array.isArray(node)) for (const item of node) walk(item, null)
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return
    const own = nameOf(node) ?? name
    if (/Function|ObjectMethod|ClassMethod/.test(node.type) && own !== null) found.push({ name: own, node })
    for (const key of Object.keys(node))
      if (!/omments$|^loc$|^extra$/.test(key)) walk(node[key], nameFor(node, key))
  }
  // Class members stand in the list a second time.
  const ends = new Set()
  for (const { node } of program)
    if (!ends.has(node) && /Statement|Declaration/.test(node.type)) walk(node, null)
  return found.map(({ name, node }) => ({
    name,
    params: node.params.map((param) => text.slice(param.start, param.end).replace(/[^\w$].*$/s, '')),
    slice: text.slice(node.start, node.end),
    isMethod: /Method$/.test(node.type),
  }))
}

function nameOf(node) {
  if (/Function/.test(node.type)) return node.id?.name ?? null
  return /Method$/.test(node.type) ? keyName(node.key) : null
}

/** What a function that stands in this field is called. */
function nameFor(node, field) {
  if (node.type === 'VariableDeclarator' && field === 'init') return node.id.name ?? null
  if (/Property$/.test(node.type) && field === 'value') return keyName(node.key)
  if (node.type === 'AssignmentExpression' && field === 'right')
    return node.left.type === 'MemberExpression' ? keyName(node.left.property) : (node.left.name ?? null)
  return null
}

function keyName(key) {
  return key?.name ?? (typeof key?.value === 'string' ? key.value : null)
}

/** A function alone, as a text of its own. */
export function alone({ slice, isMethod }) {
  return isMethod ? `class Unit {\n${slice.replace(/,$/, '')}\n}\n` : `const unit = ${slice}\n`
}
