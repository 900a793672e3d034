import { runGit } from './lazy-git.ts'
import type { World } from './world.ts'
import type { RawFile } from './writes.ts'

/**
 * The paths whose whole content stands in a commit that the command names, at this path or at the one it names: git took it from
 * there (a checkout, a restore, a show), and whoever wrote it, it was not the command.
 */
export async function pathsFromCommits(
  { site, env }: World,
  sources: readonly string[],
  files: readonly RawFile[],
): Promise<ReadonlySet<string>> {
  // The answers are told apart by line.
  const made = files.flatMap(({ path, after }) =>
    after.entry === null || path.includes('\n') ? [] : [{ path, blob: after.entry.blob }],
  )
  if (sources.length === 0 || made.length === 0) return new Set()
  const named = sources.filter((source) => source.includes(':'))
  const commits = sources.filter((source) => !source.includes(':'))
  const asked = [...named, ...made.flatMap(({ path }) => commits.map((commit) => `${commit}:${path}`))]
  const place = { cwd: site.top, env: { ...env, GIT_DIR: site.gitDir } }
  const { stdout } = await runGit(place, ['cat-file', '-z', '--batch-check=%(objectname)'], {
    input: asked.map((name) => `${name}\0`).join(''),
  })
  // Of a name that is none: `NAME missing`.
  const answers = stdout.toString('latin1').split('\n')
  const anywhere = answers.slice(0, named.length)
  const isFrom = ({ blob }: { readonly blob: string }, at: number) => {
    const start = named.length + at * commits.length
    return anywhere.includes(blob) || answers.slice(start, start + commits.length).includes(blob)
  }
  return new Set(made.filter(isFrom).map(({ path }) => path))
}
