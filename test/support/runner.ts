import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Answer, temporaryFolder } from './repo.ts'

// What actions/runner makes of an action, as its sources say: ActionCommand.cs, ActionCommandManager.cs, CreateStepSummaryCommand.cs.
const PER_LEVEL = 10
const LONGEST_MESSAGE = 4096
const LARGEST_SUMMARY = 1024 * 1024

const LEVELS = ['error', 'warning', 'notice'] as const
type Level = (typeof LEVELS)[number]

export interface Command {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly data: string
}

export interface Annotation {
  readonly level: Level
  readonly title: string
  readonly message: string
  /** As GitHub would match it against the repository's root; absent = it stands at the log. */
  readonly file?: string
  readonly line?: number
  readonly endLine?: number
}

export interface StepRun {
  readonly code: number
  /** What is written to the log, commands and all. */
  readonly out: string
  readonly err: string
  /** What a reviewer sees: ten of each level, in the order in which they came. */
  readonly annotations: readonly Annotation[]
  /** The ones a runner drops without a word. */
  readonly dropped: readonly Annotation[]
  /** Every command in the log that is no annotation and no group. An action has no business with any. */
  readonly otherCommands: readonly Command[]
  readonly outputs: Readonly<Record<string, string>>
  /** null = too large, so that nothing of it is shown. */
  readonly summary: string | null
}

export interface Step {
  readonly event: string
  /** The event file; a text is written as it is, null leaves it out. */
  readonly payload: object | string | null
  readonly inputs?: Readonly<Record<string, string>>
  readonly workspace?: string
  /** GITHUB_SHA. */
  readonly sha?: string
  /** More of the environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly node?: string
  /** Where the bundle stands; default: where it is committed. */
  readonly bundle?: string
}

/** One step of a job: the built bundle in a process of its own, and what a runner makes of it. */
export function runAction(step: Step): StepRun {
  const folder = temporaryFolder()
  const env = environmentOf(step, folder)
  const { status, stdout, stderr, error } = spawnSync(
    step.node ?? process.execPath,
    [join(step.bundle ?? resolve('action/dist'), 'index.js')],
    { cwd: env.GITHUB_WORKSPACE || folder, env, input: '', timeout: 120_000 },
  )
  if (error !== undefined) throw error
  return observed(env, { code: status ?? -1, out: stdout.toString(), err: stderr.toString() })
}

/** As `runAction`, for a server that this very process has to be. */
export async function runActionBeside(step: Step): Promise<StepRun> {
  const folder = temporaryFolder()
  const env = environmentOf(step, folder)
  const child = spawn(process.execPath, [resolve('action/dist/index.js')], { cwd: folder, env })
  child.stdin.end()
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return observed(env, { code: Number(code[0] ?? -1), out, err })
}

function observed(env: NodeJS.ProcessEnv, { code, out, err }: Answer): StepRun {
  // A runner scans both.
  const commands = [...commandsIn(out), ...commandsIn(err)]
  const annotations = commands.flatMap(annotationOf)
  return {
    code,
    out,
    err,
    annotations: LEVELS.flatMap((level) => ofLevel(annotations, level).slice(0, PER_LEVEL)),
    dropped: LEVELS.flatMap((level) => ofLevel(annotations, level).slice(PER_LEVEL)),
    otherCommands: commands.filter(({ name }) => !/^(?:error|warning|notice|group|endgroup)$/.test(name)),
    outputs: outputsIn(readOr(env.GITHUB_OUTPUT, '')),
    summary: summaryIn(env.GITHUB_STEP_SUMMARY),
  }
}

function ofLevel(annotations: readonly Annotation[], level: Level): Annotation[] {
  return annotations.filter((annotation) => annotation.level === level)
}

