import { isSilencing, readableComment } from '../comments.ts'
import { structuralHash } from '../language.ts'
import type { Comment } from '../parse.ts'
import type { Unit } from '../unit.ts'
import type { Dialect } from './dialect.ts'

/** Of comments with their delimiters, in the order of the text that they stand in. */
export function digestComments(
  comments: readonly Comment[],
  text: string,
  obeying: Pick<Dialect, 'directive' | 'directiveBlock'>,
  norm: string,
): Pick<Unit, 'directives' | 'comments'> {
  const obeyed = obeyedIn(comments, text, obeying)
  const digest = (some: readonly Comment[]) => structuralHash(JSON.stringify(some.map(readable).sort()), norm)
  return {
    directives: digest(comments.filter((comment) => obeyed.has(comment))),
    comments: digest(comments.filter((comment) => !obeyed.has(comment))),
  }
}

function obeyedIn(
  comments: readonly Comment[],
  text: string,
  { directive, directiveBlock }: Pick<Dialect, 'directive' | 'directiveBlock'>,
): ReadonlySet<Comment> {
  const found = new Set<Comment>()
  let blockEnd = -1
  for (const comment of comments) {
    const isInBlock = blockEnd >= 0 && !/\S|\n[^\S\n]*\n/.test(text.slice(blockEnd, comment.start))
    const isBlock = isInBlock || directiveBlock?.test(comment.text) === true
    blockEnd = isBlock ? comment.end : -1
    if (isBlock || directive.test(comment.text) || isSilencing(comment.text)) found.add(comment)
  }
  return found
}

/** Formatters put a blank behind the sign that begins a comment. */
function readable({ text, ...place }: Comment): string {
  return readableComment({
    ...place,
    text: text.replace(/^(?:#(?!!)|\/\/|--|\/\*)/, '').replace(/\*\/$/, ''),
  })
}
