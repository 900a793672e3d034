import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { asBytes, type Change, fileChange, readBytes } from './change.ts'
import { upwards } from './folders.ts'
import { type Gate, isOwn } from './gate.ts'
import { readManifest } from './manifest.ts'
import { BEGIN, findBlock, putBlock, removeBlock } from './marked.ts'
import { EVENTS, huskyOffset, renderBlock } from './shim.ts'
import type { Site } from './site.ts'

/** The folder that holds, or would hold, husky's files: from the root of the working tree. */
export function huskyFolder(site: Site): string {
  if (isOwn(site.gate)) return 'hooks'
  const candidates = upwards(site.manifest?.folder ?? '').map((folder) => posix.join(folder, '.husky'))
  return candidates.find((folder) => existsSync(join(site.top, folder))) ?? candidates[0]!
}

/** Does the project use husky by itself, and not only through us? */
export function usesHusky(site: Site): boolean {
  if (site.manifest === null || isOwn(site.gate)) return false
  const manifests = upwards(site.manifest.folder).filter((folder) =>
    existsSync(join(site.top, folder, 'package.json')),
  )
  return manifests
    .map((folder) => readManifest(site.top, folder))
    .some(({ installs, scripts }) => {
      const installed = [scripts.prepare, scripts.postinstall].some((script) =>
        /\bhusky\b/.test(script ?? ''),
      )
      return installed || installs.has('husky')
    })
}

/** Our block in husky's files, which are committed. */
export function huskyFiles(site: Site, folder: string, gate: Gate): Change[] {
  if (isOwn(gate)) return []
  return EVENTS.map((event) => {
    const what = posix.join(folder, event)
    const text = readBytes(join(site.top, what)) ?? ''
    const after = putBlock(text, asBytes(renderBlock(event, gate)), huskyOffset(text, event), what)
    return fileChange({ file: join(site.top, what), what, after })
  })
}

/** Takes our block out again; a file that held nothing else goes. */
export function withoutHuskyFiles(site: Site, folder: string): Change[] {
  if (isOwn(site.gate)) return []
  return EVENTS.flatMap((event) => {
    const what = posix.join(folder, event)
    const file = join(site.top, what)
    const text = readBytes(file)
    if (text === null || findBlock(text, what) === null) return []
    return [fileChange({ file, what, after: removeBlock(text, what) || null })]
  })
}

export function hasHuskyFiles(site: Site, folder: string): boolean {
  if (isOwn(site.gate)) return true
  return EVENTS.some((event) => (readBytes(join(site.top, folder, event)) ?? '').includes(BEGIN))
}
