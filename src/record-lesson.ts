import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Entry } from './core/change.ts'
import { AGENT_PATH } from './core/sidecar.ts'
import type { Contributor } from './core/trace.ts'
import type { Repository } from './git/types.ts'
import { type WorktreeFile, worktreeState } from './git/worktree.ts'
import { type Draft, recordWrites } from './record.ts'
import { AGENT_TEMPLATE } from './setup/templates.ts'
import { appendLesson, readLesson } from './store/agent-md.ts'
import { underLock } from './store/lock.ts'
import { stateFolder } from './store/session.ts'

export interface LessonToRecord extends Pick<Draft, 'model' | 'tool' | 'session'> {
  readonly text: string
  /** What the trace is for, and whom the lesson is for unless it is for everybody. In progress. */
  readonly intent: string
  readonly isFor: 'intent' | 'everybody'
  readonly contributor: Contributor
}

/**
 * Appends a lesson to AGENT.md and records the write. 'known' = it stood there already, nothing was written.
 * Throws USAGE for a lesson that is empty or too long, and as `recordWrites`.
 */
export async function recordLesson(repo: Repository, asked: LessonToRecord): Promise<'appended' | 'known'> {
  const lesson = readLesson(asked.isFor === 'intent' ? asked.intent : null, asked.text)
  const lock = join(stateFolder(repo.gitDir), 'agent-md.lock')
  // Two sessions at once: neither may record the other's lesson as its own.
  return await underLock(lock, async () => {
    const before = await agentFile(repo)
    const outcome = appendLesson(repo.top, lesson, AGENT_TEMPLATE)
    if (outcome === 'known') return outcome
    await recordWrites(repo, [draftOf(asked, before, await agentFile(repo))])
    return outcome
  })
}

async function agentFile(repo: Repository): Promise<WorktreeFile> {
  return (await worktreeState(repo, [AGENT_PATH])).get(AGENT_PATH) ?? ABSENT
}

const ABSENT: WorktreeFile = { entry: null, bytes: null }

function draftOf(
  { intent, contributor, model, tool, session }: LessonToRecord,
  before: WorktreeFile,
  after: WorktreeFile,
): Draft {
  const states: { before: Entry | null; after: Entry | null } = { before: before.entry, after: after.entry }
  const file = { path: AGENT_PATH, ...states, beforeBytes: before.bytes, afterBytes: after.bytes }
  return { intent, contributor, model, tool, session, callId: randomUUID(), files: [file] }
}
