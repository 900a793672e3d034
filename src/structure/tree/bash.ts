import { type Dialect, type NamedImport, PLAIN } from './dialect.ts'
import { textOf } from './rules.ts'
import { childIn, type TreeNode } from './tree-node.ts'

function sourced(node: TreeNode, text: string): NamedImport[] {
  const command = node.kind === 'command' ? childIn(node, 'name') : null
  if (command === null || !/^(?:source|\.)$/.test(textOf(command, text))) return []
  const file = childIn(node, 'argument')
  const isPlain =
    file !== null && ['word', 'raw_string'].includes(file.kind) && !/\\/.test(textOf(file, text))
  return [{ name: isPlain ? textOf(file, text).replaceAll("'", '') : null, node }]
}

export const bash: Dialect = {
  ...PLAIN,
  comments: new Set(['comment']),
  directive: /^#(?:!|\s*(?:shellcheck|shfmt|nosec|vim:|-\*-))/i,
  exact: new Set([
    ...['string', 'raw_string', 'ansi_c_string', 'translated_string', 'heredoc_redirect', 'heredoc_body'],
    ...['expansion', 'regex', 'concatenation', 'extglob_pattern'],
  ]),
  // A carriage return is a character of the word before it; the grammar takes it for a blank.
  lineEnds: 'newline only',
  // `[ a=b ]` is not `[ a = b ]`.
  layout: 'blanks',
  units: { function_definition: { kind: 'function', body: () => null, place: 'still' } },
  importsOf: sourced,
}
