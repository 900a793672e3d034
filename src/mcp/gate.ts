import type { AgentSession } from '../core/agent-session.ts'
import type { Intents } from '../core/intent.ts'
import type { Report } from '../core/report.ts'
import type { Selection } from '../intents.ts'

/** What the server's tools do, for one working tree. All throw GateError for what cannot be done. */
export interface Gate {
  intents(): Intents
  /** Selects and, where it is selected, binds: the session if the call names one, and the working tree. */
  select(id: string, session: AgentSession | null): Selection
  /** The intent that the session, or the working tree, declared last; null = none that is still in progress. */
  current(session: AgentSession | null): string | null
  /** all: what a commit would hold if everything were staged now. */
  check(scope: 'all' | 'staged'): Promise<Report>
  recordLesson(lesson: LessonGiven): Promise<'appended' | 'known'>
  /** `PATH[:LINE]`, from the root of the repository. */
  explain(place: string): Promise<string>
}

export interface LessonGiven {
  readonly text: string
  readonly intent: string
  readonly isFor: 'intent' | 'everybody'
}
