const EVENT = /"(?:hook_event_name|hookEventName|hookName|event)" ?: ?"([\w.]{1,40})"/
const TOOL = /"(?:tool_name|toolName)" ?: ?"(\w{1,40})"/
const SHELLS = ['bash', 'shell', 'command', 'exec', 'terminal']

/** A guess at what an event needs, before anything is loaded that could read it; only the time it takes depends on it. */
export function kindOf(payload: string, args: readonly string[]): string {
  const start = payload.slice(0, 4096)
  const said = [...args, EVENT.exec(start)?.[1] ?? ''].map((name) => name.toLowerCase())
  const tool = TOOL.exec(start)?.[1]?.toLowerCase() ?? ''
  const isAny = (...beginnings: string[]) =>
    said.some((name) => beginnings.some((one) => name.startsWith(one)))
  const phase = isAny('pre', 'before') ? 'before' : isAny('post', 'after') ? 'after' : 'other'
  return SHELLS.some((name) => tool.includes(name)) ? `${phase}-shell` : phase
}
