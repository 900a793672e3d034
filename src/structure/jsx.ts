import { type Node, nodeIn, nodesIn, textIn } from './node.ts'
import type { Writer } from './serialise.ts'

/** `{" "}`: a space that line breaks do not take away. No source that has a structure holds a NUL. */
const KEPT_SPACE = '\0'

export function writeJsxElement(node: Node, writer: Writer): boolean {
  const opening = nodeIn(node, 'openingElement')
  writer.element(
    () => {
      writer.raw(`{"type":"${node.type}","opening":`)
      if (opening === null) writer.raw('null')
      else writer.node(opening)
    },
    () => {
      writer.raw(',"children":[')
      writeParts(partsOf(nodesIn(node, 'children')), writer)
      writer.raw(']}')
    },
  )
  return true
}

function writeParts(parts: readonly (Node | string)[], writer: Writer): void {
  for (const [at, part] of parts.entries()) {
    if (at > 0) writer.raw(',')
    if (typeof part === 'string') writer.raw(JSON.stringify(['text', part]))
    else writer.node(part)
  }
}

/** What is seen of the children: text, and what else there is between it. */
function partsOf(children: readonly Node[]): (Node | string)[] {
  const parts: (Node | string)[] = []
  let words = ''
  const endWords = () => {
    const seen = visibleText(words)
    if (seen !== '') parts.push(seen)
    words = ''
  }
  for (const child of children) {
    const more = wordsOf(child)
    words += more ?? ''
    if (more !== null) continue
    endWords()
    // The texts around a comment have line ends of their own: `a⏎{/* b */}c` is `ac`.
    if (!isComment(child)) parts.push(child)
  }
  endWords()
  return parts
}

/** The text that a child is; null = it is something else. */
function wordsOf(child: Node): string | null {
  if (child.type === 'JSXText') return textIn(child, 'raw') ?? textIn(child, 'value')
  const inner = expressionIn(child)
  return inner?.type === 'Literal' && inner.value === ' ' ? KEPT_SPACE : null
}

function isComment(child: Node): boolean {
  return expressionIn(child)?.type === 'JSXEmptyExpression'
}

function expressionIn(child: Node): Node | null {
  return child.type === 'JSXExpressionContainer' ? nodeIn(child, 'expression') : null
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

/** `x={'s'}` is `x="s"`, and white space in a list of classes is one blank. */
export function writeJsxAttribute(node: Node, writer: Writer): boolean {
  const name = nodeIn(node, 'name')
  const value = nodeIn(node, 'value')
  if (name === null || value === null) return false
  const written = attributeString(value)
  if (written === null) return false
  const isClass = name.type === 'JSXIdentifier' && ['class', 'className'].includes(String(name.name))
  // Only what HTML takes for a blank: a no-break space is a part of a class.
  const seen = isClass ? written.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '') : written
  writer.raw('{"type":"JSXAttribute","name":')
  writer.node(name)
  writer.raw(`,"text":${JSON.stringify(seen)}}`)
  return true
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
