import type { Refusal } from '../../src/recorder/event.ts'
import type { AgentTools } from '../support/agent-run.ts'
import type { Turn } from '../support/model-protocols.ts'
import type { ModelRequest } from '../support/scripted-model.ts'

/** One piece of work. */
export interface Job {
  readonly turn: Turn
  /** What somebody else does just before it is tried for the first time. */
  readonly before?: () => void
}

export interface Follower {
  script(request: ModelRequest, turn: number): Turn
  /** Codes of the refusals that were met, in order. */
  readonly refusals: readonly string[]
  /** How many jobs are done. */
  readonly done: number
}

/** More than one piece of advice per job would mean that the advice is wrong. */
const MOST_REFUSALS = 2

/** A model that knows nothing of our protocol: where it is refused, it does what the first line of `next` says, and tries again. */
export function followNext(jobs: readonly Job[], tools: AgentTools, repo: string): Follower {
  const state = { job: 0, tried: 0, doing: 'nothing' as 'nothing' | 'the job' | 'the advice' }
  const refusals: string[] = []
  const tryJob = (): Turn => {
    const job = jobs[state.job]
    if (job === undefined) return { say: 'done' }
    if (state.tried++ === 0) job.before?.()
    state.doing = 'the job'
    return job.turn
  }
  return {
    refusals,
    get done() {
      return state.job
    },
    script({ heard }) {
      const refusal = refusalIn(heard)
      if (refusal !== null) {
        refusals.push(refusal.code)
        if (state.doing === 'the advice' || state.tried > MOST_REFUSALS)
          throw new Error(`the advice does not help: ${JSON.stringify(refusal)}`)
        state.doing = 'the advice'
        return turnFor(refusal, tools, repo)
      }
      if (state.doing === 'the job') Object.assign(state, { job: state.job + 1, tried: 0 })
      return tryJob()
    },
  }
}

function turnFor(refusal: Refusal, tools: AgentTools, repo: string): Turn {
  const [first = ''] = refusal.next
  const { id, command, path } =
    /^call select_active_intent with intent_id (?<id>\S+)|: (?<command>npx intentgate .+)$|^read (?<path>.+) again$/.exec(
      first,
    )?.groups ?? {}
  if (id !== undefined) return tools.select(id)
  if (command !== undefined) return tools.shell(command)
  if (path !== undefined) return tools.read(path, repo)
  throw new Error(`advice that cannot be followed: ${JSON.stringify(refusal)}`)
}

/** The JSON object of a refusal, wherever an agent puts it. */
export function refusalIn(text: string): Refusal | null {
  const start = text.indexOf('{"code":"')
  if (start === -1) return null
  for (let end = text.indexOf('}', start); end !== -1; end = text.indexOf('}', end + 1)) {
    try {
      return JSON.parse(text.slice(start, end + 1)) as Refusal // our own
    } catch {
      // The brace stood in a text: the object is longer.
    }
  }
  return null
}
