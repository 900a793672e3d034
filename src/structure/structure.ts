import { isDirective } from './comments.ts'
import { FileNames } from './file-names.ts'
import type { Language } from './language.ts'
import { type Node, nodesIn } from './node.ts'
import { type Outline, outline } from './outline.ts'
import type { Parsed } from './parse.ts'
import { createLineCount } from './place.ts'
import { ScriptUnit } from './script-unit.ts'

/** The unit that is the whole file. */
export function structureOf(text: string, { program, comments }: Parsed, lang: Language): ScriptUnit {
  const shape = wholeFile(program)
  const names = new FileNames(program, shape, lang)
  const file = {
    ...{ text, comments, names, lineAt: createLineCount(text), reading: readingOf(program, lang) },
    directives: comments.filter(isDirective),
    remarks: comments.filter((comment) => !isDirective(comment)),
  }
  return new ScriptUnit(shape, { start: 0, end: text.length }, null, file)
}

export function wholeFile(program: Node): Outline {
  const statements = nodesIn(program, 'body')
  return {
    ...{ kind: 'file', name: '', nameNode: null, place: 'acts' },
    nodes: statements,
    statements,
    children: outline(statements),
  }
}

/** What decides how a statement of a file is read, beside its own text. */
function readingOf({ body, sourceType }: Node, lang: Language): string {
  const directives = Array.isArray(body) ? body.flatMap(({ directive }) => directive ?? []) : []
  return JSON.stringify([lang, sourceType, ...directives])
}
