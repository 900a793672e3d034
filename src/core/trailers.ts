interface Trailer {
  readonly token: string
  readonly value: string
}

const SCISSORS = /^# -+ >8 -+$/
const TRAILER = /^([A-Za-z0-9-]+)[ \t]*:(.*)$/
// Written by git itself: with one of these in it, a last paragraph may hold prose too.
const GENERATED = /^(?:Signed-off-by: |\(cherry picked from commit )/

/** The trailers of a commit message, as `git interpret-trailers --no-divider` finds them with no configuration. */
export function parseTrailers(message: string): Trailer[] {
  const block = lastParagraph(linesOf(message))
  return isTrailerBlock(block) ? readBlock(block) : []
}

function linesOf(message: string): string[] {
  const lines = message.split('\n').map((line) => line.replace(/\r$/, ''))
  const scissors = lines.findIndex((line) => SCISSORS.test(line))
  return scissors === -1 ? lines : lines.slice(0, scissors)
}

/** Empty if there is only one: the first paragraph is the title, whatever it looks like. */
function lastParagraph(lines: readonly string[]): string[] {
  const end = lines.findLastIndex(isText) + 1
  const start = lines.findLastIndex((line, at) => at < end && isBlank(line)) + 1
  return lines.slice(0, start).some(isText) ? lines.slice(start, end) : []
}

function isBlank(line: string): boolean {
  return line.trim() === ''
}

function isComment(line: string): boolean {
  return line.startsWith('#')
}

function isText(line: string): boolean {
  return !isBlank(line) && !isComment(line)
}

function isTrailerBlock(block: readonly string[]): boolean {
  let others = 0
  let isInTrailer = false
  for (const line of block) {
    // An indented line belongs to whatever stands before it; a comment stands between.
    if (!isIndented(line)) isInTrailer = isTrailerLine(line)
    if (!isInTrailer && !isComment(line)) others++
  }
  const trailers = block.filter((line) => !isIndented(line) && isTrailerLine(line)).length
  if (block.some((line) => GENERATED.test(line))) return trailers * 3 >= others
  return trailers > 0 && others === 0
}

function isIndented(line: string): boolean {
  return /^\s/.test(line)
}

function isTrailerLine(line: string): boolean {
  return GENERATED.test(line) || TRAILER.test(line)
}

function readBlock(block: readonly string[]): Trailer[] {
  const unfolded: string[] = []
  for (const line of block) {
    if (isIndented(line) && unfolded.length > 0) unfolded.push(`${unfolded.pop()} ${line.trim()}`)
    else unfolded.push(line)
  }
  return unfolded.flatMap((line) => {
    const [, token, value] = TRAILER.exec(line) ?? []
    return token === undefined || value === undefined ? [] : [{ token, value: value.trim() }]
  })
}
