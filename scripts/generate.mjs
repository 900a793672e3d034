// Writes what is made from the code: `npm run generate:check` fails where someone forgot to.
import { createHash } from 'node:crypto'
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
const files = [...schemaFiles()]
mkdirSync(SCHEMA_FOLDER, { recursive: true })
for (const [name, text] of files) writeFileSync(`${SCHEMA_FOLDER}/${name}`, text)

// git's ids of them, in both object formats.
const blobOf = (text, algorithm) =>
  createHash(algorithm)
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')
// What an earlier version wrote stays known: commits that hold it are judged by later ones.
const { SCHEMA_BLOBS } = await importSource('src/core/schema-blobs.ts')
const rows = files.flatMap(([name, text]) => {
  const path = `${SCHEMA_FOLDER}/${name}`
  const now = ['sha1', 'sha256'].map((algorithm) => blobOf(text, algorithm))
  const ids = new Set([...(SCHEMA_BLOBS[path] ?? []), ...now])
  return [`  '${path}': [`, ...Array.from(ids, (id) => `    '${id}',`), '  ],']
})
writeFileSync(
  'src/core/schema-blobs.ts',
  `// Made by \`npm run generate\`.
/** The schemas that this version writes, and earlier ones wrote, by path: git's ids of their content. */
export const SCHEMA_BLOBS: Readonly<Record<string, readonly string[]>> = {
${rows.join('\n')}
}
`,
)
