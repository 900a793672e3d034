import { checkUncommitted } from '../../check-uncommitted.ts'
import { openRepository } from '../../git/repository.ts'
import type { Repository } from '../../git/types.ts'
import type { Gate, LessonGiven } from '../../mcp/gate.ts'
import { recordLesson } from '../../record-lesson.ts'
import { offerBinding, sessionKeyOf, writeDeclared } from '../../store/bindings.ts'
import { openIntentBook } from '../../store/intent-book.ts'
import { commandLineSession, stateFolder } from '../../store/session.ts'
import type { Io } from '../command.ts'
import { explain } from '../commands/explain.ts'
import { openIntent } from '../ledger/choose-intent.ts'
import { parserEntry } from '../package-root.ts'
import { VERSION } from '../version.ts'
import { declaredIntent } from './declared.ts'

/** The gate of one working tree, as a long-lived server asks it. */
export async function openGate(io: Io): Promise<Gate> {
  const { top, state } = await placesOf(io.cwd)
  const book = openIntentBook(top)
  const here = { ...io, cwd: top }
  return {
    intents: book.intents,
    select(id, session) {
      const selection = book.select(id)
      if (selection.kind === 'selected') {
        writeDeclared(state, id)
        if (session !== null) offerBinding(state, sessionKeyOf(session.agent, session.session), id)
      }
      return selection
    },
    current: (session) => declaredIntent(state, session, book.intents()),
    check: (scope) => checkUncommitted(top, scope, { place: 'local', parser: parserEntry() }),
    async recordLesson(lesson) {
      openIntent(book.intents(), lesson.intent)
      return await withRepository(top, (repo) => recordLesson(repo, byAgent(state, lesson)))
    },
    explain: (place) => textOf(here, place),
  }
}

async function placesOf(cwd: string): Promise<{ readonly top: string; readonly state: string }> {
  return await withRepository(cwd, async (repo) => ({ top: repo.top, state: stateFolder(repo.gitDir) }))
}

async function withRepository<T>(cwd: string, work: (repo: Repository) => Promise<T>): Promise<T> {
  const repo = await openRepository(cwd)
  try {
    return await work(repo)
  } finally {
    await repo.close()
  }
}

function byAgent(state: string, { text, intent, isFor }: LessonGiven) {
  return {
    text,
    intent,
    isFor,
    contributor: 'ai',
    model: null,
    tool: { name: 'intentgate', version: VERSION, call: 'record_lesson' },
    session: commandLineSession(state),
  } as const
}

async function textOf(io: Io, place: string): Promise<string> {
  let text = ''
  const out = (more: string) => {
    text += more
  }
  await explain.run(['--', place], { ...io, out, err: out })
  return text
}
