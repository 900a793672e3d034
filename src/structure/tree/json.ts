import { type AnyNode, parse } from '@humanwhocodes/momoa'
import type { Canon } from './canonical.ts'
import type { Entry, Values } from './values.ts'

/** Numbers as they are written, since 1 and 1.0 are not the same to everybody; null = it is not JSON, or JSON with comments. */
export function jsonValues(text: string): Values | null {
  const document = parsed(text)
  if (document === null) return null
  const { body, tokens } = document
  const comments = (tokens ?? [])
    .filter(({ type }) => type === 'LineComment' || type === 'BlockComment')
    .map((token) => {
      const [start, end] = rangeIn(token)
      return { text: text.slice(start, end).trimEnd(), start, end }
    })
  if (body.type !== 'Object') return { rest: canonOf(body, text), entries: [], comments }
  const entries = body.members.map((member): Entry => {
    const [start, end] = rangeIn(member)
    return { name: keyOf(member.name), canon: canonOf(member.value, text), start, end }
  })
  return { rest: ['object', ...commaAfter(body, body.members, text)], entries, comments }
}

function parsed(text: string) {
  try {
    return parse(text, { mode: 'jsonc', ranges: true, tokens: true, allowTrailingCommas: true })
  } catch (error) {
    if (error instanceof RangeError) throw error
    return null
  }
}

function rangeIn({ range }: { readonly range?: readonly number[] | undefined }): readonly [number, number] {
  const [start, end] = range ?? []
  if (start === undefined || end === undefined) throw new TypeError('a node without its place')
  return [start, end]
}

function keyOf(name: { readonly type: string; readonly value?: string; readonly name?: string }): string {
  return name.value ?? name.name ?? ''
}

function canonOf(node: AnyNode, text: string): Canon {
  switch (node.type) {
    case 'Object':
      return [
        'object',
        ...node.members.map(({ name, value }) => [keyOf(name), canonOf(value, text)]),
        ...commaAfter(node, node.members, text),
      ]
    case 'Array':
      return [
        'array',
        ...node.elements.map(({ value }) => canonOf(value, text)),
        ...commaAfter(node, node.elements, text),
      ]
    case 'String':
      return ['string', node.value]
    default:
      return [node.type, text.slice(...rangeIn(node))]
  }
}

type Ranged = { readonly range?: readonly number[] | undefined }

/** Not every reader of JSON takes a comma at the end. */
function commaAfter(node: Ranged, items: readonly { readonly value: Ranged }[], text: string): Canon[] {
  const last = items.at(-1)
  if (last === undefined) return []
  return text.slice(rangeIn(last.value)[1], rangeIn(node)[1]).includes(',') ? [['#comma']] : []
}
