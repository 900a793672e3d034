import { type CssPart, cssTokens } from './css-tokens.ts'
import { type Dialect, type NamedImport, PLAIN, type Rule, type UnitShape } from './dialect.ts'
import { nothing, textOf } from './rules.ts'
import { childOf, type TreeNode } from './tree-node.ts'

const BLOCKS = ['block', 'keyframe_block_list']

/** `@media …`, `0%`: all that stands before the block. */
const withPrelude: Rule = (node, canoniser) => {
  const block = childOf(node, ...BLOCKS)
  const text = canoniser.text(node)
  const prelude = block === null ? text.replace(/;$/, '') : text.slice(0, block.start - node.start)
  const body = block === null ? null : canoniser.node(block, node)
  return [node.kind, ...cssTokens(prelude, 'prelude'), ...(body === null ? [] : [body])]
}

const declaration: Rule = (node, { text }) => {
  const written = text(node)
  const colon = written.indexOf(':')
  const name = written.slice(0, colon).trim()
  const value = written.slice(colon + 1).replace(/;$/, '')
  // `U+1E3` is no number, and `element(#A)` no colour.
  const isRaw = /^--|^unicode-range$/i.test(name) || /element\(/i.test(value)
  const part: CssPart = isRaw ? 'raw' : 'value'
  return [node.kind, name.startsWith('--') ? name : name.toLowerCase(), ...cssTokens(value, part)]
}

const selectors: Rule = (node, { text }) => [node.kind, ...cssTokens(text(node), 'selector')]

function selectorName(node: TreeNode, text: string): string | null {
  const found = childOf(node, 'selectors')
  return found === null ? null : cssTokens(textOf(found, text), 'selector').join('')
}

function preludeName(node: TreeNode, text: string): string {
  const end = childOf(node, ...BLOCKS)?.start ?? node.end
  return cssTokens(text.slice(node.start, end).replace(/;$/, ''), 'prelude').join('')
}

const blockOf = (node: TreeNode) => childOf(node, ...BLOCKS)

const atRule: UnitShape = { kind: 'rule', name: preludeName, body: blockOf, place: 'acts' }

const AT_RULES = [
  'media_statement',
  'supports_statement',
  'keyframes_statement',
  'at_rule',
  'scope_statement',
]

function cssImports(node: TreeNode, text: string): NamedImport[] {
  if (node.kind !== 'import_statement') return []
  const written = /^@import\s+(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"');]+))/i.exec(textOf(node, text))
  return [{ name: written?.slice(1).find((name) => name !== undefined) ?? null, node }]
}

/** It is one as it stands, quotes included, and at the very beginning. */
const charset: Rule = (node, { text }) => {
  const above = text({ ...node, start: 0, end: node.start })
  return [node.kind, text(node), ...(above.replace(/^\uFEFF/, '') === '' ? [] : ['#late'])]
}

export const css: Dialect = {
  ...PLAIN,
  comments: new Set(['comment']),
  directive: /^\/\*\s*(?:[!#@]|stylelint|csslint|prettier|postcss|autoprefixer|rtl:|purgecss|scss-lint)/i,
  lineEnds: 'one',
  rules: {
    ...Object.fromEntries(
      [...AT_RULES, 'import_statement', 'namespace_statement', 'keyframe_block'].map((kind) => [
        kind,
        withPrelude,
      ]),
    ),
    charset_statement: charset,
    declaration,
    selectors,
    ';': nothing,
  },
  units: {
    rule_set: { kind: 'rule', name: selectorName, body: () => null, place: 'acts' },
    ...Object.fromEntries(AT_RULES.map((kind) => [kind, atRule])),
  },
  isImport: ({ kind }) => kind === 'import_statement',
  importsOf: cssImports,
  importWord: /@import/i,
}
