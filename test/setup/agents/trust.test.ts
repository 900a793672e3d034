import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codexHash, doubtOf } from '../../../src/setup/agents/trust.ts'
import { temporaryFolder } from '../../support/repo.ts'

const TOP = '/work/project'
const HOOK = {
  event: 'PreToolUse',
  command: 'node hook',
  path: ['hooks', 'PreToolUse', 1, 'hooks', 0, 'command'],
}
const KEY = `${TOP}/.codex/hooks.json:pre_tool_use:1:0`
const TRUSTED = codexHash('pre_tool_use', HOOK.command)
const PROJECT = `[projects."/work/project"]\ntrust_level = "trusted"\n`

function state(key: string, hash: string, more = ''): string {
  return `${PROJECT}[hooks.state."${key}"]\n${more}trusted_hash = "${hash}"\n`
}

/** What is said, given one file in the user's own folder. */
function doubt(name: string, file: string, text: string): string | null {
  const home = temporaryFolder()
  mkdirSync(dirname(join(home, file)), { recursive: true })
  writeFileSync(join(home, file), text)
  return doubtOf(name, [HOOK], { top: TOP, env: { HOME: home } })?.remedy ?? null
}

const rule = (folder: string, value: string) => JSON.stringify({ [folder]: value })

test.each([
  ['codex', 'knows no such folder', '.codex/config.toml', '', 'trust the folder'],
  ['codex', 'trusts the folder alone', '.codex/config.toml', PROJECT, '/hooks'],
  ['codex', 'trusts this very hook', '.codex/config.toml', state(KEY, TRUSTED), null],
  [
    'codex',
    'trusts another text',
    '.codex/config.toml',
    state(KEY, codexHash('pre_tool_use', 'node hook2')),
    '/hooks',
  ],
  [
    'codex',
    'trusts it at another place',
    '.codex/config.toml',
    state(KEY.replace(':1:', ':0:'), TRUSTED),
    '/hooks',
  ],
  ['codex', 'has it switched off', '.codex/config.toml', state(KEY, TRUSTED, 'enabled = false\n'), '/hooks'],
  ['claude-code', 'never asked', '.claude.json', '{}', 'start claude'],
  [
    'claude-code',
    'was told yes',
    '.claude.json',
    '{"projects":{"/work/project":{"hasTrustDialogAccepted":true}}}',
    null,
  ],
  [
    'claude-code',
    'was told no',
    '.claude.json',
    '{"projects":{"/work/project":{"hasTrustDialogAccepted":false}}}',
    'start claude',
  ],
  [
    'copilot-cli',
    'trusts a folder above',
    '.copilot/config.json',
    '// made\n{"trusted_folders":["/work"]}',
    null,
  ],
  [
    'copilot-cli',
    'trusts another',
    '.copilot/config.json',
    '{"trusted_folders":["/work/proj"]}',
    'start copilot',
  ],
  ['gemini-cli', 'trusts it', '.gemini/trustedFolders.json', rule('/work/project', 'TRUST_FOLDER'), null],
  [
    'gemini-cli',
    'distrusts it within a trusted one',
    '.gemini/trustedFolders.json',
    '{"/work":"TRUST_FOLDER","/work/project":"DO_NOT_TRUST"}',
    'start gemini',
  ],
  [
    'gemini-cli',
    'does not ask at all',
    '.gemini/settings.json',
    '{"security":{"folderTrust":{"enabled":false}}}',
    null,
  ],
  ['qwen-code', 'was never asked', '.qwen/settings.json', '{}', 'start qwen'],
  ['cursor', 'keeps nothing that we read', '.cursor/x.json', '{}', null],
])('%s that %s', (name, _, file, text, remedy) => {
  const said = doubt(name, file, text)
  expect(said).toEqual(remedy === null ? null : expect.stringContaining(remedy))
})

describe('an agent that', () => {
  test('was never started on this machine is not doubted', () => {
    expect(doubtOf('codex', [HOOK], { top: TOP, env: { HOME: temporaryFolder() } })).toBeNull()
  })

  test('has settings of its own that cannot be read is told of, with the line', () => {
    expect(() => doubt('codex', '.codex/config.toml', 'a = 1\nb =\n')).toThrow(
      /config\.toml:2: it is no TOML/,
    )
  })
})

test('Codex remembers a hook by this hash, as 0.171.0 accepted it', () => {
  expect(codexHash('pre_tool_use', 'node hook')).toBe(
    'sha256:5383f08d027d804ce1b619fee5e63b3cfe7e4c081d5e2c3476c2b74020c5b31e',
  )
})
