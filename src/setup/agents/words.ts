/** A program and its arguments. */
export type Words = readonly [string, ...string[]]

/** What a plugin that we wrote starts for each event; null = it is not one of ours. */
export function pluginCommand(source: string): Words | null {
  const line = /^const COMMAND = (\[.*\])$/m.exec(source)?.[1]
  return line === undefined ? null : wordsOf(JSON.parse(line))
}

/** A program and its arguments, from what should be that; null = it is not. */
export function wordsOf(value: unknown): Words | null {
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string')) return null
  const [program, ...args] = value
  return program === undefined ? null : [program, ...args]
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
