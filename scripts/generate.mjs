// Writes what is made from the code: `npm run generate:check` fails where someone forgot to.
import { mkdirSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'

const SCHEMA_FOLDER = '.orchestration/schema'

// Node 20 runs no TypeScript.
async function importSource(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

const { schemaFiles } = await importSource('src/store/schema.ts')
mkdirSync(SCHEMA_FOLDER, { recursive: true })
for (const [name, text] of schemaFiles()) writeFileSync(`${SCHEMA_FOLDER}/${name}`, text)
