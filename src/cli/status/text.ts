import type { Intent } from '../../core/intent.ts'
import { quotePath, visible } from '../../report/escape.ts'
import { EVENTS } from '../../setup/shim.ts'
import type { Style } from '../style.ts'
import type { ChangedPath } from './changes.ts'
import type { LocalCommits } from './commits.ts'
import { type HookState, isActive } from './hooks.ts'

export interface Status {
  readonly hooks: HookState
  /** In progress. */
  readonly intents: readonly Intent[]
  /** Ledger files with records that are not staged, root-relative. */
  readonly ledger: readonly string[]
  readonly changes: readonly ChangedPath[]
  readonly commits: LocalCommits
}

const SHOWN = 20

export function renderStatus({ hooks, intents, ledger, changes, commits }: Status, style: Style): string {
  const section = (title: string, lines: readonly string[]): string => {
    const more = lines.length - SHOWN
    const shown = [...lines.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more (use --json)`] : [])]
    return `${style.bold(title)}\n${shown.map((line) => `  ${line}\n`).join('')}`
  }
  return [
    section('hooks', hookLines(hooks, style)),
    section(
      'intents in progress',
      intents.length === 0 ? ['none'] : intents.map((intent) => intentLine(intent)),
    ),
    section('changes', changes.length === 0 ? ['none'] : changes.map((change) => changeLine(change, style))),
    ...(ledger.length === 0 ? [] : [section('ledger files to be staged', ledger.map(quotePath))]),
    section('local commits', commitLines(commits, style)),
  ].join('')
}

function hookLines(hooks: HookState, style: Style): string[] {
  if (isActive(hooks)) return [`${style.green(style.tick)} active, in ${quotePath(hooks.folder)}`]
  const why =
    hooks.missing.length === 0
      ? 'the hooks do not find the package: install it again'
      : `${hooks.missing.length === EVENTS.length ? 'none' : `not: ${hooks.missing.join(', ')}`} in ${quotePath(hooks.folder)}; what is wrong: npx intentgate doctor; set them up: npx intentgate init`
  return [`${style.red(style.cross)} not active: ${why}`]
}

function intentLine({ id, name, owned_scope }: Intent): string {
  return `${id} ${visible(name)}: ${owned_scope.map(visible).join(' ')}`
}

function changeLine({ path, traced, owners }: ChangedPath, style: Style): string {
  const sign = traced && owners.length > 0 ? style.green(style.tick) : style.red(style.cross)
  const scope = owners.length === 0 ? 'no intent in progress owns it' : owners.join(', ')
  return `${sign} ${quotePath(path)}  ${traced ? 'traced' : 'not traced'} (${scope})`
}

function commitLines({ count, unseen, adopted, remote }: LocalCommits, style: Style): string[] {
  if (!adopted) return ['not adopted yet: the gate sees what comes after .orchestration/ is committed']
  if (count === 0) return [remote ? 'none that a remote does not have' : 'none yet']
  if (unseen.length === 0) return [`${style.green(style.tick)} ${count}, all seen by the gate`]
  const head = `${style.red(style.cross)} ${unseen.length} of ${count} not seen by the gate; judge them: npx intentgate check --commit ID`
  return [head, ...unseen.map(({ commit, subject }) => `  ${commit.slice(0, 10)} ${visible(subject)}`)]
}
