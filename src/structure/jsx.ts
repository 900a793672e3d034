import { type Node, nodeIn, nodesIn, textIn } from './node.ts'
import type { Serialiser } from './serialise.ts'

/** `{" "}`: a space that line breaks do not take away. No source that has a structure holds a NUL. */
const KEPT_SPACE = '\0'

export function jsxElementText(node: Node, { node: text }: Serialiser): string {
  const opening = nodeIn(node, 'openingElement')
  const children = childTexts(nodesIn(node, 'children'), text)
  return `{"type":"${node.type}","opening":${opening === null ? 'null' : text(opening)},"children":[${children.join(',')}]}`
}

function childTexts(children: readonly Node[], text: Serialiser['node']): string[] {
  const texts: string[] = []
  let words = ''
  const endWords = () => {
    const seen = visibleText(words)
    if (seen !== '') texts.push(JSON.stringify(['text', seen]))
    words = ''
  }
  for (const child of children) {
    const more = wordsOf(child)
    if (more === null) {
      endWords()
      texts.push(text(child))
    } else words += more
  }
  endWords()
  return texts
}

/** The text that a child is; null = it is something else. */
function wordsOf(child: Node): string | null {
  if (child.type === 'JSXText') return textIn(child, 'raw') ?? textIn(child, 'value')
  const inner = child.type === 'JSXExpressionContainer' ? nodeIn(child, 'expression') : null
  if (inner?.type === 'JSXEmptyExpression') return '' // only comments
  return inner?.type === 'Literal' && inner.value === ' ' ? KEPT_SPACE : null
}

/** Runs of blanks are one blank; blanks with a line break at either end are none, unless one of them is kept. */
function visibleText(words: string): string {
  const inner = words.replace(/^[\0 \t\r\n]+|[\0 \t\r\n]+$/g, '').replace(/[\0 \t\r\n]+/g, ' ')
  if (inner === '') return isSeen(words) ? ' ' : ''
  const before = /^[\0 \t\r\n]*/.exec(words)?.[0] ?? ''
  const after = /[\0 \t\r\n]*$/.exec(words)?.[0] ?? ''
  return `${isSeen(before) ? ' ' : ''}${inner}${isSeen(after) ? ' ' : ''}`
}

function isSeen(blanks: string): boolean {
  return blanks !== '' && (blanks.includes(KEPT_SPACE) || !/[\r\n]/.test(blanks))
}

/** `x={'s'}` is `x="s"`, and white space in a list of classes is one blank. null = as any other node. */
export function jsxAttributeText(node: Node, { node: text }: Serialiser): string | null {
  const name = nodeIn(node, 'name')
  const value = nodeIn(node, 'value')
  if (name === null || value === null) return null
  const written = attributeString(value)
  if (written === null) return null
  const isClass = name.type === 'JSXIdentifier' && ['class', 'className'].includes(String(name.name))
  const seen = isClass ? written.trim().replace(/\s+/g, ' ') : written
  return `{"type":"JSXAttribute","name":${text(name)},"text":${JSON.stringify(seen)}}`
}

function attributeString(value: Node): string | null {
  if (value.type === 'Literal') {
    const raw = textIn(value, 'raw')
    return raw === null ? null : raw.slice(1, -1).replaceAll('&quot;', '"').replaceAll('&apos;', "'")
  }
  const inner = value.type === 'JSXExpressionContainer' ? nodeIn(value, 'expression') : null
  if (inner?.type !== 'Literal' || typeof inner.value !== 'string') return null
  // Between quotes of JSX a backslash is a backslash and `&` starts an entity.
  return /["'&\\\n\r]/.test(inner.value) ? null : inner.value
}
