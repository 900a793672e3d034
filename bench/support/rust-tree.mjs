/** A tree as rustc prints it, without places and without parentheses that only group. */
export function plainRust(tree) {
  const tokens = tree
    .replaceAll(/\S+\.rs:\d+:\d+: \d+:\d+ \(#\d+\)|no-location \(#0\)|NodeId\(\d+\)/g, '')
    .match(/"(?:\\.|[^"\\])*"|[{}()[\],]|[^{}()[\],"]+/g)
  return JSON.stringify(
    itemsIn(
      tokens
        .map((token) => token.trim())
        .filter((token) => !SILENT.has(token))
        .reverse(),
    ),
  )
}

/** Also whether there is white space between two tokens of a macro: what is one sign is one token. */
const SILENT = new Set(['', 'Alone', 'Joint', 'JointHidden'])

/** Items up to the closing bracket, each of words and lists of items, without the tokens of what is parsed. Takes from the end. */
function itemsIn(tokens) {
  const items = [[]]
  for (let token = tokens.pop(); token !== undefined && !'})]'.includes(token); token = tokens.pop()) {
    if (token === ',') items.push([])
    else items.at(-1).push('{(['.includes(token) ? itemsIn(tokens) : token)
  }
  return items
    .filter(([word]) => word !== undefined && !/^(?:DelimSpacing|tokens: (?!TokenStream))/.test(word))
    .map(ungrouped)
}

/** `Expr { kind: Paren(Expr { … }), … }` is what is in it; so are patterns and types. */
function ungrouped(item) {
  const fields = Array.isArray(item.at(-1)) ? item.at(-1) : []
  const group = fields.find(([name]) => name === 'kind: Paren')
  return group === undefined ? item : [...item.slice(0, -1), group[1][0].at(-1)]
}
