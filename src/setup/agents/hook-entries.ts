import { type Head, roomIn } from './head.ts'
import { containerAt, type Jsonc, nameOf, nodeAt, type Path, valueAt } from './jsonc.ts'
import { append, remove, replace } from './jsonc-edit.ts'

/** What an agent's settings are to hold under `hooks`. */
export interface HookEntries {
  /** Event → the entry that runs our hook, and the command in it. */
  readonly entries: ReadonlyMap<string, HookEntry>
  readonly isOwn: (command: string) => boolean
  /** What the file holds besides, where we made it. */
  readonly head: Head
}

export interface HookEntry {
  readonly command: string
  readonly entry: unknown
}

const HOOKS = 'hooks'

/** With our hooks: what is ours already gets today's command in place, and nothing else is touched. */
export function putHooks(jsonc: Jsonc, hooks: HookEntries): Jsonc {
  const known = dropHooks(jsonc, { ...hooks, isDue: (event) => !hooks.entries.has(event) })
  return [...hooks.entries].reduce((now, [event, entry]) => putEntry(now, event, entry, hooks), known)
}

function putEntry(jsonc: Jsonc, event: string, { command, entry }: HookEntry, hooks: HookEntries): Jsonc {
  const [first, ...more] = ownCommands(jsonc, event, hooks.isOwn)
  if (first !== undefined) {
    const single = more.reverse().reduce((now, path) => withoutCommand(now, path), jsonc)
    return valueAt(single, first) === command ? single : replace(single, first, command)
  }
  if (containerAt(jsonc, [HOOKS, event], 'Array') !== null)
    return append(jsonc, [HOOKS, event], { value: entry })
  if (containerAt(jsonc, [HOOKS], 'Object') !== null)
    return append(jsonc, [HOOKS], { name: event, value: [entry] })
  return append(jsonc, [], { name: HOOKS, value: { [event]: [entry] } }, roomIn(hooks.head))
}

interface Dropped extends Pick<HookEntries, 'isOwn'> {
  readonly isDue: (event: string) => boolean
}

/** Without our hooks for the events that are due, and without what came with them. */
export function dropHooks(jsonc: Jsonc, { isOwn, isDue }: Dropped): Jsonc {
  const events = eventsIn(jsonc).filter(isDue)
  // Last in, first out: so every byte is as it was.
  return events.reverse().reduce(
    (now, event) =>
      ownCommands(now, event, isOwn)
        .reverse()
        .reduce((left, path) => withoutCommand(left, path), now),
    jsonc,
  )
}

/** Takes the command out, and what then holds nothing and came with it: its group, its event, `hooks`. */
function withoutCommand(jsonc: Jsonc, path: Path): Jsonc {
  let place = path.slice(0, -1)
  let result = remove(jsonc, place)
  while (result.left === 'own' && place.length > 1) {
    // A group's `hooks` is only a part of it.
    place = typeof place.at(-1) === 'number' && place.length > 3 ? place.slice(0, -2) : place.slice(0, -1)
    result = remove(result.jsonc, place)
  }
  return result.jsonc
}

/** Where our commands stand under an event: in entries, and in those of groups. What else may stand there is not ours. */
function ownCommands(jsonc: Jsonc, event: string, isOwn: (command: string) => boolean): Path[] {
  return placesIn(jsonc, [HOOKS, event]).flatMap((entry) => {
    const isGroup = nodeAt(jsonc, [...entry, HOOKS]) !== null
    const holders = isGroup ? placesIn(jsonc, [...entry, HOOKS]) : [entry]
    return holders.map((holder) => [...holder, 'command']).filter((path) => isOwnAt(jsonc, path, isOwn))
  })
}

function placesIn(jsonc: Jsonc, path: Path): Path[] {
  const list = nodeAt(jsonc, path)
  return list?.type === 'Array' ? list.elements.map((_, at) => [...path, at]) : []
}

function isOwnAt(jsonc: Jsonc, path: Path, isOwn: (command: string) => boolean): boolean {
  const value = valueAt(jsonc, path)
  return typeof value === 'string' && isOwn(value)
}

/** Every command of ours that stands there, with the event it is for. */
export function findOwn(
  jsonc: Jsonc,
  isOwn: HookEntries['isOwn'],
): { event: string; command: string; path: Path }[] {
  return eventsIn(jsonc).flatMap((event) =>
    ownCommands(jsonc, event, isOwn).map((path) => ({ event, command: String(valueAt(jsonc, path)), path })),
  )
}

function eventsIn(jsonc: Jsonc): string[] {
  const hooks = nodeAt(jsonc, [HOOKS])
  return hooks?.type === 'Object' ? hooks.members.map(nameOf) : []
}
