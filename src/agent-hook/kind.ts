const NAMES = /"(?:hook_?event_?name|event|type|tool_?name)"\s*:\s*"[^"]{1,80}"/gi
const SHELL = /bash|shell|command|exec|terminal/i

/** A guess at what an event needs, before anything is loaded that could read it; only the time it takes depends on it. */
export function kindOf(payload: string, args: readonly string[]): string {
  const names = [...args, ...(payload.slice(0, 4096).match(NAMES) ?? [])].join(' ')
  const phase = /pre(?!ss)|before/i.test(names) ? 'before' : /post|after/i.test(names) ? 'after' : 'other'
  return SHELL.test(names) ? `${phase}-shell` : phase
}
