import { GateError } from '../core/error.ts'
import type { DiffHunk } from '../core/evidence.ts'

const NEWLINE = 0x0a
const FILE = /^diff --git a\/([0-9]+) b\/\1$/
const HUNK = /^@@ -([0-9]+)(?:,([0-9]+))? \+([0-9]+)(?:,([0-9]+))? @@/
/** Both are shorter than this, up to the part that we read. */
const LONGEST = 200

export interface HunkScan {
  readonly read: (chunk: Buffer) => 'more'
  /** The hunks per file. */
  readonly end: () => ReadonlyMap<number, readonly DiffHunk[]>
}

/**
 * Reads the hunk headers of `git diff-tree -p` over files that are named by number, as output comes. Every line of a file's text
 * stands behind `+`, `-` or a blank, so no text can pass for a header.
 */
export function createHunkScan(): HunkScan {
  const files = new Map<number, DiffHunk[]>()
  let hunks: DiffHunk[] | null = null
  let line = ''

  function endLine(): void {
    const [, name] = FILE.exec(line) ?? []
    if (name !== undefined) {
      hunks = []
      files.set(Number(name), hunks)
    } else if (line.startsWith('@@')) {
      if (hunks === null) throw unexpected(line)
      hunks.push(parseHunk(line))
    }
    line = ''
  }

  return {
    read(chunk) {
      for (let at = 0; at < chunk.length; ) {
        const newline = chunk.indexOf(NEWLINE, at)
        const end = newline === -1 ? chunk.length : newline
        // A line of text may be megabytes long; only its start tells what it is.
        line += chunk.toString('latin1', at, Math.min(end, at + Math.max(0, LONGEST - line.length)))
        if (newline !== -1) endLine()
        at = end + 1
      }
      return 'more'
    },
    end() {
      if (line !== '') throw unexpected(line)
      return files
    },
  }
}

function parseHunk(line: string): DiffHunk {
  const [, oldStart, oldCount = '1', newStart, newCount = '1'] = HUNK.exec(line) ?? []
  if (oldStart === undefined || newStart === undefined) throw unexpected(line)
  return [Number(oldStart), Number(oldCount), Number(newStart), Number(newCount)]
}

function unexpected(line: string): GateError {
  return new GateError('GIT_OUTPUT', { command: 'diff-tree', detail: JSON.stringify(line) })
}
