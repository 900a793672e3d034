import { type MessagePort, workerData } from 'node:worker_threads'
import { main } from '../../src/cli/main.ts'
import type { Answered, Asked } from './cli-thread.ts'
import { fakeIo } from './io.ts'

// The other end of `cli-thread.ts`. Bundled by `build.ts`: vitest transforms nothing that it does not import itself.
const { port } = workerData as { port: MessagePort } // what cli-thread.ts passes

port.on('message', async ({ argv, cwd, env, done }: Asked) => {
  const io = fakeIo(cwd, { env })
  const code = await main(argv, io).catch((error: unknown) => {
    io.err(error instanceof Error ? `${error.stack}\n` : String(error))
    return 70
  })
  port.postMessage({ code, ...io.seen } satisfies Answered)
  Atomics.store(done, 0, 1)
  Atomics.notify(done, 0)
})
