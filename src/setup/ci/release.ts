import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { ENGLISH } from '../../core/english.ts'
import { GateError } from '../../core/error.ts'

/**
 * Written into the package by the release workflow: the commit whose Action belongs to it. A commit cannot hold its
 * own id, so the file is in no commit, and a build from source has none.
 */
export const RELEASE_FILE = 'dist/release.json'

const Release = z.strictObject({
  action: z.string().check(z.regex(/^[\w-]+\/[\w.-]+$/)),
  version: z.string().check(z.regex(/^v\d+\.\d+\.\d+(?:-[\w.-]+)?$/)),
  commit: z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)),
})

/** The Action at one commit, which nobody can move. */
export interface Pin {
  /** OWNER/REPO, or OWNER/REPO/FOLDER. */
  readonly action: string
  /** 40 or 64 hex digits. */
  readonly commit: string
  /** The release that the commit is; null = a person named the commit. */
  readonly version: string | null
}

/** The pin that a person names, else the one of this release. Throws USAGE where there is none: nothing is written that could move. */
export function choosePin(named: string | undefined, running: string): Pin {
  if (named !== undefined) return parsePin(named)
  const file = join(running, RELEASE_FILE)
  if (existsSync(file)) return Release.parse(JSON.parse(readFileSync(file, 'utf8')), ENGLISH)
  throw new GateError('USAGE', {
    message:
      'this intentgate was built from source: it does not know which commit of the Action belongs to it',
    remedy:
      'install a release, or name the commit: npx intentgate init --ci github --action OWNER/REPO@COMMIT',
  })
}

export function parsePin(text: string): Pin {
  const [, action, commit] = /^([\w-]+\/[\w.-]+(?:\/[\w.-]+)*)@([0-9a-f]{40}|[0-9a-f]{64})$/.exec(text) ?? []
  if (action !== undefined && commit !== undefined) return { action, commit, version: null }
  throw new GateError('USAGE', {
    message: `--action ${text} does not name a commit`,
    remedy:
      'give OWNER/REPO@ and all 40 digits of the commit id: a tag or a branch can be moved to other code',
  })
}
