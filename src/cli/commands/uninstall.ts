import { EXIT } from '../../core/error.ts'
import { visible } from '../../report/escape.ts'
import { applyAll } from '../../setup/apply.ts'
import { planUninstall } from '../../setup/install.ts'
import { openSite } from '../../setup/site.ts'
import type { Command } from '../command.ts'
import { parseFlags } from '../flags.ts'
import { packageRoot } from '../package-root.ts'
import { showChanges } from '../show-changes.ts'

const options = { 'dry-run': { type: 'boolean' } } as const

export const uninstall: Command = {
  summary: 'Take the hooks and settings of init out again, and put back what stood there',
  usage: `Usage: intentgate uninstall [--dry-run]

Removes only what init put in: its lines in hooks, .gitattributes and package.json, its files, and core.hooksPath if it is
ours. .orchestration/ stays: intents and ledger are the project's.

  --dry-run  say what would be done, and do nothing
`,
  async run(args, io) {
    const { values } = parseFlags(args, options)
    const { changes, notes } = await planUninstall(await openSite(io.cwd, packageRoot()))
    if (values['dry-run'] !== true) await applyAll(changes)
    io.out(showChanges(changes, values['dry-run'] === true ? 'would' : 'past', io))
    if (changes.length === 0) io.out('Nothing of intentgate is installed here.\n')
    for (const note of notes) io.out(`  to do: ${visible(note)}\n`)
    io.out('Kept: .orchestration/ (intents and ledger). The package itself: npm uninstall intentgate\n')
    return EXIT.pass
  },
}
