import type { Intent } from '../core/intent.ts'
import { suggestion } from './did-you-mean.ts'
import { printable } from './printable.ts'
import type { ShapeIssue } from './schema-issues.ts'

/** What the schema does not show: an id given twice, a parent that is not declared, parents in a circle, a glob that misleads. */
export function intentIssues(list: readonly Intent[]): ShapeIssue[] {
  const parents: Parents = new Map(list.map(({ id, parent }) => [id, parent]))
  const circle = circleOf(parents)
  const lineage = list.flatMap(({ id, parent }, i): ShapeIssue[] => {
    const message = parent === undefined ? null : parentProblem(id, parent, parents, circle)
    return message === null ? [] : [{ path: ['active_intents', i, 'parent'], on: 'value', message }]
  })
  return [...repeatedIds(list), ...lineage, ...misleadingGlobs(list)]
}

// The matcher resolves `src/../billing/**` to `billing/**`, and whoever reviews it sees `src`. A leading `./` matches nothing.
const DOT_SEGMENT = /(?:^|[/{,(|])\.\.?(?=[/},)|]|$)/

function misleadingGlobs(list: readonly Intent[]): ShapeIssue[] {
  return list.flatMap(({ owned_scope }, i) =>
    owned_scope.flatMap((glob, at): ShapeIssue[] => {
      const message = `'${printable(glob)}' has a segment . or ..: write the path from the repository root`
      const path = ['active_intents', i, 'owned_scope', at]
      return DOT_SEGMENT.test(glob.replace(/^!/, '')) ? [{ path, on: 'value', message }] : []
    }),
  )
}

/** Every place of an id that is given more than once. */
function repeatedIds(list: readonly Intent[]): ShapeIssue[] {
  const times = new Map<string, number>()
  for (const { id } of list) times.set(id, (times.get(id) ?? 0) + 1)
  return list.flatMap(({ id }, i): ShapeIssue[] => {
    const message = `id '${id}' is given ${times.get(id)} times`
    return times.get(id) === 1 ? [] : [{ path: ['active_intents', i, 'id'], on: 'value', message }]
  })
}

type Parents = ReadonlyMap<string, string | undefined>

// Comparing every unknown parent with every id takes its time: past this many, none is suggested.
const MOST_COMPARED = 500

function parentProblem(
  id: string,
  parent: string,
  parents: Parents,
  circle: ReadonlySet<string>,
): string | null {
  if (circle.has(id)) return `the parents of ${id} lead in a circle`
  if (parents.has(parent)) return null
  const guess = parents.size > MOST_COMPARED ? '' : suggestion(parent, parents.keys())
  return `parent '${printable(parent)}' is not declared${guess}`
}

// No id is empty.
const NO_PARENT = ''

/** Ids whose parents, followed up, never come to an end. */
function circleOf(parents: Parents): Set<string> {
  const children = new Map<string, string[]>()
  for (const [id, parent = NO_PARENT] of parents)
    append(children, parents.has(parent) ? parent : NO_PARENT, id)
  const ended = new Set([NO_PARENT])
  for (const id of ended) for (const child of children.get(id) ?? []) ended.add(child)
  return new Set([...parents.keys()].filter((id) => !ended.has(id)))
}

function append(lists: Map<string, string[]>, key: string, item: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}
