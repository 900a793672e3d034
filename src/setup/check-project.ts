import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../core/error.ts'
import {
  INTENTS_PATH,
  isLedgerPath,
  LEDGER_FILE,
  LEDGER_FOLDER,
  POLICY_PATH,
  SIDECAR,
} from '../core/sidecar.ts'
import { parseIntents, parsePolicy, refuseUnsupported } from '../store/config.ts'
import { parseLedger } from '../store/ledger-lines.ts'
import { type Check, failure, ok, warning } from './checkup.ts'
import { isOwn } from './gate.ts'
import { committedLayout } from './layout.ts'
import { findNeighbour, isChained } from './neighbour.ts'
import { scriptThatPrepares } from './package-script.ts'
import { hasLedgerAttributes, isSingleFile, mergesAsPolicySays } from './sidecar.ts'
import type { Site } from './site.ts'

/** The files that the gate judges by, as they are in this working tree, and what sets the hooks up in the next clone. */
export async function checkProject(site: Site): Promise<Check[]> {
  return [...checkSidecar(site), await checkAttributes(site), ...checkScript(site), ...checkNeighbour(site)]
}

function checkSidecar(site: Site): Check[] {
  if (!existsSync(join(site.top, SIDECAR))) {
    return [
      failure('sidecar', SIDECAR, { detail: 'not there: nothing is judged', remedy: 'npx intentgate init' }),
    ]
  }
  return [
    checkFile(site, INTENTS_PATH, checkIntents),
    checkFile(site, POLICY_PATH, checkPolicy),
    checkLedger(site),
  ]
}

function checkIntents(bytes: Buffer): Check {
  const intents = parseIntents(bytes, INTENTS_PATH)
  const declared = counted(intents.size, 'intent')
  const open = [...intents.values()].filter(({ status }) => status === 'IN_PROGRESS').length
  if (open > 0) return ok(INTENTS_PATH, INTENTS_PATH, `${declared}, ${open} IN_PROGRESS`)
  return warning(INTENTS_PATH, INTENTS_PATH, {
    detail: `${declared}, none IN_PROGRESS: no change to the project's files can be committed until one is`,
    remedy: `${intents.size === 0 ? 'declare one' : 'set the status of one to IN_PROGRESS'} in ${INTENTS_PATH}`,
  })
}

function checkPolicy(bytes: Buffer): Check {
  const policy = parsePolicy(bytes, POLICY_PATH)
  refuseUnsupported(policy)
  return ok(POLICY_PATH, POLICY_PATH, `mode ${policy.mode}`)
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function checkFile({ top }: Site, path: string, read: (bytes: Buffer) => Check): Check {
  const file = join(top, path)
  if (!existsSync(file)) {
    const detail = path === POLICY_PATH ? 'not there: the strict defaults hold' : 'not there'
    return warning(path, path, { detail, remedy: 'npx intentgate init' })
  }
  try {
    return read(readFileSync(file))
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    return failure(path, path, { detail: error.message, remedy: error.remedy })
  }
}

function checkLedger({ top }: Site): Check {
  const files = ledgerFiles(top)
  let records = 0
  const problems: string[] = []
  for (const path of files) {
    const read = parseLedger(readFileSync(join(top, path)), path)
    records += read.lines.length
    problems.push(...read.problems.map(({ place, message }) => `${place.file}:${place.line} ${message}`))
  }
  if (problems.length === 0) {
    const detail = `${counted(records, 'record')} in ${counted(files.length, 'file')}`
    return ok('ledger', LEDGER_FOLDER, detail)
  }
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  return failure('ledger', LEDGER_FOLDER, {
    detail: `${problems[0]}${more}`,
    remedy: 'npx intentgate ledger verify',
  })
}

function ledgerFiles(top: string): string[] {
  const folder = join(top, LEDGER_FOLDER)
  const shards = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const paths = shards.map((path) => `${LEDGER_FOLDER}/${path.replaceAll('\\', '/')}`).filter(isLedgerPath)
  return existsSync(join(top, LEDGER_FILE)) ? [...paths, LEDGER_FILE] : paths
}

async function checkAttributes(site: Site): Promise<Check> {
  const place = '.gitattributes'
  if (!(await mergesAsPolicySays(site))) {
    const detail = `policy ledger.layout is single, and nothing gives ${LEDGER_FILE} merge=union: every merge of two branches conflicts`
    return warning('attributes', place, { detail, remedy: 'npx intentgate init' })
  }
  if (await hasLedgerAttributes(site)) {
    const forge = isSingleFile(site.top) ? '; merges here keep both sides of it, a forge does not' : ''
    return ok('attributes', place, `the ledger keeps its bytes${forge}`)
  }
  const detail = 'git may convert line ends in the ledger, which breaks its hashes'
  return warning('attributes', place, { detail, remedy: 'npx intentgate init' })
}

function checkScript(site: Site): Check[] {
  const { manifest, gate } = site
  const layout = committedLayout(site)?.kind
  if (manifest === null || isOwn(gate) || gate?.machine !== null || layout === 'chained') return []
  const script = scriptThatPrepares(manifest)
  if (script !== null)
    return [ok('script', manifest.path, `script ${script} sets the hooks up after an install`)]
  const detail = 'no script sets the hooks up: the next clone will have none'
  return [warning('script', manifest.path, { detail, remedy: 'npx intentgate init' })]
}

function checkNeighbour(site: Site): Check[] {
  const neighbour = findNeighbour(site)
  if (neighbour === null) return []
  const { name, config } = neighbour
  if (isChained(neighbour)) return [ok('neighbour', name, `runs the gate (${config})`)]
  const detail = `${config} does not name the gate; if ${name} writes git's hooks, it may write over ours`
  return [warning('neighbour', name, { detail, remedy: 'npx intentgate init says what to add' })]
}
