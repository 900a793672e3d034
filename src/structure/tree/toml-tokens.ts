import type { Comment } from '../parse.ts'

/** From the first sign to the last. */
export interface Statement {
  readonly start: number
  readonly end: number
  /** `[table]` or `[[table]]`. */
  readonly isHeader: boolean
}

const TOKEN =
  /"""(?:\\[\s\S]|(?!""")[\s\S])*"{3,5}|'''(?:(?!''')[\s\S])*'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[[\]{}\n]|[^\s"'#[\]{}]+/g

/** Of a text that is known to be TOML: what is no white space, and line breaks. */
export function tomlTokens(text: string): Comment[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: token, index }) => ({
    text: token,
    start: index,
    end: index + token.length,
  }))
}

export function isComment({ text }: Comment): boolean {
  return text.startsWith('#')
}

/** They end with a line, outside of brackets. */
export function tomlStatements(tokens: readonly Comment[]): Statement[] {
  const groups: Comment[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    depth += DEPTH.get(token.text) ?? 0
    if (token.text === '\n' && depth === 0) groups.push([])
    else groups.at(-1)!.push(token)
  }
  return groups.flatMap((group) => {
    const said = group.filter((token) => token.text !== '\n' && !isComment(token))
    return said.length === 0 ? [] : [statementOf(said)]
  })
}

const DEPTH: ReadonlyMap<string, number> = new Map([
  ['[', 1],
  ['{', 1],
  [']', -1],
  ['}', -1],
])

function statementOf(said: readonly Comment[]): Statement {
  const first = said[0]!
  return { start: first.start, end: said.at(-1)!.end, isHeader: first.text === '[' }
}
