import { join } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { inject } from 'vitest'

export interface Asked {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Set to 1 once the answer is there. */
  readonly done: Int32Array
}

export interface Answered {
  readonly code: number
  readonly out: string
  readonly err: string
}

const MOST_MILLISECONDS = 30_000

/** Runs command lines in a thread of its own, one after the other: as the CLI would, without its start each time. */
export function createCliThread(): (asked: Omit<Asked, 'done'>) => Answered {
  const { port1: here, port2: there } = new MessageChannel()
  const worker = new Worker(join(inject('templates'), 'cli-worker.mjs'), {
    workerData: { port: there },
    transferList: [there],
  })
  worker.unref()
  return (asked) => {
    const done = new Int32Array(new SharedArrayBuffer(4))
    here.postMessage({ ...asked, done } satisfies Asked)
    if (Atomics.wait(done, 0, 0, MOST_MILLISECONDS) === 'timed-out')
      throw new Error(`no answer to: intentgate ${asked.argv.join(' ')}`)
    const answer = receiveMessageOnPort(here)
    if (answer === undefined) throw new Error('the thread says that it is done, and has not answered')
    return answer.message
  }
}
