import { expect, test } from 'vitest'
import { changedView } from '../../src/git/changed-view.ts'
import { treeChanges } from '../../src/git/tree-changes.ts'
import { emptyView, treeView } from '../../src/git/views.ts'
import { createRepo } from '../support/repo.ts'
import { type Files, graph, opened } from './comparing.ts'

const story: readonly Files[] = [
  {},
  { a: '1', 'd/a': '1', 'd/b': '1', 'd/e/a': '1', 'é b': '1' },
  { a: '2', 'd/a': '1', 'd/b': '1', 'd/e/a': '1', 'é b': '->1' },
  { a: '2', 'd/a': '1', 'd/e/a': '1', 'd/e/b': '1', new: '1' },
  { a: '2', 'd/a': '1', new: '1', 'n/n/n': '1' },
  { 'a/now/a/folder': '1', d: 'now a file', new: '1' },
  { new: '+x 1', 'd/again': '1' },
  {},
]

test('told by its changes, a tree is what git says it is: entries, lists, children, names', async () => {
  const repo = createRepo()
  const ids = graph(
    repo,
    story.map((files, at) => ({ files, parents: at === 0 ? [] : [at - 1] })),
  )
  const repository = await opened(repo)
  const paths = new Set(story.flatMap((files) => Object.keys(files)))
  const folders = [
    '',
    ...new Set(
      [...paths].flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))),
    ),
  ]
  let view = emptyView()
  for (const [at, id] of ids.entries()) {
    const real = treeView(repository, id, id)
    view = changedView(
      view,
      await treeChanges(repository, ids[at - 1] ?? repository.emptyTree, id),
      treeView(repository, id, id),
    )
    expect([view.id, view.label]).toEqual([id, id])
    for (const path of paths)
      expect([at, path, await view.entry(path)]).toEqual([at, path, await real.entry(path)])
    for (const folder of folders) {
      const sorted = async (asked: typeof view, name: string) => [...(await asked.list(name))].sort()
      expect([at, folder, await sorted(view, folder)]).toEqual([at, folder, await sorted(real, folder)])
      expect(await sorted(view, folder.slice(0, -1))).toEqual(await sorted(real, folder.slice(0, -1)))
      expect([at, folder, [...(await view.children(folder))].sort()]).toEqual([
        at,
        folder,
        [...(await real.children(folder))].sort(),
      ])
    }
    expect(await view.names()).toEqual(await real.names())
  }
})

test('what did not change is not asked of git again', async () => {
  const repo = createRepo()
  const ids = graph(repo, [
    { files: { 'd/a': '1', b: '1' } },
    { files: { 'd/a': '1', b: '2', c: '1' }, parents: [0] },
  ])
  const repository = await opened(repo)
  const unread = { ...emptyView(), entry: refused, list: refused, children: refused, names: refused }
  const before = treeView(repository, ids[0]!, 'before')
  const after = changedView(before, await treeChanges(repository, ids[0]!, ids[1]!), unread)
  expect(await after.list('d')).toBe(await after.list('d/'))
  expect([
    (await after.entry('b'))?.mode,
    await after.entry('none'),
    [...(await after.children(''))].sort(),
  ]).toEqual(['100644', null, ['b', 'c', 'd/']])
})

function refused(): Promise<never> {
  throw new Error('git was asked')
}
