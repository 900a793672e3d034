import { evaluate, type MemberNode } from '@humanwhocodes/momoa'
import { type Jsonc, nameOf, rangeOf } from './jsonc.ts'
import type { Room } from './jsonc-edit.ts'

/** What a settings file begins with where we make it, such as its version. */
export type Head = Readonly<Record<string, unknown>>

/** A file that holds no more than its head has nothing of the user's to line up with. */
export function roomIn(head: Head): Room {
  return {
    isFirst: (container) =>
      container.type === 'Object' && container.members.every((member) => isOfHead(member, head)),
  }
}

/** Does the file hold nothing but its head? */
export function isBare({ root }: Jsonc, head: Head): boolean {
  return root.type === 'Object' && roomIn(head).isFirst(root)
}

/** Did we make this file, and nobody write into it since? Into one that held nothing else we write after a blank line. */
export function isOurFile({ root, text, tokens }: Jsonc, head: Head): boolean {
  const first = root.type === 'Object' ? root.members.find((member) => !isOfHead(member, head)) : undefined
  if (first === undefined || tokens.some(({ type }) => type.endsWith('Comment'))) return false
  const [start] = rangeOf(first)
  const before = tokens.findLast((token) => rangeOf(token)[1] <= start)
  return before !== undefined && !/\n[^\S\n]*\r?\n/.test(text.slice(rangeOf(before)[1], start))
}

function isOfHead(member: MemberNode, head: Head): boolean {
  const name = nameOf(member)
  return Object.hasOwn(head, name) && evaluate(member.value) === head[name]
}
