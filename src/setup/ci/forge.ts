import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from '../site.ts'

export const FORGES = ['github', 'gitlab'] as const

export type Forge = (typeof FORGES)[number]

const SIGNS: Readonly<Record<Forge, string>> = { github: '.github', gitlab: '.gitlab-ci.yml' }

/** The forges whose CI would read this repository, by the remotes' hosts and by what stands in the tree. */
export async function findForges({ git, top }: Pick<Site, 'git' | 'top'>): Promise<Forge[]> {
  const listed = (await git.ask('config', '-z', '--get-regexp', '^remote\\..*\\.url$')) ?? ''
  const hosts = listed.split('\0').map((entry) => hostOf(entry.slice(entry.indexOf('\n') + 1)))
  return FORGES.filter(
    (forge) => existsSync(join(top, SIGNS[forge])) || hosts.some((host) => host.includes(forge)),
  )
}

// `https://user@host/path`, or `user@host:path`; '' for a folder of this machine.
function hostOf(url: string): string {
  return (/^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?([^:/@]+)[:/]/i.exec(url)?.[1] ?? '').toLowerCase()
}

/** What `origin` says, else a branch named as such branches are, else the one that is checked out. */
export async function defaultBranch({ git }: Pick<Site, 'git'>): Promise<string> {
  const remote = await git.ask('symbolic-ref', '--short', 'refs/remotes/origin/HEAD')
  if (remote !== null) return remote.replace(/^origin\//, '')
  for (const name of ['main', 'master']) {
    for (const place of ['refs/remotes/origin', 'refs/heads']) {
      if ((await git.ask('rev-parse', '--verify', '--quiet', `${place}/${name}`)) !== null) return name
    }
  }
  return (await git.ask('symbolic-ref', '--short', 'HEAD')) ?? 'main'
}
