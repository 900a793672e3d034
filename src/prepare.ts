import { processIo } from './cli/io.ts'
import { main } from './cli/main.ts'

// `import('intentgate/prepare')` in package.json: the same as `intentgate prepare`, and no failure where the package is absent.
process.exitCode = await main(['prepare'], processIo(new AbortController().signal))
