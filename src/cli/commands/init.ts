import { EXIT } from '../../core/error.ts'
import { shellQuote } from '../../core/shell.ts'
import { visible } from '../../report/escape.ts'
import { applyAll } from '../../setup/apply.ts'
import { FORGES, type Forge } from '../../setup/ci/forge.ts'
import { WORKFLOW_PATH } from '../../setup/ci/github-template.ts'
import { JOB_PATH, PIPELINE_PATH } from '../../setup/ci/gitlab-template.ts'
import { planCi } from '../../setup/ci/plan.ts'
import { type Plan, planInit } from '../../setup/install.ts'
import type { Layout } from '../../setup/layout.ts'
import { unstagedInstall } from '../../setup/lockfile.ts'
import { openSite } from '../../setup/site.ts'
import type { Command, Io } from '../command.ts'
import { parseFlags, usageError } from '../flags.ts'
import { packageRoot } from '../package-root.ts'
import { showChanges } from '../show-changes.ts'

const options = {
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  hooks: { type: 'string' },
  ci: { type: 'string' },
  action: { type: 'string' },
} as const

export const init: Command = {
  summary: 'Set up .orchestration/ and the git hooks here; run again, it changes nothing',
  usage: `Usage: intentgate init [--dry-run] [--yes] [--hooks husky|direct] [--ci github|gitlab]

Creates what is missing in .orchestration/, keeps the ledger's bytes as they are (.gitattributes), lets package.json set
the hooks up after every install, and installs them. Prints each change; never overwrites a file.

  --dry-run       say what would be done, and do nothing
  --yes           do not ask (nor is asked where there is no terminal)
  --hooks LAYOUT  husky: in husky's files, which are committed; the default in a package
                  direct: in .git/hooks; the default elsewhere, or where hooks stand there already
                  Where lefthook, pre-commit or simple-git-hooks is in use, the gate joins their jobs.
  --ci FORGE      also write the job that judges every pull request: .github/workflows/intentgate.yml, or
                  .gitlab/intentgate.yml and its include in .gitlab-ci.yml
  --action REF    with --ci github: OWNER/REPO@COMMIT of the Action; the default is that of this release
`,
  async run(args, io) {
    const { values } = parseFlags(args, options)
    const wanted = layoutNamed(values.hooks)
    const forge = forgeNamed(values)
    const site = await openSite(io.cwd, packageRoot())
    const { layout, ...plan } = await planInit(site, wanted)
    const ci = forge === null ? NOTHING : await planCi(site, { forge, action: values.action })
    const changes = [...plan.changes, ...ci.changes]
    const isNew = changes.some(({ verb }) => verb !== 'keep')
    if (values['dry-run'] || (isNew && values.yes !== true && io.terminal === 'tty')) {
      io.out(showChanges(changes, 'would', io))
      if (values['dry-run'] || !(await agreed(io))) return EXIT.pass
    }
    await applyAll(changes)
    io.out(showChanges(changes, 'past', io))
    const installed = await unstagedInstall(site)
    io.out(closing(layout, { changes, notes: plan.notes, ciNotes: ci.notes, installed }))
    return EXIT.pass
  },
}

function layoutNamed(name: string | undefined): 'husky' | 'direct' | null {
  if (name === undefined) return null
  if (name === 'husky' || name === 'direct') return name
  throw usageError(`--hooks ${name} is not a layout`, 'give --hooks husky or --hooks direct')
}

const NOTHING: Plan = { changes: [], notes: [] }

interface CiFlags {
  readonly ci?: string | undefined
  readonly action?: string | undefined
}

function forgeNamed({ ci, action }: CiFlags): Forge | null {
  if (action !== undefined && ci !== 'github') {
    throw usageError('--action names the Action of a workflow', 'give it with --ci github')
  }
  const forge = FORGES.find((known) => known === ci)
  if (ci === undefined || forge !== undefined) return forge ?? null
  throw usageError(`--ci ${ci} is not a forge`, 'give --ci github or --ci gitlab')
}

async function agreed(io: Io): Promise<boolean> {
  const answer = await io.ask('Do this? [Y/n] ')
  return answer === '' || /^y(?:es)?$/i.test(answer)
}

interface Outcome extends Plan {
  readonly ciNotes: readonly string[]
  /** What the package manager wrote when it installed the gate, and is to be committed with it. */
  readonly installed: readonly string[]
}

function closing(layout: Layout, { changes, notes, ciNotes, installed }: Outcome): string {
  const todo = [
    section(`Still to do, since ${nameOf(layout)} keeps the hooks`, notes),
    section('Still to do in CI', ciNotes),
  ].join('')
  const touched = changes.filter(
    ({ verb, what }) => verb !== 'keep' && verb !== 'set' && verb !== 'unset' && !what.startsWith('.git/'),
  )
  if (touched.length === 0) return `${hooksLine(layout)}${todo}`
  const paths = [...touched.map(({ what }) => rootOf(what)), ...installed]
  return `${hooksLine(layout)}${todo}
Next:
  1. declare what is being worked on: active_intents in .orchestration/active_intents.yaml
  2. git add ${[...new Set(paths)].sort().map(shellQuote).join(' ')} && git commit
     (until .orchestration/ is committed, everything is reported and nothing blocks)
  3. see that it works: npx intentgate doctor
Let people who may change the rules review them, in CODEOWNERS:
${lines(codeOwners(layout, changes))}`
}

function section(title: string, notes: readonly string[]): string {
  return notes.length === 0 ? '' : `\n${title}:\n${lines(notes)}`
}

function hooksLine(layout: Layout): string {
  return `Hooks: ${visible(nameOf(layout))}\n`
}

function nameOf(layout: Layout): string {
  if (layout.kind === 'husky') return `husky, in ${layout.folder}/`
  if (layout.kind === 'direct') return 'direct, in .git/hooks'
  return layout.kind === 'chained'
    ? `${layout.by.name} (${layout.by.config})`
    : `the hooks in ${layout.folder}`
}

// Folders that are ours, or will be committed as a whole.
function rootOf(path: string): string {
  return /^(.*\/)?(?:\.orchestration|\.husky|\.lefthook)(?=\/)/.exec(path)?.[0] ?? path
}

const CI_FILES = [WORKFLOW_PATH, JOB_PATH, PIPELINE_PATH]

function codeOwners(layout: Layout, changes: Plan['changes']): string[] {
  const hooks =
    layout.kind === 'husky'
      ? [`/${layout.folder}/`]
      : layout.kind === 'chained'
        ? [`/${layout.by.config}`]
        : []
  return [
    '/.orchestration/policy.yaml',
    '/.orchestration/active_intents.yaml',
    '/.gitattributes',
    ...hooks,
    ...changes.flatMap(({ what }) => (CI_FILES.includes(what) ? [`/${what}`] : [])),
  ].map((path) => `${path} @your-team`)
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `  ${visible(text)}\n`).join('')
}
