/** What one section of an `apply_patch` text does; paths as the patch has them. */
export type PatchStep =
  | { readonly operation: 'write' | 'edit' | 'delete'; readonly path: string }
  | { readonly operation: 'move'; readonly path: string; readonly to: string }

const BEGIN = '*** Begin Patch'
const END = '*** End Patch'
const SECTION = /^\*\*\* (?<verb>Add|Update|Delete) File: (?<path>.*\S)$/
const MOVE = /^\*\*\* Move to: (?<to>.*\S)$/
const PREAMBLE = /^\*\*\* Environment ID:/
const OPERATIONS: Readonly<Record<string, 'write' | 'edit' | 'delete'>> = {
  Add: 'write',
  Update: 'edit',
  Delete: 'delete',
}

/** Which lines belong to a section, by what they begin with. A blank line of an update is an empty context line. */
const BODY: Readonly<Record<PatchStep['operation'], RegExp>> = {
  write: /^\+/,
  edit: /^(?:\s*$|[ +-]|@@|\*\*\* End of File\s*$)/,
  move: /^(?:\s*$|[ +-]|@@|\*\*\* End of File\s*$)/,
  delete: /^$/,
}

/**
 * Reads the patch text that Codex's `apply_patch` takes, a tool of several agents:
 * `*** Begin Patch`, perhaps an environment, sections (Add, Update with an optional Move, Delete), `*** End Patch`.
 * null = a line we do not know: another path may stand there, so nothing is guessed.
 */
export function parsePatch(text: string): readonly PatchStep[] | null {
  const lines = text.trim().split(/\r?\n/)
  if (lines[0]!.trim() !== BEGIN || lines.at(-1)!.trim() !== END) return null
  const steps: PatchStep[] = []
  const first = PREAMBLE.test(lines[1]!) ? 2 : 1
  const isRead = lines.slice(first, -1).every((line) => takeLine(steps, line))
  return isRead && steps.length > 0 ? steps : null
}

function takeLine(steps: PatchStep[], line: string): boolean {
  const last = steps.at(-1)
  if (last !== undefined && BODY[last.operation].test(line)) return true
  const step = sectionOf(line) ?? movedBy(line, last)
  if (step === null) return false
  if (step.operation === 'move') steps.pop()
  steps.push(step)
  return true
}

// Headers are taken with blanks around them, as Codex takes them.
function sectionOf(line: string): PatchStep | null {
  const section = SECTION.exec(line.trim())?.groups
  return section === undefined ? null : { operation: OPERATIONS[section.verb!]!, path: section.path! }
}

function movedBy(line: string, last: PatchStep | undefined): PatchStep | null {
  const to = MOVE.exec(line.trim())?.groups?.to
  if (to === undefined || last?.operation !== 'edit') return null
  return { operation: 'move', path: last.path, to }
}

/** Every path that a header names, even where the patch as a whole cannot be read. */
export function patchPaths(text: string): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const trimmed = line.trim()
    return SECTION.exec(trimmed)?.groups?.path ?? MOVE.exec(trimmed)?.groups?.to ?? []
  })
}

export function holdsPatch(text: string): boolean {
  return text.includes(BEGIN)
}

// In a command the first line may follow the quote that the patch stands in; after a sign it is content of another patch.
const FIRST = /^(?![+-])(?:.*["'])?\*\*\* Begin Patch\s*$/

/** The patches in a longer text (a heredoc, a quoted argument), each from its first line to its last. */
export function findPatches(text: string): readonly string[] {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, at) => (FIRST.test(line) ? [at] : []))
  return starts.flatMap((start, index) => {
    const body = lines.slice(start + 1, starts[index + 1])
    const end = body.findIndex((line) => line.startsWith(END))
    return end === -1 ? [] : [[BEGIN, ...body.slice(0, end), END].join('\n')]
  })
}
