import { SIDECAR } from '../core/sidecar.ts'
import type { Gate } from './gate.ts'
import { BEGIN, END } from './marked.ts'

/** The git hooks that the gate takes part in. */
export const EVENTS = [
  'pre-commit',
  'pre-merge-commit',
  'prepare-commit-msg',
  'commit-msg',
  'pre-push',
  'post-commit',
] as const
export type HookEvent = (typeof EVENTS)[number]

/** What stands in a user's hook: finds the package here or in the main checkout, and runs its hook of the same name. */
export function renderBlock(event: HookEvent, gate: Gate, more: readonly string[] = []): string {
  const lines = [...findPackage(event, gate), ...blockBody(event), ...more]
  return [
    `${BEGIN} (npx intentgate init wrote these lines, npx intentgate uninstall removes them)`,
    ...lines,
    END,
  ].join('\n')
}

/** The same for where nothing follows: another manager's job, of which git's stdin is the only reader. */
export function renderJob(event: HookEvent, gate: Gate): string[] {
  return [...findPackage(event, gate), ...(event === 'post-commit' ? postCommit : runOrStop(event, ''))]
}

function findPackage(event: HookEvent, gate: Gate): string[] {
  const missing = `[ -f "$IG/hooks/${event}" ] ||`
  const lines = gate.path.includes('*')
    ? [
        `for IG in ${glob(gate.path)}; do :; done`,
        `${missing} for IG in "$(git rev-parse --git-common-dir)/.."/${glob(gate.path)}; do :; done`,
      ]
    : [`IG=${word(gate.path)}`, `${missing} IG="$(git rev-parse --git-common-dir)/../$IG"`]
  return gate.machine === null ? lines : [...lines, `${missing} IG=${word(gate.machine)}`]
}

const postCommit = ['[ ! -f "$IG/hooks/post-commit" ] || (. "$IG/hooks/post-commit") || :']

function blockBody(event: HookEvent): string[] {
  if (event === 'post-commit') return postCommit
  return event === 'pre-push' ? prePush : runOrStop(event, '')
}

// A branch from before the adoption has nothing to judge by, and may well lack the package: it is left alone.
function runOrStop(event: HookEvent, feed: string): string[] {
  return [
    `if [ -f "$IG/hooks/${event}" ]; then`,
    `  ${feed}(. "$IG/hooks/${event}") || exit $?`,
    `elif [ -d ${SIDECAR} ] || git cat-file -e HEAD:${SIDECAR} 2>/dev/null; then`,
    `  printf '%s\\n' "intentgate: the package is missing ($IG), so this ${event} cannot be judged and is stopped." \\`,
    "    'Install it again: npm install (or what this project uses). To remove it, install it first, then: npx intentgate uninstall' \\",
    "    'To go on knowingly: git -c core.hooksPath=/dev/null <command>. CI judges the commit all the same.' >&2",
    '  exit 2',
    'fi',
  ]
}

// git hands the refs over on stdin, once: what stands after these lines has to get them as well.
const prePush = [
  'REFS=; [ -t 0 ] || REFS=$(cat)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: sh's own ${…}
  ...runOrStop('pre-push', 'printf %s "${REFS:+$REFS\n}" | '),
  '[ -z "$REFS" ] || exec <<EOF',
  '$REFS',
  'EOF',
]

/** Does this hook run the gate: by our lines, by one written by hand, or by being the package's own hook? */
export function runsGate(text: string, event: HookEvent): boolean {
  const commands = text.split('\n').filter((line) => !/^\s*#/.test(line))
  return commands.some((line) => isCall(line, event) || line.includes(`IG_EVENT=${event}`))
}

function isCall(line: string, event: HookEvent): boolean {
  return line.includes(`/hooks/${event}`) && /intentgate|\$IG/.test(line)
}

/** For a hook that is written by hand: one line of sh. */
export function renderLine(event: HookEvent, gate: Gate): string {
  return `${renderScript(event, gate)} "$@" || exit $?`
}

/** A command that runs the package's hook, its arguments still to come. */
export function renderScript(event: HookEvent, gate: Gate): string {
  return `sh ${glob(gate.machine ?? gate.path)}/hooks/${event}`
}

function word(text: string): string {
  return /^[\w@%+,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function glob(path: string): string {
  return path.split('*').map(word).join('*')
}

const SHEBANG = /^#![^\n]*\n?/
// Up to version 8 this line starts the file anew under `sh -e`; above it, we would run twice.
const OLD_HUSKY = /^(?:#[^\n]*\n|[^\S\n]*\n)*\. [^\n]*\/husky\.sh"?[^\n]*\n/

/** Where the block goes in a hook: first of all, so that no `exit` or `exec` of the user's stands before it. */
export function blockOffset(text: string): number {
  const shebang = SHEBANG.exec(text)?.[0].length ?? 0
  return shebang + (OLD_HUSKY.exec(text.slice(shebang))?.[0].length ?? 0)
}

const LEAVES = /\b(?:exec|exit|return|set)\b/

/**
 * In husky's files, which run under `sh -e`: in pre-commit last, where nothing leaves before. What a formatter there makes of the
 * files is what is committed, and has to be judged.
 */
export function huskyOffset(text: string, event: HookEvent): number {
  const first = blockOffset(text)
  return event === 'pre-commit' && !LEAVES.test(text.slice(first)) ? text.length : first
}
