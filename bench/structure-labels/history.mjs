// Both sides of a commit's files, from a clone that is handed in.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '../support/measure.mjs'

export function openHistory(clone) {
  const gitDir = existsSync(join(clone, '.git')) ? join(clone, '.git') : clone
  const git = (...args) => must('git', ['--git-dir', gitDir, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  return {
    /** The newest commits that touch code, merges aside. */
    newest: (count) =>
      git('rev-list', '--no-merges', '-n', `${count}`, 'HEAD', '--', 'src', 'test').trim().split('\n'),
    /** `{ path, before, after }` of the code that a commit changes; null where the path is not there. */
    filesOf(commit) {
      const raw = git('diff-tree', '-r', '-z', '--no-renames', '--no-commit-id', '--root', commit)
      const fields = raw.split('\0')
      const changes = []
      for (let at = 0; at + 1 < fields.length; at += 2) {
        const [, , from, to] = fields[at].split(' ')
        if (/\.[cm]?[jt]sx?$/.test(fields[at + 1])) changes.push({ path: fields[at + 1], from, to })
      }
      const text = contentsOf(
        changes.flatMap(({ from, to }) => [from, to]).filter((oid) => !/^0+$/.test(oid)),
      )
      return changes.map(({ path, from, to }) => ({
        path,
        before: text.get(from) ?? null,
        after: text.get(to) ?? null,
      }))
    },
  }

  function contentsOf(oids) {
    const options = { input: oids.map((oid) => `${oid}\n`).join(''), maxBuffer: 1 << 30 }
    const { stdout } = spawnSync('git', ['--git-dir', gitDir, 'cat-file', '--batch'], options)
    const texts = new Map()
    for (let at = 0; at < stdout.length; ) {
      const end = stdout.indexOf('\n', at)
      const [oid, , size] = stdout.toString('latin1', at, end).split(' ')
      if (size === undefined) throw new Error(`not in the clone: ${oid}`)
      texts.set(oid, stdout.toString('utf8', end + 1, end + 1 + Number(size)))
      at = end + 2 + Number(size)
    }
    return texts
  }
}
