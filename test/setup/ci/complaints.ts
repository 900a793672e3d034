import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { validate } from '@actions/languageservice'
import { build } from 'esbuild'
import { temporaryFolder } from '../../support/repo.ts'

type Validate = typeof validate
type TextDocument = Parameters<Validate>[0]

interface Service {
  readonly validate: Validate
  readonly TextDocument: {
    create(uri: string, language: string, version: number, text: string): TextDocument
  }
}

const SERVICE = `
export { validate } from '@actions/languageservice'
export { TextDocument } from 'vscode-languageserver-textdocument'
`
// What it bundles asks for node's modules by require.
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

/** GitHub's own language service, which is written for bundlers: node refuses its JSON imports as they are. */
async function load(): Promise<Service> {
  const file = join(temporaryFolder(), 'service.mjs')
  await build({
    stdin: { contents: SERVICE, resolveDir: '.' },
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: REQUIRE },
    logLevel: 'error',
  })
  return import(pathToFileURL(file).href)
}

/** `path:line message` for whatever GitHub says against workflows, and against an action.yml. */
export async function complaints(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { validate, TextDocument } = await load()
  const said = await Promise.all(
    Object.entries(files).map(async ([path, text]) => {
      const found = await validate(TextDocument.create(`file:///${path}`, 'yaml', 1, text))
      return found.map(({ message, range }) => `${path}:${range.start.line + 1} ${message}`)
    }),
  )
  return said.flat()
}
