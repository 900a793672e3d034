import { type ChildProcess, fork } from 'node:child_process'
import type { Question } from './reader.ts'

export type Failure = 'time' | 'crash' | 'parser'

export interface Asked {
  readonly question: Question
  readonly answer: (answer: unknown) => void
}

/** Where questions come from, oldest first. */
export interface Desk {
  readonly next: () => Asked | undefined
  /** They were not answered, and come next again. */
  readonly giveBack: (asked: readonly Asked[]) => void
  /** It cannot be started: there is no use in asking. */
  readonly close: () => void
}

/** While one is answered, the next is there already. */
const SENT_AHEAD = 4

/** For the start: a machine may be busy. */
const MAX_START_MILLISECONDS = 10_000

/**
 * One process of `parser.ts` at a time, that takes its questions from a desk, and is started anew for the next one when one ended
 * it. `limit`: milliseconds per question.
 */
export class ParserLane {
  readonly #entry: string
  readonly #desk: Desk
  readonly #limit: number
  #child: ChildProcess | null = null
  /** Not one word yet: it says that it listens. */
  #isStarting = false
  #sent: Asked[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(entry: string, desk: Desk, limit: number) {
    this.#entry = entry
    this.#desk = desk
    this.#limit = limit
  }

  /** Takes as many questions as it can hold. */
  fill(): void {
    if (this.#isStarting) return
    while (this.#sent.length < SENT_AHEAD) {
      const asked = this.#desk.next()
      if (asked === undefined) return
      this.#sent.push(asked)
      if (this.#child === null) {
        this.#start()
        return
      }
      this.#send(this.#child, asked)
    }
  }

  close(): void {
    this.#end()
    this.#answerFirst('crash')
  }

  #start(): void {
    const child = fork(this.#entry, {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=1024'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    this.#isStarting = true
    child.on('message', (message) => this.#hear(child, message))
    // At its exit an answer can still be on its way, and the wrong question would be blamed.
    child.on('close', () => this.#fail(child, 'crash'))
    child.on('error', () => this.#fail(child, 'crash'))
    this.#startClock(child, MAX_START_MILLISECONDS)
  }

  #send(child: ChildProcess, asked: Asked): void {
    if (this.#sent[0] === asked) this.#startClock(child, this.#limit)
    // What cannot be sent any more is not answered: that it ended is said by its exit.
    child.send(asked.question, () => {})
  }

  #hear(child: ChildProcess, message: unknown): void {
    if (child !== this.#child) return
    clearTimeout(this.#timer)
    if (this.#isStarting) {
      this.#isStarting = false
      for (const asked of this.#sent) this.#send(child, asked)
    } else {
      this.#sent.shift()?.answer(message)
      if (this.#sent.length > 0) this.#startClock(child, this.#limit)
    }
    this.fill()
  }

  /** The question that it was at is the one that it failed at. */
  #fail(child: ChildProcess, why: 'time' | 'crash'): void {
    if (child !== this.#child) return
    const wasStarting = this.#isStarting
    this.#end()
    if (wasStarting) this.#desk.close()
    this.#answerFirst(wasStarting ? 'parser' : why)
    this.fill()
  }

  #answerFirst(failure: Failure): void {
    const [first, ...others] = this.#sent
    this.#sent = []
    this.#desk.giveBack(others)
    first?.answer(failure)
  }

  #startClock(child: ChildProcess, limit: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail(child, 'time'), limit)
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#child?.kill('SIGKILL')
    this.#child = null
    this.#isStarting = false
  }
}
