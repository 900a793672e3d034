import { EXIT } from '../src/core/error.ts'
import { expectShortLife } from '../src/short-lived.ts'
import { explain, NO_FILES, run } from './run.ts'

expectShortLife()

// Node's own answer to an error that nobody awaited is exit code 1, which would read as "violations".
process.once('uncaughtException', async (error) => process.exit(await explain(error, NO_FILES, process.env)))

let log: 'written' | 'lost' = 'written'
for (const stream of [process.stdout, process.stderr]) {
  // What could not be said was not judged.
  stream.on('error', () => {
    log = 'lost'
    process.exitCode = EXIT.bug
  })
}

const code = await run(process.env)
// Not process.exit: what was printed has to reach the runner first.
if (log === 'written') process.exitCode = code
