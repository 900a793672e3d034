import { createLineCount } from '../place.ts'
import { type Reading, without } from '../reading.ts'
import type { Unit } from '../unit.ts'
import { dialects, type GrammarName } from './dialects.ts'
import { GrammarError } from './grammar.ts'
import { importsInTree } from './imports-in-tree.ts'
import { parseTree } from './parse-tree.ts'
import { structureOfTree } from './structure-tree.ts'

/** The structure of a text in a language that tree-sitter parses. */
export async function readTree(written: string, grammar: GrammarName): Promise<Reading> {
  const dialect = dialects[grammar]
  if (dialect.lineEnds === 'newline only' && written.includes('\r')) return without('syntax')
  const text = dialect.lineEnds === 'one' ? withLineEnds(written) : written
  try {
    const parsed = await parseTree(text, grammar)
    const unit = structureOfTree(text, parsed, dialect)
    if (!hasHash(unit)) return without('syntax')
    const imports = importsInTree(parsed.root, text, createLineCount(text), dialect)
    return { kind: 'structured', norm: parsed.norm, unit, imports }
  } catch (error) {
    if (error instanceof GrammarError) return without('parser')
    throw error
  }
}

/** The last line as well: without, some grammars miss the end of a statement. */
function withLineEnds(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  return lines.endsWith('\n') ? lines : `${lines}\n`
}

function hasHash({ hash, own, children }: Unit): boolean {
  return hash !== null || own !== null || children.some(hasHash)
}
