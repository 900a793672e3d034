import { isSilencing, obeyedComment, readableComment } from '../comments.ts'
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
  const digest = (some: readonly string[]) => structuralHash(JSON.stringify(some.toSorted()), norm)
  const isObeyed = (comment: Comment) => obeyed.has(comment)
  const others = comments.filter((comment) => !isObeyed(comment))
  return {
    directives: digest(comments.filter(isObeyed).map(bare).map(obeyedComment)),
    comments: digest(others.map(bare).map(readableComment)),
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
function bare({ text, ...place }: Comment): Comment {
  return { ...place, text: text.replace(/^(?:#(?!!)|\/\/|--|\/\*)/, '').replace(/\*\/$/, '') }
}
