import type { CommandLoader } from '../command.ts'

/** Every command, in the order `--help` lists them. */
export const commands: Readonly<Record<string, CommandLoader>> = {
  demo: async () => (await import('./demo.ts')).demo,
  init: async () => (await import('./init.ts')).init,
  doctor: async () => (await import('./doctor.ts')).doctor,
  check: async () => (await import('./check.ts')).check,
  explain: async () => (await import('./explain.ts')).explain,
  diff: async () => (await import('./diff.ts')).diff,
  status: async () => (await import('./status.ts')).status,
  record: async () => (await import('./record.ts')).record,
  run: async () => (await import('./run.ts')).run,
  adopt: async () => (await import('./adopt.ts')).adopt,
  intent: async () => (await import('./intent.ts')).intent,
  accept: async () => (await import('./accept.ts')).accept,
  lesson: async () => (await import('./lesson.ts')).lesson,
  map: async () => (await import('./map.ts')).map,
  ledger: async () => (await import('./ledger.ts')).ledger,
  mcp: async () => (await import('./mcp.ts')).mcp,
  'install-agent': async () => (await import('./install-agent.ts')).installAgent,
  hook: async () => (await import('./hook.ts')).hook,
  prepare: async () => (await import('./prepare.ts')).prepare,
  uninstall: async () => (await import('./uninstall.ts')).uninstall,
}
