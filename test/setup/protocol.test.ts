import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyAll } from '../../src/setup/apply.ts'
import { protocolFiles, withoutProtocolFiles } from '../../src/setup/protocol/files.ts'
import { markdown } from '../../src/setup/protocol/text.ts'
import { temporaryFolder } from '../support/repo.ts'

function folderWith(files: Readonly<Record<string, string>>): string {
  const top = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), text)
  }
  return top
}

const init = (top: string) => applyAll(protocolFiles({ top }))
const uninstall = (top: string) => applyAll(withoutProtocolFiles({ top }))
const written = (top: string) =>
  protocolFiles({ top })
    .filter(({ verb }) => verb !== 'keep')
    .map(({ verb, what }) => `${verb} ${what}`)

test('where no agent has instructions yet, they are in AGENTS.md; without the protocol nothing is left of it', async () => {
  const top = folderWith({})
  expect(written(top)).toEqual(['create AGENTS.md'])
  await init(top)
  const text = readFileSync(join(top, 'AGENTS.md'), 'utf8')
  for (const said of [
    'select_active_intent',
    '<intent_context>',
    'owned_scope',
    '.orchestration/agent_trace/',
    'ask a person',
  ])
    expect(text).toContain(said)
  expect(written(top)).toEqual([])
  await uninstall(top)
  expect(existsSync(join(top, 'AGENTS.md'))).toBe(false)
})

describe('what stands in a file stays, byte for byte', () => {
  test.each([
    ['AGENTS.md', '# Mine\n'],
    ['CLAUDE.md', 'no newline at the end'],
    ['GEMINI.md', '# Windows\r\n\r\nlines\r\n'],
    ['.clinerules', 'Rules in one file.\n'],
    ['.github/copilot-instructions.md', 'caf\u00e9 \ud83d\ude80\n'],
  ])('%s', async (path, text) => {
    const top = folderWith({ [path]: text })
    expect(written(top)).toEqual([`edit ${path}`])
    await init(top)
    const after = readFileSync(join(top, path), 'utf8')
    expect(after.startsWith(text)).toBe(true)
    expect(after).toContain(markdown.begin)
    if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n')
    await uninstall(top)
    expect(readFileSync(join(top, path), 'utf8')).toBe(text)
  })
})

test('an agent whose folder is here gets a file of its own, which goes again', async () => {
  const top = folderWith({
    '.claude/settings.json': '{}',
    '.gemini/settings.json': '{}',
    '.cursor/rules/own.mdc': 'x',
    '.clinerules/own.md': 'x',
  })
  expect(written(top)).toEqual([
    'create CLAUDE.md',
    'create GEMINI.md',
    'create .cursor/rules/intentgate.mdc',
    'create .clinerules/intentgate.md',
  ])
  await init(top)
  expect(readFileSync(join(top, '.cursor/rules/intentgate.mdc'), 'utf8')).toMatch(
    /^---\ndescription: .+\nalwaysApply: true\n---\n<!-- >>> intentgate >>>/,
  )
  expect(written(top)).toEqual([])
  await uninstall(top)
  for (const path of ['CLAUDE.md', 'GEMINI.md', '.cursor/rules/intentgate.mdc', '.clinerules/intentgate.md'])
    expect(existsSync(join(top, path)), path).toBe(false)
  expect(existsSync(join(top, '.cursor/rules/own.mdc'))).toBe(true)
})

test('a file that takes in AGENTS.md, or is a link to it, is left alone', () => {
  const top = folderWith({ 'AGENTS.md': 'a\n', 'CLAUDE.md': 'Read this:\n@AGENTS.md\n' })
  symlinkSync('AGENTS.md', join(top, 'GEMINI.md'))
  expect(written(top)).toEqual(['edit AGENTS.md'])
  const importing = folderWith({ 'CLAUDE.md': '@AGENTS.md\n', 'GEMINI.md': 'own\n' })
  expect(written(importing)).toEqual(['create AGENTS.md', 'edit GEMINI.md'])
})

test("a newer text takes the place of an older one; damaged markers are a person's to mend", async () => {
  const top = folderWith({ 'AGENTS.md': `a\n${markdown.begin} old -->\nold\n${markdown.end}\nb\n` })
  await init(top)
  const text = readFileSync(join(top, 'AGENTS.md'), 'utf8')
  expect(text).toMatch(/^a\n<!-- >>>[\s\S]*select_active_intent[\s\S]*<<< -->\nb\n$/)
  expect(text).not.toContain('old')
  writeFileSync(join(top, 'AGENTS.md'), `a\n${markdown.begin} old -->\n`)
  expect(() => protocolFiles({ top })).toThrow('damaged')
})
