#!/usr/bin/env node
import { EXIT } from '../core/error.ts'
import { expectShortLife } from '../short-lived.ts'
import { explainFailure } from './failure.ts'
import { processIo } from './io.ts'
import { main } from './main.ts'

expectShortLife()

const interrupt = new AbortController()
// Once each: a second Ctrl-C ends the process whatever it is doing.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => interrupt.abort())

let unwritten: Error | null = null
for (const stream of [process.stdout, process.stderr]) {
  // A reader that has seen enough (`| head`) changes nothing about the verdict; a full disk does: the report is incomplete.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') unwritten = error
  })
}

const argv = process.argv.slice(2)
const io = processIo(interrupt.signal)
// Node's own answer to a promise that nobody awaited is exit code 1, which would read as "violations".
process.on('uncaughtException', (error) => process.exit(explainFailure(error, argv, io)))

const code = await main(argv, io)
await Promise.all([process.stdout, process.stderr].map(flushed))
process.exitCode = unwritten === null ? code : code || EXIT.bug
// Work that was interrupted, and a terminal that was asked, would keep the process alive.
process.exit()

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve())
  })
}
