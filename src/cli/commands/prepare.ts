import { EXIT, GateError } from '../../core/error.ts'
import { visible } from '../../report/escape.ts'
import { applyAll } from '../../setup/apply.ts'
import { planPrepare } from '../../setup/install.ts'
import { insideRepository, openSite } from '../../setup/site.ts'
import type { Command, Io } from '../command.ts'
import { parseFlags } from '../flags.ts'
import { packageRoot } from '../package-root.ts'

export const prepare: Command = {
  summary: 'Set the hooks up again after an install; package.json calls it',
  usage: `Usage: intentgate prepare

Sets up what no commit carries: core.hooksPath with husky's wrappers, or the hooks in .git/hooks. Changes no other file.
Does nothing in CI, with HUSKY=0, and where there is no repository (an archive, a container). An install never fails
because somebody else's hooks stand in the way: it says so, and doctor says more.
`,
  async run(args, io) {
    parseFlags(args, {})
    if (isNotWanted(io)) return EXIT.pass
    try {
      await setUp(io)
    } catch (error) {
      // What a person has to decide is no reason to refuse them their packages; a bug is.
      if (!(error instanceof GateError)) throw error
      if (error.code === 'GIT_MISSING') return EXIT.pass
      io.err(
        `intentgate: git hooks were not set up: ${visible(error.message)}\n  see: npx intentgate doctor\n`,
      )
    }
    return EXIT.pass
  },
}

function isNotWanted({ cwd, env }: Io): boolean {
  const isCi = !['', '0', 'false'].includes(env.CI ?? '')
  // A dependency's own install script, or a copy of a package that npm runs from its cache.
  const isDependency = /[\\/]node_modules[\\/]/.test(cwd)
  return isCi || env.HUSKY === '0' || isDependency || !insideRepository(cwd)
}

async function setUp(io: Io): Promise<void> {
  const { changes, layout, notes } = await planPrepare(await openSite(io.cwd, packageRoot()))
  await applyAll(changes)
  for (const note of notes) io.err(`intentgate: ${visible(note)}\n`)
  if (changes.some(({ verb }) => verb !== 'keep'))
    io.out(`intentgate: git hooks are set up (${layout.kind})\n`)
}
