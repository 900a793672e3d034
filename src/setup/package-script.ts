import { join } from 'node:path'
import { asBytes, type Change, change, keep, writeBytes } from './change.ts'
import { isOwn } from './gate.ts'
import type { Manifest } from './manifest.ts'
import { packageManager } from './package-manager.ts'
import { editScript } from './package-text.ts'
import type { Site } from './site.ts'

/**
 * What package.json runs after an install. Where the gate is not installed (`--omit=dev`) it does nothing; a gate that
 * is there and fails is an error, and so is one that misses a package of its own.
 */
const SCRIPT = `node -e "import('intentgate/prepare').catch(e=>{if(!/find package 'intentgate'/.test(e.message))throw e})"`

/** The script after an install, put into package.json or already there. */
export function addScript({ top, gate }: Site, manifest: Manifest): Change {
  const present = scriptThatPrepares(manifest)
  if (present !== null || isOwn(gate)) return keep(manifest.path, `script ${present ?? 'prepare'}`)
  // Yarn from version 2 on never runs prepare on an install.
  const name = packageManager(top, manifest) === 'yarn-berry' ? 'postinstall' : 'prepare'
  const before = manifest.scripts[name] ?? null
  const after = before === null || before.trim() === '' ? SCRIPT : `${before} && ${SCRIPT}`
  return edit(top, manifest, { name, before, after })
}

/** Takes the script out again. */
export function removeScript({ top }: Site, manifest: Manifest): Change[] {
  return Object.entries(manifest.scripts)
    .filter(([, script]) => script.includes(SCRIPT))
    .map(([name, before]) => {
      const rest = before.replace(` && ${SCRIPT}`, '').replace(`${SCRIPT} && `, '')
      return edit(top, manifest, { name, before, after: before === SCRIPT ? null : rest })
    })
}

/** The name of the script that sets the hooks up after an install; null = none does. */
export function scriptThatPrepares({ scripts }: Manifest): string | null {
  return Object.keys(scripts).find((name) => /intentgate[/ ]prepare/.test(scripts[name] ?? '')) ?? null
}

function edit(top: string, manifest: Manifest, script: Parameters<typeof editScript>[1]): Change {
  const text = editScript(manifest.text, script)
  const file = join(top, manifest.path)
  const subject = { what: manifest.path, detail: `script ${script.name}`, places: [file] }
  return change('edit', subject, () => writeBytes(file, asBytes(text)))
}