// From zero: what a test inherits is none of the runner's, and NODE_EXTRA_CA_CERTS makes every start slow.
function environmentOf({ event, payload, inputs = {}, workspace, sha = '', env = {} }: Step, folder: string) {
  const files = {
    event: join(folder, 'event.json'),
    output: join(folder, 'output'),
    summary: join(folder, 'summary'),
  }
  const empty = join(folder, 'workspace')
  const temp = join(folder, 'temp')
  for (const made of [empty, temp, join(folder, 'home')]) mkdirSync(made)
  for (const made of [files.output, files.summary]) writeFileSync(made, '')
  if (payload !== null)
    writeFileSync(files.event, typeof payload === 'string' ? payload : JSON.stringify(payload, null, 2))
  const all: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    HOME: join(folder, 'home'),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: files.event,
    GITHUB_OUTPUT: files.output,
    GITHUB_REPOSITORY: 'octo-org/octo-repo',
    GITHUB_SERVER_URL: 'https://github.invalid',
    GITHUB_SHA: sha,
    GITHUB_STEP_SUMMARY: files.summary,
    GITHUB_WORKSPACE: workspace ?? empty,
    RUNNER_TEMP: temp,
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
    ...env,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** Every command that a runner takes from a log, in order. */
export function commandsIn(log: string): Command[] {
  return log.split(/\r\n|[\n\r]/).flatMap((line) => parseCommand(line) ?? parseOldCommand(line) ?? [])
}

/** `::name key=value,key=value::data`, after any leading space. */
function parseCommand(line: string): Command | null {
  const text = line.trimStart()
  const end = text.startsWith('::') ? text.indexOf('::', 2) : -1
  if (end === -1) return null
  return { ...parseHead(text.slice(2, end), ','), data: unescapeData(text.slice(end + 2)) }
}

/** `##[name key=value;key=value]data`, anywhere in a line. */
function parseOldCommand(line: string): Command | null {
  const start = line.indexOf('##[')
  const end = line.indexOf(']', start)
  if (start === -1 || end === -1) return null
  return { ...parseHead(line.slice(start + 3, end), ';'), data: unescapeData(line.slice(end + 1)) }
}

function parseHead(head: string, separator: string): Omit<Command, 'data'> {
  const space = head.indexOf(' ')
  if (space === -1) return { name: head.toLowerCase(), properties: {} }
  const pairs = head
    .slice(space + 1)
    .trim()
    .split(separator)
  const properties = pairs.flatMap((pair) => {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
    return key === undefined || value === undefined || value === ''
      ? []
      : [[key, unescapeProperty(value)] as const]
  })
  return { name: head.slice(0, space).toLowerCase(), properties: Object.fromEntries(properties) }
}

// `%25` last, or an escaped escape would be undone twice.
function unescapeData(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')
}

function unescapeProperty(text: string): string {
  return unescapeData(text.replaceAll('%3A', ':').replaceAll('%2C', ','))
}

function annotationOf({ name, properties, data }: Command): Annotation[] {
  const level = LEVELS.find((known) => known === name)
  if (level === undefined) return []
  const { title = '', file, line, endLine } = properties
  return [
    {
      level,
      title,
      message: data.slice(0, LONGEST_MESSAGE),
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line: Number(line) }),
      ...(endLine !== undefined && { endLine: Number(endLine) }),
    },
  ]
}

/** `name<<delimiter`, lines, `delimiter`. Throws where a runner would fail the step. */
export function outputsIn(text: string): Record<string, string> {
  const outputs: Record<string, string> = {}
  const lines = text.split('\n')
  for (let at = 0; at < lines.length - 1; at++) {
    const [, name, delimiter] = /^([^=]+?)<<(.+)$/.exec(lines[at]!) ?? []
    if (name === undefined || delimiter === undefined) throw new Error(`not an output: ${lines[at]}`)
    const end = lines.indexOf(delimiter, at + 1)
    if (end === -1) throw new Error(`the value of ${name} has no end`)
    outputs[name] = lines.slice(at + 1, end).join('\n')
    at = end
  }
  return outputs
}

function summaryIn(path: string | undefined): string | null {
  const text = readOr(path, '')
  return Buffer.byteLength(text) > LARGEST_SUMMARY ? null : text
}

function readOr(path: string | undefined, otherwise: string): string {
  return path === undefined || !existsSync(path) ? otherwise : readFileSync(path, 'utf8')
}
