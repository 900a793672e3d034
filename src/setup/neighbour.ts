import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { asBytes, type Change, fileChange, readBytes } from './change.ts'
import type { Gate } from './gate.ts'
import { BEGIN, END, findBlock, putBlock, removeBlock } from './marked.ts'
import { EVENTS, type HookEvent, renderJob, renderScript, runsGate } from './shim.ts'
import type { Site } from './site.ts'

/** Another tool that writes git's hooks. It keeps them; the gate becomes one of its jobs. */
export interface Neighbour {
  readonly name: 'lefthook' | 'pre-commit' | 'simple-git-hooks'
  /** Its configuration, from the root of the working tree. */
  readonly config: string
  /** What it says, the file that `init` adds to it included. */
  readonly text: string
}

const LEFTHOOK = ['', '.'].flatMap((dot) =>
  ['yml', 'yaml', 'toml', 'json', 'jsonc'].map((ext) => `${dot}lefthook.${ext}`),
)
const PRE_COMMIT = ['.pre-commit-config.yaml', '.pre-commit-config.yml']
const SIMPLE = ['json', 'js', 'cjs', 'mjs', 'ts'].flatMap((ext) => [
  `.simple-git-hooks.${ext}`,
  `simple-git-hooks.${ext}`,
])
/** Read by lefthook through `extends`; its folder is lefthook's own. */
const JOBS = '.lefthook/intentgate.yml'

export function findNeighbour({ top, manifest }: Pick<Site, 'top' | 'manifest'>): Neighbour | null {
  const isThere = (path: string): boolean => existsSync(join(top, path))
  const lefthook = LEFTHOOK.find(isThere)
  if (lefthook !== undefined) return { name: 'lefthook', config: lefthook, text: lefthookText(top, lefthook) }
  const inPackage = manifest?.text.includes('"simple-git-hooks":') ? manifest.path : undefined
  const preCommit = PRE_COMMIT.find(isThere)
  const config = preCommit ?? SIMPLE.find(isThere) ?? inPackage
  if (config === undefined) return null
  return {
    name: preCommit === undefined ? 'simple-git-hooks' : 'pre-commit',
    config,
    text: read(top, config),
  }
}

function read(top: string, path: string): string {
  return readBytes(join(top, path)) ?? ''
}

function lefthookText(top: string, config: string): string {
  const text = read(top, config)
  return text.includes(JOBS) ? text + read(top, JOBS) : text
}

/** Does the other tool's configuration name the gate? */
export function isChained(neighbour: Neighbour): boolean {
  return runsEvent(neighbour, 'pre-commit')
}

export function runsEvent({ text }: Neighbour, event: HookEvent): boolean {
  return runsGate(text, event)
}

/** What can be written into the other tool's files without taking them apart. */
export function chain(site: Site, neighbour: Neighbour, gate: Gate): Change[] {
  if (neighbour.name !== 'lefthook') return []
  const jobs = fileChange({ file: join(site.top, JOBS), what: JOBS, after: asBytes(lefthookJobs(gate)) })
  return canExtend(site, neighbour) ? [jobs, extendLefthook(site, neighbour)] : [jobs]
}

// A YAML key may stand only once: where the file has "extends" already, a person adds the line.
function canExtend({ top }: Site, { config }: Neighbour): boolean {
  const text = read(top, config)
  return /\.ya?ml$/.test(config) && (findBlock(text, config) !== null || !/^extends\s*:/m.test(text))
}

function extendLefthook({ top }: Site, { config }: Neighbour): Change {
  const block = [BEGIN, 'extends:', `  - ${JOBS}`, END].join('\n')
  const text = read(top, config)
  return fileChange({
    file: join(top, config),
    what: config,
    after: putBlock(text, block, text.length, config),
  })
}

export function unchain(site: Site): Change[] {
  const extended = LEFTHOOK.filter((path) => findBlock(read(site.top, path), path) !== null).map((what) =>
    fileChange({ file: join(site.top, what), what, after: removeBlock(read(site.top, what), what) }),
  )
  const jobs = existsSync(join(site.top, JOBS))
    ? [fileChange({ file: join(site.top, JOBS), what: JOBS, after: null })]
    : []
  return [...extended, ...jobs]
}

/** What a person has to do, line by line, for the other tool to run the gate. */
export function chainByHand(site: Site, neighbour: Neighbour, gate: Gate): string[] {
  if (neighbour.name === 'pre-commit') return preCommitSnippet(neighbour, gate)
  if (neighbour.name === 'simple-git-hooks') return simpleSnippet(neighbour, gate)
  const extend = canExtend(site, neighbour) ? [] : [`add ${JOBS} to "extends" in ${neighbour.config}`]
  return [...extend, 'let lefthook write its hooks again: npx lefthook install']
}

function lefthookJobs(gate: Gate): string {
  const jobs = EVENTS.flatMap((event) => [
    `${event}:`,
    '  commands:',
    '    intentgate:',
    ...(event === 'pre-push' ? ['      use_stdin: true'] : []),
    '      run: |',
    ...[...lefthookArguments(event), ...renderJob(event, gate)].map((line) => `        ${line}`),
  ])
  return ['# Written by npx intentgate init: the gate, as a command in each of its hooks.', ...jobs, ''].join(
    '\n',
  )
}

// lefthook puts an argument in place of {1}, and leaves {1} standing where git gave none.
function lefthookArguments(event: HookEvent): string[] {
  if (event === 'commit-msg') return ['set -- "{1}"']
  if (event === 'pre-push') return ['set -- "{1}" "{2}"']
  if (event !== 'prepare-commit-msg') return []
  return [`set -- "{1}"; for a in "{2}" "{3}"; do case $a in '{'?'}') ;; *) set -- "$@" "$a" ;; esac; done`]
}

function preCommitSnippet({ config }: Neighbour, gate: Gate): string[] {
  const hooks = EVENTS.map((event) => {
    const names = event === 'commit-msg' || event === 'prepare-commit-msg' ? '' : ', pass_filenames: false'
    return `      - { id: intentgate-${event}, name: intentgate ${event}, language: system, entry: ${JSON.stringify(renderScript(event, gate))}, stages: [${event}], always_run: true${names} }`
  })
  return [
    `add to ${config}:`,
    `  default_install_hook_types: [${EVENTS.join(', ')}]`,
    '  repos:',
    '  - repo: local',
    '    hooks:',
    ...hooks,
    'and let pre-commit write its hooks again: pre-commit install',
  ]
}

function simpleSnippet({ config }: Neighbour, gate: Gate): string[] {
  return [
    `add to "simple-git-hooks" in ${config}, before what stands there (joined with &&):`,
    ...EVENTS.map(
      (event) => `  ${JSON.stringify(event)}: ${JSON.stringify(`${renderScript(event, gate)} "$@"`)},`,
    ),
    'and let it write its hooks again: npx simple-git-hooks',
  ]
}
