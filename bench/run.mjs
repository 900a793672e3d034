// Every claim with its anchor, in one run: `npm run bench`, or `npm run bench -- hook range`.
import { conclude } from './support/measure.mjs'

const all = ['hook', 'range', 'ledger', 'action', 'mcp', 'recorder', 'structure']
/** These need formatters, or packages from a registry: only when asked for by name. */
const asked = ['structure-matrix', 'structure-mutants', 'structure-stability']
const wanted = process.argv.slice(2)
for (const name of wanted.length === 0 ? all : wanted) {
  if (![...all, ...asked].includes(name))
    throw new Error(`no bench '${name}': ${[...all, ...asked].join(', ')}`)
  console.log(`\n== ${name}`)
  const { bench } = await import(`./${name}.mjs`)
  await bench()
}
conclude()
